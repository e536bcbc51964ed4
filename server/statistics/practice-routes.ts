import { comparables, comparablesParams, comparablesQuery } from '#shared/api/comparables.ts'
import { idParams } from '#shared/api/lists.ts'
import { courtPractice, judgePractice } from '#shared/api/practice.ts'
import { answers } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { routeOptions } from '../http/route.ts'
import { comparablesOf } from './comparables.ts'
import { courtPageOf, judgePageOf } from './practice.ts'

const rights = { access: 'member', lane: 'figures' } as const
const route = routeOptions('Суды и судьи', rights)
const caseRoute = routeOptions('Дела', rights)
const description =
  'Нагрузка по месяцам, сроки, исходы, наказания, пересмотр. `expected` — доля, которая была бы при тех же статьях по всему суду (для суда — по региону); интервалы — 95 %. Меньше двадцати дел — цифр нет.'

export const practiceRoutes: FeatureRoutes = async (app, { db, copy }) => {
  app.get(
    '/judges/:id/',
    route({ summary: 'Судья в одном суде', description, params: idParams, response: answers(judgePractice, 401, 404) }),
    async ({ account, params }) => judgePageOf({ db, copy }, scopeOf(account), params.id),
  )
  app.get(
    '/courts/:id/',
    route({ summary: 'Суд', description, params: idParams, response: answers(courtPractice, 401, 404) }),
    async ({ account, params }) => courtPageOf({ db, copy }, scopeOf(account), params.id),
  )
  app.get(
    '/cases/:id/comparables/',
    caseRoute({
      summary: 'Похожие дела: где лежит наказание, что стало с решениями при пересмотре',
      description:
        'По каждому привлекаемому, чьи статья и исход известны точно. Условия снимаются по одному — регион, годы, часть статьи, — пока не наберётся двадцать дел; с `same_…` действуют те, что названы. `filters` открывают список из стольких же дел.',
      params: comparablesParams,
      querystring: comparablesQuery,
      response: answers(comparables, 400, 401, 404),
    }),
    async ({ account, params, query }) =>
      comparablesOf({ db, copy }, scopeOf(account), params.id, {
        region: query.same_region,
        years: query.same_years,
        part: query.same_part,
      }),
  )
}
