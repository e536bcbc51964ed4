import { type Kysely, sql } from 'kysely'
import { confirmationDays } from '#shared/domain/news.ts'
import type { DB } from '../db/schema.ts'
import type { JobHandler } from '../jobs/job-kinds.ts'
import { maintainWatchLists } from '../watching/maintain-watch-lists.ts'
import { watchChanged } from '../watching/match-rows.ts'
import { enqueueMessages, moment } from './batches.ts'
import { takeSnapshots } from './case-snapshots.ts'
import { findMatches } from './find-matches.ts'
import { maskOf, WatchList } from './watch-list.ts'
import { type NewsEntry, writeHits } from './write-hits.ts'

export const maintainSubscriptions: JobHandler<'tend-subscriptions'> = async ({ db }, _, signal) => {
  const failures: unknown[] = []
  await rematchRecentChanges(db, {
    now: new Date(),
    onError: error => failures.push(error),
    isStopped: () => signal.aborted,
  })
  signal.throwIfAborted()
  await maintainWatchLists(db, new Date(), () => signal.aborted)
  await askForReconfirmation(db, new Date())
  await deleteOldNews(db, new Date())
  if (failures.length > 0) console.error('Подписки: не все фильтры проверены:', failures[0])
}

/**
 * Matches the changes of recent days again: what was missed (two people were merged, a mark was set later) is sent late
 * and counted. Filters that match by time alone are skipped: that is no news of the case.
 */
type Swept = { changes: number; missed: number }
type Options = { now: Date; onError: (error: unknown) => void; isStopped?: () => boolean }

const days = 3
const batch = 1_000

export async function rematchRecentChanges(
  db: Kysely<DB>,
  { now, onError, isStopped = () => false }: Options,
): Promise<Swept> {
  const list = new WatchList()
  await list.refresh(db)
  const swept = { changes: 0, missed: 0 }
  for (let after = 0; !isStopped(); ) {
    const changes = await lastChanges(db, after)
    await watchChanged(
      db,
      changes.map(({ case_id }) => case_id),
    )
    const changed = changes.map(({ case_id, kinds }) => ({ caseId: case_id, kinds: maskOf(kinds) }))
    const matches = await findMatches(db, list, changed, { ignoreMoving: true, onError })
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

/** The last change of each case before the reader's checkpoint; earlier ones are superseded. */
const lastChanges = async (db: Kysely<DB>, after: number): Promise<NewsEntry[]> => {
  const { rows } = await sql<NewsEntry>`
    select distinct on (change.case_id) change.id, change.case_id, change.revision, change.kinds, change.details, change.at
    from case_change change, change_reader
    where change_reader.name = 'news' and (change.xid, change.id) <= (change_reader.xid, change_reader.id)
      and change.at > now() - ${days}::integer * interval '1 day' and change.kinds <> '{}' and change.case_id > ${after}
    order by change.case_id, change.id desc limit ${batch}`.execute(db)
  return rows
}

/** Asks about subscriptions 90 and 180 days after the owner last confirmed them; returns how many. */
export const askForReconfirmation = (db: Kysely<DB>, now: Date): Promise<number> =>
  db.transaction().execute(async trx => {
    const at = moment(now)
    const { rows } = await sql<{ id: number }>`
      update subscription set asked_at = ${at},
        asks = (select count(*) from unnest(${[...confirmationDays]}::integer[]) passed
          where kept_at + passed * interval '1 day' <= ${at})
      where deleted_at is null and paused_at is null and asks < (
        select count(*) from unnest(${[...confirmationDays]}::integer[]) passed
        where kept_at + passed * interval '1 day' <= ${at})
      returning id`.execute(trx)
    await enqueueMessages(
      trx,
      rows.map(({ id }) => id),
      'question',
      at,
    )
    return rows.length
  })

export async function deleteOldNews(db: Kysely<DB>, now: Date): Promise<void> {
  const before = (count: number) => sql`${moment(now)} - ${count}::integer * interval '1 day'`
  await sql`delete from case_change where at < ${before(120)}`.execute(db)
  await sql`delete from inbox_item where at < ${before(120)}`.execute(db)
  await sql`delete from subscription where deleted_at < ${before(30)}`.execute(db)
  await sql`delete from subscription_hit where matched_at < ${before(365)}`.execute(db)
  await sql`delete from subscription_batch where sealed_at < ${before(365)}`.execute(db)
  await sql`delete from webhook_call where at < ${before(30)}`.execute(db)
  await sql`delete from change_snapshot where taken_at < ${before(365)}`.execute(db)
}
