import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { comparedCases } from './compared-cases.ts'
import { readOnce, type WatchedCaseFacts, type WatchedRow } from './judge-watched.ts'
import { askedKeys, numberKeys, uidKey } from './name-keys.ts'
import { judgeAndRecord } from './record-matches.ts'

/** Matches changed cases with all watched rows by shared keys, within the regions of the set's owner. */
type Found = WatchedRow & { regions: number[] | null; case_ids: number[] }

/** Rows of existing sets that have not ended and whose owner may sign in. `owner` is joined. */
export const watchedRows = sql`
  case_set_watch watch
  join case_set on case_set.id = watch.set_id and case_set.deleted_at is null
  join case_set_member member on member.set_id = watch.set_id and member.role = 'owner'
  join account owner on owner.id = member.account_id and owner.approved_at is not null and owner.blocked_at is null
  left join case_set_watching watching on watching.set_id = watch.set_id`
export const isLive = sql<boolean>`(watch.removed_at is null and watching.ended_at is null)`
export const rowColumns = sql`watch.id, watch.kind, watch.text, watch.courts, watch.region, watch.article, watch.day::text as day`

export async function watchChanged(db: Kysely<DB>, caseIds: readonly number[]): Promise<number> {
  if (caseIds.length === 0 || !(await isAnything(db))) return 0
  const cases = await comparedCases(db, [...new Set(caseIds)])
  const asked = cases.flatMap(one => keysOfCase(one).map(key => ({ key, id: one.id, region: one.region })))
  const { rows } = await sql<Found>`
    select ${rowColumns}, owner.regions, met.case_ids
    from (
      select watch_id, array_agg(distinct id) as case_ids, array_agg(distinct region) as regions
      from (
      select own.watch_id, asked.id, asked.region
      from unnest(${asked.map(({ key }) => key)}::text[], ${asked.map(({ id }) => id)}::integer[],
        ${asked.map(({ region }) => region)}::integer[]) as asked(key, id, region)
      join case_set_watch_key own on own.key = hashtextextended(asked.key, 0)
      -- What was found before may match no more. A row whose name is masked has no keys, and waits as it is.
      union all
      select kept.watch_id, court_case.id, court_case.region
      from case_set_watch_case kept join court_case on court_case.id = kept.case_id
      where kept.case_id = any(${cases.map(({ id }) => id)}::integer[]) and kept.verdict is null
        and exists (select from case_set_watch_key own where own.watch_id = kept.watch_id)
      ) either group by watch_id
    ) met
    join ${watchedRows} on watch.id = met.watch_id
    where ${isLive} and (owner.regions is null or owner.regions && met.regions::smallint[])`.execute(db)
  const byId = new Map(cases.map(one => [one.id, one]))
  const pairs = rows.flatMap(({ case_ids, regions, ...row }) =>
    case_ids.flatMap(id => {
      const one = byId.get(id)
      return one === undefined || (regions !== null && !regions.includes(one.region)) ? [] : [{ row, one }]
    }),
  )
  return judgeAndRecord(db, pairs)
}

const isAnything = async (db: Kysely<DB>): Promise<boolean> =>
  (await db.selectFrom('case_set_watch_key').select('key').limit(1).executeTakeFirst()) !== undefined

const keysOfCase = ({ people, case_number, case_uid }: WatchedCaseFacts): string[] => [
  ...new Set([
    ...people.flatMap(({ name }) => {
      const read = readOnce(name)
      return read === undefined ? [] : askedKeys(read)
    }),
    ...numberKeys(case_number),
    ...(case_uid === null ? [] : [uidKey(case_uid)]),
  ]),
]
