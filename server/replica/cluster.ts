import type { DuckDBConnection } from '@duckdb/node-api'

/**
 * Tables are clustered by the days that queries filter by, so that a query reads one range. Rows added later are appended in no
 * order, and every query has to read them too.
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

/** Readers see the old table until the commit. */
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
