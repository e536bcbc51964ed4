import pg from 'pg'
import { sinceThen } from './one-moment.ts'

/**
 * What PostgreSQL wrote since a checkpoint: exactly the transactions that a snapshot of now sees and that of the checkpoint did not,
 * whatever order they began, ended, or drew their numbers in. A transaction that still runs is seen when it is done.
 */
export type ChangeSet = {
  /** What a copy that applies this has seen. */
  snapshot: string
  cases: IdRange | IdCount | undefined
  directories: readonly string[]
  /** What was written is not noted case by case. */
  everything: boolean
}
/** Ids that lie close together are one range: what was not written is read as well, and is what it was. */
type IdRange = { first: number; last: number }
type IdCount = { count: number }

const changed = (snapshot: string): string =>
  `select distinct unnest(case_ids) as id from case_write where ${sinceThen(snapshot)}`
/** In order: neighbours are read from one page. */
export const changedIds = (snapshot: string): string => `${changed(pg.escapeLiteral(snapshot))} order by id`

export async function hasChanges(source: pg.Client, since: string): Promise<{ snapshot: string; found: boolean }> {
  const { rows } = await source.query<{ snapshot: string; found: boolean }>(
    `select pg_current_snapshot()::text as snapshot, exists (select from case_write where ${sinceThen('$1')}) as found`,
    [since],
  )
  return theOne(rows)
}
/** What a select without a group always answers. */
const theOne = <Row>([row]: readonly Row[]): Row => {
  if (row === undefined) throw new Error('A select of one row answered nothing')
  return row
}

/** A transaction of one snapshot has to be open. */
export async function readChangeSet(source: pg.Client, since: string): Promise<ChangeSet> {
  const { rows } = await source.query<Row>(
    `select pg_current_snapshot()::text as snapshot, ids.*, others.* from
      (select count(*) as count, coalesce(min(id), 0) as first, coalesce(max(id), 0) as last
        from (${changed('$1')}) as id) as ids,
      (select coalesce(array_agg(distinct directory) filter (where directory is not null), '{}') as directories,
        coalesce(bool_or(directory is null and case_ids is null), false) as everything
        from case_write where ${sinceThen('$1')}) as others`,
    [since],
  )
  const { snapshot, count, first, last, directories, everything } = theOne(rows)
  return { snapshot, cases: rangeOf(count, first, last), directories, everything }
}
type Row = Pick<ChangeSet, 'snapshot' | 'directories' | 'everything'> & { count: number; first: number; last: number }

/** A range is read in one go, from both: worth it while most of it was written. */
const density = 0.5
const rangeOf = (count: number, first: number, last: number): IdRange | IdCount | undefined => {
  if (count === 0) return undefined
  return count >= (last - first + 1) * density ? { first, last } : { count }
}
