import type { z } from 'zod'
import { charts, countTree, statisticsQuery } from '#shared/api/statistics.ts'
import { statsFields } from '#shared/filters/case-fields.ts'
import { askedValues } from '../cases/asked-values.ts'
import { enginesAt } from '../cases/engine/at-day.ts'
import { askCases, atOneMoment } from '../cases/engine/run.ts'
import { answers } from '../http/answers.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { countIsBehindNow } from '../http/places.ts'
import { routeOptions } from '../http/route.ts'
import { countCharts } from './charts.ts'
import { countArticleTree } from './count-tree.ts'

/** Statistics (§2 /stats, §7 frontcountcases). Every answer is of one moment: its figures agree. */
const route = routeOptions('Статистика', { access: 'member' })

export const statisticsRoutes: FeatureRoutes = async (app, { db, copy, copyOn }) => {
  const engines = { db, copy, copyOn }
  const askedOf = ({ account, query }: { account: AccountRights; query: z.output<typeof statisticsQuery> }) => ({
    scope: scopeOf(account),
    values: askedValues(statsFields, query, account),
  })
  app.get(
    '/frontcountcases/',
    route({
      lane: 'figures',
      summary: 'Сколько дел: кодексы, статьи, части',
      description:
        'Фильтры списка без `type`, `stage`, `codex_articles`, `defendants`: они здесь — строки и столбцы. `filters` каждой строки, добавленные к заданным, открывают список из стольких же дел.',
      querystring: statisticsQuery,
      response: answers(countTree, 400, 401, 403),
    }),
    async request => {
      const asked = askedOf(request)
      return askCases(await enginesAt(engines, asked.values), asked, countArticleTree, atOneMoment)
    },
  )

  app.get(
    '/frontcountcases/charts/',
    route({
      lane: 'figures',
      summary: 'Диаграммы статистики',
      description:
        'Под теми же фильтрами. У каждой отметки — `filters`, которые вместе с заданными открывают список из стольких же дел.',
      querystring: statisticsQuery,
      response: answers(charts, 400, 401, 403),
    }),
    async request => {
      const asked = askedOf(request)
      const counted = await askCases(
        await enginesAt(engines, asked.values),
        asked,
        (engine, question) => countCharts(engine, question, db),
        atOneMoment,
      )
      return { ...counted, ...countIsBehindNow() }
    },
  )
}
