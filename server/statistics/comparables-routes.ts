import { comparables, comparablesParams, comparablesQuery } from '#shared/api/comparables.ts'
import { answers } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { routeOptions } from '../http/route.ts'
import { comparablesOf } from './comparables.ts'

const route = routeOptions('Дела', { access: 'member', lane: 'figures' })

export const comparablesRoutes: FeatureRoutes = async (app, { db, copy }) => {
  app.get(
    '/cases/:id/comparables/',
    route({
      summary: 'Похожие дела: где лежит наказание, что стало с решениями при пересмотре',
      description:
        'По каждому привлекаемому, чьи статья и исход известны точно. Условия отпускаются по одному — регион, годы, часть статьи, — пока не наберётся двадцать дел; с `same_…` действуют те, что названы. `filters` открывают список из стольких же дел.',
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
