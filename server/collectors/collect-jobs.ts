import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { expireCaptchas } from './captcha.ts'
import { raiseFlags } from './court-checks.ts'
import { collectContext, runCollecting } from './run.ts'
import { nextMoment } from './task-queue.ts'
import { planWindows } from './window-schedule.ts'

export type Collecting = {
  /** Whether watched courts are asked by the schedule; without it only what a person asks for. */
  scheduled: boolean
  contact?: string | undefined
  proxy?: string | undefined
}
type Shop = { db: Kysely<DB>; collecting?: Collecting | undefined }
const byHand: Collecting = { scheduled: false }

/** Comes every minute while nothing runs; what is due in a moment is waited for, the rest is left to the next one. */
const longestWait = 60_000
const concurrency = 4

/** Faults of ours are told when the work is over, so that one page does not keep back the others. */
export async function collectDue({ db, collecting = byHand }: Shop, _: object, signal: AbortSignal): Promise<void> {
  const only = { urgent: !collecting.scheduled }
  const next = await nextMoment(db, only)
  if (next === undefined || next.getTime() - Date.now() > longestWait) return
  const context = await collectContext(db, collecting)
  const faults: unknown[] = []
  const onError = (error: unknown): void => void (faults.length < mostFaults && faults.push(error))
  await runCollecting(context, { only, concurrency, longestWait, onError }, signal)
  signal.throwIfAborted()
  if (faults.length > 0) throw new AggregateError(faults, `Collecting met faults, the first: ${String(faults[0])}`)
}
const mostFaults = 10

export async function planCollecting({ db, collecting = byHand }: Shop): Promise<void> {
  if (!collecting.scheduled) return
  const { searchUrls } = await collectContext(db, collecting)
  await planWindows(db, searchUrls)
}

export async function checkCourts({ db }: Shop): Promise<void> {
  await expireCaptchas(db)
  await raiseFlags(db)
}
