import { idParams } from '#shared/api/lists.ts'
import { courtPractice, judgePractice } from '#shared/api/practice.ts'
import { answers } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { routeOptions } from '../http/route.ts'
import { courtPageOf, judgePageOf } from './practice.ts'

const route = routeOptions('Суды и судьи', { access: 'member', lane: 'figures' })
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
}
