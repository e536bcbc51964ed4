import type { JobHandler } from '../jobs/handlers.ts'
import { askAboutOld, forgetOld, sweep } from './sweep.ts'

/** What is done for subscriptions once a night. Each step bears being done again. */
export const tendSubscriptions: JobHandler<'tend-subscriptions'> = async ({ db }, _, signal) => {
  const failures: unknown[] = []
  await sweep(db, { now: new Date(), onError: error => failures.push(error), isStopped: () => signal.aborted })
  signal.throwIfAborted()
  await askAboutOld(db, new Date())
  await forgetOld(db, new Date())
  // Some filters could not be asked: the rest has been.
  if (failures.length > 0) console.error('Подписки: не все фильтры проверены:', failures[0])
}
