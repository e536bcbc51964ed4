import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { askSite, type SiteCall, type SiteTarget } from './captcha-gate.ts'
import { recordAttempt, recordFailure, recordUnknownWording } from './court-checks.ts'
import { cancelLease, type HostLease } from './host-lease.ts'
import type { CollectContext } from './leased-request.ts'
import { type AnswerClass, consequences, type SiteAnswer, type Wait } from './site-answer.ts'
import type { Site } from './sites.ts'

/**
 * One step of collecting, the same for a list, a card, a text and the search for a moved card: requested, classified,
 * then recorded by the task or postponed as `consequences` says. A task supplies only what differs.
 */
export type CourtTask = Omit<SiteCall, 'target'> & {
  target: SiteTarget | undefined
  exhausted: () => Promise<void>
  record: { [Class in AnswerClass]?: (answer: SiteAnswer<Class>) => Promise<void> }
  postpone: (trx: Transaction<DB>, wait: Wait, reason: string) => Promise<void>
  /** Only a list shows whether the court can be queried: a single failed card does not make it silent. */
  isOfCourt: boolean
  /** Does nothing when the task was cancelled meanwhile. */
  settle: (work: (trx: Transaction<DB>) => Promise<void>) => Promise<void>
}

export async function runTask(
  context: CollectContext,
  lease: HostLease,
  site: Site,
  task: CourtTask,
  signal: AbortSignal,
): Promise<void> {
  const { target, sought, urgent } = task
  if (target === undefined) {
    await cancelLease(context.db, lease)
    return task.exhausted()
  }
  const answer = await askSite(context, lease, site, { sought, target, urgent }, signal)
  if (answer !== undefined) await (recorded(task, answer) ?? postponed(site, task, answer))
}

const recorded = <Class extends AnswerClass>(
  { record }: { record: { [One in Class]?: (answer: SiteAnswer<One>) => Promise<void> } },
  answer: SiteAnswer<Class>,
): Promise<void> | undefined => record[answer.class]?.(answer)

function postponed(site: Site, task: CourtTask, answer: SiteAnswer): Promise<void> {
  const { wait, check } = consequences[answer.class]
  const { reason } = answer
  return task.settle(async trx => {
    await task.postpone(trx, wait, reason)
    if (check === 'captcha') {
      if (task.isOfCourt) await recordAttempt(trx, site, { captcha: true })
      return
    }
    if (check === 'not_understood') await recordUnknownWording(trx, site, [notUnderstood(task, answer)])
    if (check === 'failure' || task.isOfCourt) await recordFailure(trx, site, reason, { search: task.isOfCourt })
  })
}

export const notUnderstood = ({ sought }: Pick<CourtTask, 'sought'>, answer: SiteAnswer) => ({
  code: answer.class === 'unknown' ? answer.code : 'unknown_page',
  where: sought === 'list' ? 'search' : sought,
  value: answer.reason,
})
