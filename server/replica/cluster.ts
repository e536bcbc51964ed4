import type { DuckDBConnection } from '@duckdb/node-api'

/**
 * Tables are clustered by the days that queries filter by, so that a query reads one range. Rows added later are
 * appended out of order, and every query reads them too.
 */
const clusterOrder = { court_case: 'entry_date desc nulls last, id desc', case_event: 'event_date' } as const
type Clustered = keyof typeof clusterOrder
const isClustered = (name: string): name is Clustered => name in clusterOrder
export const clusteredTables: readonly Clustered[] = Object.keys(clusterOrder).filter(isClustered)

/** Reading 50,000 rows takes a fifth of a millisecond. */
const minUnorderedRows = 50_000
const maxUnorderedShare = 0.2

export async function isFragmented(copy: DuckDBConnection, unordered: number): Promise<boolean> {
  if (unordered < minUnorderedRows) return false
  const counted = await copy.runAndReadAll('select count(*) from court_case')
  return unordered > Number(counted.getRows()[0]?.[0]) * maxUnorderedShare
}

/** Readers see the old table until the commit. */
export const recluster = (copy: DuckDBConnection, table: Clustered): Promise<void> =>
  inTransaction(copy, async () => {
    await copy.run(`create table in_order as select * from ${table} order by ${clusterOrder[table]}`)
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
