import pg from 'pg'
import { writtenSince } from './same-snapshot.ts'

/**
 * Changes since a checkpoint: exactly those of transactions visible to a current snapshot and not to that of the
 * checkpoint, in whatever order they began, committed or got their ids. A running transaction is included once it has
 * committed.
 */
export type ChangeSet = {
  /** The snapshot of a copy that has applied these changes. */
  snapshot: string
  cases: IdRange | IdCount | undefined
  directories: readonly string[]
  /** All cases changed, and are not listed one by one. */
  everything: boolean
}
/** Adjacent ids are read as one range; reading the unchanged cases in it again does no harm. */
type IdRange = { first: number; last: number }
type IdCount = { count: number }

const writtenIds = (snapshot: string): string =>
  `select distinct unnest(case_ids) as id from case_write where ${writtenSince(snapshot)}`
/** Sorted, for locality of reads. */
export const changedIds = (snapshot: string): string => `${writtenIds(pg.escapeLiteral(snapshot))} order by id`

export async function hasChanges(source: pg.Client, since: string): Promise<{ snapshot: string; found: boolean }> {
  const { rows } = await source.query<{ snapshot: string; found: boolean }>(
    `select pg_current_snapshot()::text as snapshot, exists (select from case_write where ${writtenSince('$1')}) as found`,
    [since],
  )
  return onlyRow(rows)
}
/** The row of an aggregate query without `group by`. */
const onlyRow = <Row>([row]: readonly Row[]): Row => {
  if (row === undefined) throw new Error('A select of one row answered nothing')
  return row
}

/** Requires an open transaction with a snapshot (repeatable read). */
export async function readChangeSet(source: pg.Client, since: string): Promise<ChangeSet> {
  const { rows } = await source.query<Row>(
    `select pg_current_snapshot()::text as snapshot, ids.*, others.* from
      (select count(*) as count, coalesce(min(id), 0) as first, coalesce(max(id), 0) as last
        from (${writtenIds('$1')}) as id) as ids,
      (select coalesce(array_agg(distinct directory) filter (where directory is not null), '{}') as directories,
        coalesce(bool_or(directory is null and case_ids is null), false) as everything
        from case_write where ${writtenSince('$1')}) as others`,
    [since],
  )
  const { snapshot, count, first, last, directories, everything } = onlyRow(rows)
  return { snapshot, cases: rangeOf(count, first, last), directories, everything }
}
type Row = Pick<ChangeSet, 'snapshot' | 'directories' | 'everything'> & { count: number; first: number; last: number }

/** A range is faster than a list of ids if at least this share of it was written. */
const minDensity = 0.5
const rangeOf = (count: number, first: number, last: number): IdRange | IdCount | undefined => {
  if (count === 0) return undefined
  return count >= (last - first + 1) * minDensity ? { first, last } : { count }
}
