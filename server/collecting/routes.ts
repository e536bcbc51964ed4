import type { Kysely } from 'kysely'
import {
  type CaseRefresh,
  caseRefresh,
  courtCheckList,
  courtChecksQuery,
  coverage,
  coverageFields,
  coverageGapList,
  coverageGapsQuery,
  coverageQuery,
} from '#shared/api/collecting.ts'
import { idParams } from '#shared/api/lists.ts'
import { upperFirst } from '#shared/domain/wording.ts'
import { askedValues } from '../cases/asked-values.ts'
import { selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import { deleteUnknownWording } from '../collectors/court-checks.ts'
import { isRefreshable, type RefreshState, refreshCase, refreshState } from '../collectors/refresh-case.ts'
import type { DB } from '../db/schema.ts'
import { accepted, answers, done } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { conflict, notFound, tooMany } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOf } from '../http/pages.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { sendJob } from '../jobs/send-job.ts'
import { coverageGaps } from './courts-read.ts'
import { courtChecks, coverageOf } from './coverage.ts'

/** A case read again from its court's site (§7), and how well courts are watched. */
const route = routeOptions('Дела', { access: 'member' })
const adminRoute = routeOptions('Администратору', { access: 'superuser' })
const noCase = (): Error => notFound('Дело не найдено.')
const refreshesPerMinute = 20

export const collectingRoutes: FeatureRoutes = async (app, { db }) => {
  app.post(
    '/cases/:id/refresh/',
    route({
      rateLimit: perMinute('refresh', refreshesPerMinute, 'Слишком много дел сразу: сайты судов нужно беречь.'),
      summary: 'Прочитать карточку на сайте суда сейчас',
      description: 'Не чаще раза в минуту на дело. Как идёт чтение, говорит GET того же адреса.',
      params: idParams,
      response: accepted(caseRefresh, 401, 403, 404, 409, 429),
    }),
    async ({ account, params }) => {
      const asked = await askRefresh(db, scopeOf(account), params.id)
      if (asked.kind === 'absent') throw noCase()
      if (asked.kind === 'no_address') throw conflict(noAddress)
      if (asked.kind === 'too_soon') throw tooMany(asked.seconds, 'Карточку только что перечитали.')
      return asked.state
    },
  )

  app.get(
    '/cases/:id/refresh/',
    route({ summary: 'Как идёт чтение карточки', params: idParams, response: answers(caseRefresh, 401, 404) }),
    async ({ account, params }) => {
      const state = await refreshOf(db, scopeOf(account), params.id)
      if (state === undefined) throw noCase()
      return state
    },
  )

  app.get(
    '/coverage/',
    route({
      summary: 'Сколько судов проверено',
      description:
        'Суды регионов учётной записи, которые выбирают фильтры и которые рассматривают дела этого кодекса и инстанции. `checked` — прочитаны до конца (если выбраны дни поступления — за каждый из них), из них `stale` — больше недели назад; `unread` — ещё не прочитаны, `unwatched` — не отслеживаются. «0 дел» при `checked` меньше `courts` ещё не значит, что дел нет.',
      querystring: coverageQuery,
      response: answers(coverage, 400, 401),
    }),
    async ({ account, query }) => coverageOf(db, scopeOf(account), askedValues(coverageFields, query, account)),
  )

  app.get(
    '/coverage/gaps/',
    route({
      summary: 'Какие суды не проверены',
      description: 'Суды из `/coverage/` поимённо, по регионам.',
      querystring: coverageGapsQuery,
      response: answers(coverageGapList, 400, 401),
    }),
    async request => {
      const { account, query } = request
      const values = askedValues(coverageFields, query, account)
      const found = await coverageGaps(db, scopeOf(account), values, query)
      return pageOf(request, found, query, { fields: coverageFields, values })
    },
  )

  app.get(
    '/coverage/courts/',
    adminRoute({
      summary: 'Как проверяется каждый суд',
      description: 'Сначала суды с замечаниями. `promised` и `held` — сколько строк обещали списки и сколько пришло.',
      querystring: courtChecksQuery,
      response: answers(courtCheckList, 400, 401, 403),
    }),
    async request => pageOf(request, await courtChecks(db, request.query), request.query),
  )

  app.delete(
    '/coverage/courts/:id/notes/',
    adminRoute({
      summary: 'Непонятое на страницах суда просмотрено',
      params: idParams,
      response: answers(done, 401, 403),
    }),
    async ({ params }) => {
      await deleteUnknownWording(db, params.id)
      return { detail: 'Отмечено. Если непонятное встретится снова, оно появится здесь.' }
    },
  )
}

/** One case read now because a person asks; how far that has come. A case outside the scope is exactly like an absent one. */
type RefreshAnswer =
  | { kind: 'asked'; state: CaseRefresh }
  | { kind: 'absent' }
  | { kind: 'too_soon'; seconds: number }
  | { kind: 'no_address' }

/** The request and the job that does it are kept together; collecting that already runs sees the request by itself. */
const askRefresh = (db: Kysely<DB>, scope: Scope, id: number): Promise<RefreshAnswer> =>
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

async function refreshOf(db: Kysely<DB>, scope: Scope, id: number): Promise<CaseRefresh | undefined> {
  if (!(await isVisible(db, scope, id))) return undefined
  return presented(await refreshState(db, id), (await isRefreshable(db, id)) ? null : noAddress)
}

const noAddress = 'Карточка этого дела на сайте суда неизвестна, поэтому обновить его нельзя.'

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
