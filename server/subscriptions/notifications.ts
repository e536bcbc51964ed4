import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { JobHandler } from '../jobs/job-kinds.ts'
import { sendJob } from '../jobs/send-job.ts'
import { searchRows } from '../watching/search-rows.ts'
import { connectChannels } from './channels.ts'
import { matchChanges } from './match-changes.ts'
import { deliveryLanes, dispatch, hasDueMessages } from './outbox.ts'
import { postOutside } from './post-outside.ts'
import { WatchList } from './watch-list.ts'

/**
 * Follows the change feed, and enqueues a job per lane when something is due: a slow lane delays neither the other nor
 * the matching. Any number of processes may run it, and continue each other's work.
 */
export const matchChangesJob: JobHandler<'match-changes'> = async ({ db, onError }, _, signal) => {
  // Rows added to watch lists in bulk.
  await searchRows(db, { isStopped: () => signal.aborted })
  const list = watchListOf(db)
  for (let more = true; more && !signal.aborted; ) {
    more = (await matchChanges(db, list, { now: new Date(), onError })).more
    if (await hasDueMessages(db))
      for (const lane of deliveryLanes) await sendJob(db, 'deliver-messages', { lane }, { key: lane })
  }
}

/** Loaded once per process, then updated incrementally. */
const watchLists = new WeakMap<Kysely<DB>, WatchList>()
function watchListOf(db: Kysely<DB>): WatchList {
  const list = watchLists.get(db) ?? new WatchList()
  watchLists.set(db, list)
  return list
}

export const deliverMessages: JobHandler<'deliver-messages'> = async (context, { lane }, signal) => {
  const { db, telegram, mailer, publicUrl, outgoing, onError } = context
  const channels = connectChannels({ telegram, mailer, post: postOutside(outgoing) })
  await dispatch(db, { now: new Date(), channels, publicUrl, onError, signal, lanes: [lane] })
}
