import { type Kysely, sql } from 'kysely'
import { questionDays } from '#shared/domain/news.ts'
import type { DB } from '../db/schema.ts'
import { findMatches } from './find-matches.ts'
import { takeSnapshots } from './snapshots.ts'
import { maskOf, WatchList } from './watch-list.ts'
import { type ToldChange, writeHits } from './write-hits.ts'

/**
 * Every night: the changes of the last days are matched again against all subscriptions, read afresh. What was missed (a
 * person was found to be one with another, a mark was set afterwards) is told late and counted. Filters that time alone
 * makes match are left out: that a hearing has passed is no news of the case.
 */
export type Swept = { changes: number; missed: number }
type Options = { now: Date; onError: (error: unknown) => void; isStopped?: () => boolean }

const days = 3
const batch = 1_000

export async function sweep(db: Kysely<DB>, { now, onError, isStopped = () => false }: Options): Promise<Swept> {
  const list = new WatchList()
  await list.refresh(db)
  const swept = { changes: 0, missed: 0 }
  for (let after = 0; !isStopped() && list.size > 0; ) {
    const changes = await lastChanges(db, after)
    const told = changes.map(({ case_id, kinds }) => ({ caseId: case_id, kinds: maskOf(kinds) }))
    const matches = await findMatches(db, list, told, { unmoving: true, onError })
    const snapshots = await takeSnapshots(db, [...new Set(matches.map(({ caseId }) => caseId))])
    swept.missed += await db
      .transaction()
      .execute(trx => writeHits(trx, changes, matches, snapshots, { now, missed: true }))
    swept.changes += changes.length
    if (changes.length < batch) break
    after = changes.at(-1)?.case_id ?? after
  }
  if (isStopped()) return swept
  await db
    .insertInto('subscription_sweep')
    .values({ ran_at: now, ...swept })
    .execute()
  return swept
}

/** The last news of each case, and only of cases whose news the reader has passed: an earlier one has been overtaken. */
const lastChanges = async (db: Kysely<DB>, after: number): Promise<ToldChange[]> => {
  const { rows } = await sql<ToldChange>`
    select distinct on (change.case_id) change.id, change.case_id, change.revision, change.kinds, change.details, change.at
    from case_change change, change_reader
    where change_reader.name = 'news' and (change.xid, change.id) <= (change_reader.xid, change_reader.id)
      and change.at > now() - ${days}::integer * interval '1 day' and change.kinds <> '{}' and change.case_id > ${after}
    order by change.case_id, change.id desc limit ${batch}`.execute(db)
  return rows
}

/**
 * Asks about old subscriptions: at 90 and at 180 days since their owner last said they were wanted, once each. Answers
 * how many were asked about.
 */
export const askAboutOld = (db: Kysely<DB>, now: Date): Promise<number> =>
  db.transaction().execute(async trx => {
    const moment = sql`${now.toISOString()}::timestamptz`
    const { rows } = await sql<{ id: number }>`
      update subscription set asked_at = ${moment},
        asks = (select count(*) from unnest(${[...questionDays]}::integer[]) passed
          where kept_at + passed * interval '1 day' <= ${moment})
      where deleted_at is null and paused_at is null and asks < (
        select count(*) from unnest(${[...questionDays]}::integer[]) passed
        where kept_at + passed * interval '1 day' <= ${moment})
      returning id`.execute(trx)
    if (rows.length > 0)
      await sql`
        insert into subscription_batch (subscription_id, kind, opened_at, due_at)
        select id, 'question', ${moment}, ${moment} from unnest(${rows.map(({ id }) => id)}::int[]) as one(id)`.execute(
        trx,
      )
    return rows.length
  })

/** What nobody will ask for any more: the feed past any rehearsal, subscriptions deleted long ago, hits a year old, calls of a month ago. */
export async function forgetOld(db: Kysely<DB>, now: Date): Promise<void> {
  const before = (count: number) => sql`${now.toISOString()}::timestamptz - ${count}::integer * interval '1 day'`
  await sql`delete from case_change where at < ${before(120)}`.execute(db)
  await sql`delete from subscription where deleted_at < ${before(30)}`.execute(db)
  await sql`delete from subscription_hit where matched_at < ${before(365)}`.execute(db)
  await sql`delete from subscription_batch where sealed_at < ${before(365)}`.execute(db)
  await sql`delete from webhook_call where at < ${before(30)}`.execute(db)
  await sql`delete from change_snapshot where taken_at < ${before(365)}`.execute(db)
}
