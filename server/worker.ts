import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { retryUntilConnected } from './db/database-trouble.ts'
import { buildIndexesAfterLoad } from './db/deferred-indexes.ts'
import type { OpenDatabase } from './db/open-database.ts'
import type { Env } from './env.ts'
import { moveFormerFiles } from './exports/former-files.ts'
import type { FeatureOptions } from './http/feature.ts'
import { jobHandlers, jobsDue } from './job-handlers.ts'
import { ownThread } from './jobs/own-thread.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { listenToTelegram } from './messenger/listen-telegram.ts'
import { telegramOf } from './messenger/telegram.ts'
import { answerButton } from './subscriptions/channels/telegram.ts'

type Given = Pick<FeatureOptions, 'mailer' | 'exportStore'> & { onError: (error: unknown) => void; signal: AbortSignal }

/** What a node with the role `worker` does, beside serving or alone. Answers how to stop. */
export async function startWork(
  env: Env,
  { db, url, dataDir = env.dataDir }: Pick<OpenDatabase, 'db' | 'url' | 'dataDir'>,
  { mailer, exportStore, onError, signal }: Given,
): Promise<() => Promise<void>> {
  const { publicUrl, collecting, outgoing, timestamping, calendar, bot, diskReserve } = env
  const telegram = telegramOf(bot)
  const outside = { telegram, mailer, exportStore, publicUrl, collecting, outgoing, timestamping, calendar }
  const context = { db, ...outside, dataDir, diskReserve, onError, say: (sentence: string) => console.log(sentence) }
  const thread = ownThread(new URL('./job-thread.ts', import.meta.url), { url, dataDir }, context)
  // What waits to be sent must be there before it is looked for.
  const movingFiles = retryUntilConnected(signal, () => moveFormerFiles(db, dataDir, signal)).catch(error => {
    if (signal.aborted) throw error
    onError(error)
  })
  const indexing = retryUntilConnected(signal, () => buildIndexesAfterLoad(db, signal)).catch(error => {
    if (!signal.aborted) onError(error)
  })
  const starting = movingFiles.then(() =>
    retryUntilConnected(signal, () => startJobs(context, { url, handlers: jobHandlers, thread, due: jobsDue })),
  )
  // Asked to stop while the database is frozen, it is not waited for without end.
  const stopJobs = await Promise.race([starting, longAfter(signal)])
  const answer = (chatId: number, says: string) => answerButton(db, chatId, says)
  const stopListening = bot && listenToTelegram(db, { ...bot, publicUrl, answerButton: answer, onError })
  return async () => {
    await Promise.all([stopJobs?.(), stopListening?.(), Promise.race([indexing, longAfter(signal)])])
  }
}

async function longAfter(signal: AbortSignal): Promise<undefined> {
  if (!signal.aborted) await once(signal, 'abort')
  await sleep(startTimeout, undefined, { ref: false })
}
const startTimeout = 10_000
