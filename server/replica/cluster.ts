import type { DuckDBConnection } from '@duckdb/node-api'

/**
 * Tables are clustered by what questions ask for: a range of days is one piece, and the rest is not read. Rows that come later are
 * appended; changed cases are of any day, and a question about a month reads all of them besides.
 */
const orders = { court_case: 'entry_date desc nulls last, id desc', case_event: 'event_date' } as const
type Clustered = keyof typeof orders
const isClustered = (name: string): name is Clustered => name in orders
export const clusteredTables: readonly Clustered[] = Object.keys(orders).filter(isClustered)

/** Reading 50,000 rows takes a fifth of a millisecond. */
const leastRows = 50_000
const mostShare = 0.2

/** When more than 20 % of the rows of cases are out of order. */
export async function isFragmented(copy: DuckDBConnection, unordered: number): Promise<boolean> {
  if (unordered < leastRows) return false
  const counted = await copy.runAndReadAll('select count(*) from court_case')
  return unordered > Number(counted.getRows()[0]?.[0]) * mostShare
}

/** Readers see the former table until the end. */
export const recluster = (copy: DuckDBConnection, table: Clustered): Promise<void> =>
  inTransaction(copy, async () => {
    await copy.run(`create table in_order as select * from ${table} order by ${orders[table]}`)
    await copy.run(`drop table ${table}`)
    await copy.run(`alter table in_order rename to ${table}`)
  })

export async function inTransaction(copy: DuckDBConnection, work: () => Promise<void>): Promise<void> {
  await copy.run('begin transaction')
  try {
    await work()
    await copy.run('commit')
  } catch (error) {
    await copy.run('rollback').catch(() => undefined)
    throw error
  }
}
