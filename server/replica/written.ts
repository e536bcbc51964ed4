import pg from 'pg'
import { sinceThen } from './one-moment.ts'

/**
 * What PostgreSQL says was written since a place: exactly the transactions that a snapshot of now sees and that of the place
 * did not, whatever order they began, ended, or drew their numbers in. A transaction that is still under way holds nobody up:
 * it is seen when it is done.
 */
export type Written = {
  /** What a copy that takes this in has seen. */
  snapshot: string
  cases: Range | Several | undefined
  directories: readonly string[]
  /** What was written is not told case by case. */
  everything: boolean
}
/** Ids that lie close together are one stretch: what was not written is taken in as well, and is what it was. */
export type Range = { first: number; last: number }
export type Several = { count: number }

const writtenIds = (snapshot: string): string =>
  `select distinct unnest(case_ids) as id from case_write where ${sinceThen(snapshot)}`
/** In order: neighbours are read from one page. */
export const idsWritten = (snapshot: string): string => `${writtenIds(pg.escapeLiteral(snapshot))} order by id`

/** Whether anything was, in one look. */
export async function isAnythingWritten(
  source: pg.Client,
  place: string,
): Promise<{ snapshot: string; found: boolean }> {
  const { rows } = await source.query<{ snapshot: string; found: boolean }>(
    `select pg_current_snapshot()::text as snapshot, exists (select from case_write where ${sinceThen('$1')}) as found`,
    [place],
  )
  const [row] = rows
  if (row === undefined) throw new Error('A select without tables answered nothing')
  return row
}

/** A transaction of one snapshot has to be open. */
export async function readWritten(source: pg.Client, place: string): Promise<Written> {
  const { rows } = await source.query<Row>(
    `select pg_current_snapshot()::text as snapshot, ids.*, others.* from
      (select count(*) as count, min(id) as first, max(id) as last from (${writtenIds('$1')}) as id) as ids,
      (select coalesce(array_agg(distinct directory) filter (where directory is not null), '{}') as directories,
        coalesce(bool_or(directory is null and case_ids is null), false) as everything
        from case_write where ${sinceThen('$1')}) as others`,
    [place],
  )
  const [row] = rows
  if (row === undefined) throw new Error('A select of counts answered nothing')
  const { snapshot, count, first, last, directories, everything } = row
  return { snapshot, cases: stretchOf(count, first, last), directories, everything }
}
type Row = Pick<Written, 'snapshot' | 'directories' | 'everything'> & {
  count: number
  first: number | null
  last: number | null
}

/** A stretch is read in one go, from both: worth it while most of it was written. */
const density = 0.5
const stretchOf = (count: number, first: number | null, last: number | null): Range | Several | undefined => {
  if (first === null || last === null) return undefined
  return count >= (last - first + 1) * density ? { first, last } : { count }
}
