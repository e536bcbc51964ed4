import {
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
import { askedValues } from '../cases/asked-values.ts'
import { forgetNotUnderstood } from '../collectors/court-checks.ts'
import { accepted, answers, done } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { conflict, notFound, tooMany } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOf } from '../http/pages.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { coverageGaps } from './courts-read.ts'
import { courtChecks, coverageOf } from './coverage.ts'
import { askRefresh, noAddress, refreshOf } from './refresh.ts'

/** A case read anew from its court's site (§7), and how well courts are watched. */
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
      await forgetNotUnderstood(db, params.id)
      return { detail: 'Отмечено. Если непонятное встретится снова, оно появится здесь.' }
    },
  )
}
