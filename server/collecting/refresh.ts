import type { Kysely } from 'kysely'
import type { CaseRefresh } from '#shared/api/collecting.ts'
import { upperFirst } from '#shared/domain/wording.ts'
import { selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import { isRefreshable, type RefreshState, refreshCase, refreshState } from '../collectors/refresh-case.ts'
import type { DB } from '../db/schema.ts'
import { sendJob } from '../jobs/send-job.ts'

/** One case read now because a person asks; how far that has come. A case outside the scope is exactly like an absent one. */
export type RefreshAnswer =
  | { kind: 'asked'; state: CaseRefresh }
  | { kind: 'absent' }
  | { kind: 'too_soon'; seconds: number }
  | { kind: 'no_address' }

/** The request and the job that does it are kept together; collecting that already runs sees the request by itself. */
export const askRefresh = (db: Kysely<DB>, scope: Scope, id: number): Promise<RefreshAnswer> =>
  db.transaction().execute(async trx => {
    if (!(await isVisible(trx, scope, id))) return { kind: 'absent' }
    const asked = await refreshCase(trx, id)
    switch (asked.kind) {
      case 'no_address':
        return asked
      case 'too_soon':
        return { kind: 'too_soon', seconds: Math.max(1, Math.ceil((asked.again_at.getTime() - Date.now()) / 1000)) }
      case 'asked':
        await sendJob(trx, 'collect', {})
        return { kind: 'asked', state: presented(await refreshState(trx, id)) }
    }
  })

export async function refreshOf(db: Kysely<DB>, scope: Scope, id: number): Promise<CaseRefresh | undefined> {
  if (!(await isVisible(db, scope, id))) return undefined
  return presented(await refreshState(db, id), (await isRefreshable(db, id)) ? null : noAddress)
}

export const noAddress = 'Карточка этого дела на сайте суда неизвестна, поэтому обновить его нельзя.'

const isVisible = async (db: Kysely<DB>, scope: Scope, id: number): Promise<boolean> =>
  (await selectCases(db, scope, {}).where('court_case.id', '=', id).select('court_case.id').executeTakeFirst()) !==
  undefined

const presented = (state: RefreshState | undefined, refusal: string | null = null): CaseRefresh => ({
  refusal,
  state: state === undefined ? 'idle' : stateOf(state),
  not_before: state?.not_before?.toISOString() ?? null,
  read_at: state?.read_at?.toISOString() ?? null,
  error: state?.error == null ? null : sayable(state.error),
})

const stateOf = ({ waiting, captcha, not_before, error, read_at }: RefreshState): CaseRefresh['state'] => {
  if (waiting) return captcha ? 'captcha' : not_before === null ? 'waiting' : 'silent'
  return error !== null ? 'failed' : read_at === null ? 'idle' : 'read'
}

/** Faults of ours are for the log; those of the site are told. */
const sayable = (error: string): string =>
  error.startsWith('Сбой:') ? 'Прочитанное не удалось разобрать.' : upperFirst(error).replace(/[.!]?$/, '.')
