import type { DuckDBConnection } from '@duckdb/node-api'

/**
 * Rows lie in the order they are asked for by: a span of days is one piece, and the rest is not looked at. What is taken in later
 * comes to lie behind: new cases are of the last days and lie well there; changed ones are of any day, and a question about a
 * month reads all of them besides. So tables are laid in order anew once a fifth has come to lie behind.
 */
const orders = {
  court_case: 'entry_date desc nulls last, id desc',
  case_event: 'event_date',
} as const
type Ordered = keyof typeof orders
const isOrdered = (name: string): name is Ordered => name in orders
export const orderedTables: readonly Ordered[] = Object.keys(orders).filter(isOrdered)

/** Reading 50,000 rows takes a fifth of a millisecond: less than that is not worth the work, however small the table. */
const least = 50_000
const share = 0.2

/** `behind`: rows of cases that were taken in since all of them were laid in order. */
export async function isStrewn(copy: DuckDBConnection, behind: number): Promise<boolean> {
  if (behind < least) return false
  const counted = await copy.runAndReadAll('select count(*) from court_case')
  return behind > Number(counted.getRows()[0]?.[0]) * share
}

/** Aside, then in its place: who reads meanwhile reads what was there before. */
export async function layInOrder(copy: DuckDBConnection, table: Ordered): Promise<void> {
  await copy.run('begin transaction')
  try {
    await copy.run(`create table in_order as select * from ${table} order by ${orders[table]}`)
    await copy.run(`drop table ${table}`)
    await copy.run(`alter table in_order rename to ${table}`)
    await copy.run('commit')
  } catch (error) {
    await copy.run('rollback').catch(() => undefined)
    throw error
  }
}
