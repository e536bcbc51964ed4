import { z } from 'zod'
import { chartFileQuery } from '#shared/api/citations.ts'
import { charts, chartsQuery, countTree, treeQuery } from '#shared/api/statistics.ts'
import { caseListFields, statsFields } from '#shared/filters/case-fields.ts'
import { leftOutOfTree } from '#shared/filters/left-out-of-tree.ts'
import { treeFilters } from '#shared/filters/views.ts'
import { readValues, toQuery, writeValues } from '#shared/filters/wire.ts'
import { askedValues } from '../cases/asked-values.ts'
import { enginesAt } from '../cases/engine/at-day.ts'
import { askCases, atOneMoment } from '../cases/engine/run.ts'
import { answers } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { countForDownload } from '../http/downloads.ts'
import { countIsBehindNow } from '../http/fair-queue.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { countCharts } from './charts.ts'
import { countFigures } from './count-figures.ts'
import { countArticleTree } from './count-tree.ts'
import { chartFile, figureFormats, giveFigures } from './figure-file.ts'
import { medians, readArticleLines } from './lines.ts'
import { writeMethodNote } from './method-note.ts'

/** Statistics (§2 /stats, §7 frontcountcases). Every answer is from one snapshot, so its figures agree. */
const route = routeOptions('Статистика', { access: 'member' })
const filesPerMinute = 120

export const statisticsRoutes: FeatureRoutes = async (app, { db, copy, copyOn }) => {
  const engines = { db, copy, copyOn }
  app.get(
    '/frontcountcases/',
    route({
      lane: 'figures',
      summary: 'Сколько дел: кодексы, статьи, части',
      description:
        'Фильтры списка без `type`, `stage`, `codex_articles`, `defendants`: они здесь — строки и столбцы. `filters` каждой строки, добавленные к заданным, открывают список из стольких же дел.',
      querystring: treeQuery,
      response: answers(countTree, 400, 401, 403),
    }),
    async ({ account, query }) => {
      const asked = { scope: scopeOf(account), values: askedValues(statsFields, query, account) }
      return askCases(await enginesAt(engines, asked.values), asked, countArticleTree, atOneMoment)
    },
  )

  app.get(
    '/frontcountcases/charts/',
    route({
      lane: 'figures',
      summary: 'Диаграммы статистики',
      description:
        'Под всеми фильтрами списка. У каждой отметки — `filters`, которые вместе с заданными открывают список из стольких же дел. `medians` — для строк `frontcountcases/`: под теми же фильтрами, что и они.',
      querystring: chartsQuery,
      response: answers(charts, 400, 401, 403),
    }),
    async ({ account, query }) => {
      const asked = { scope: scopeOf(account), values: askedValues(caseListFields, query, account) }
      const on = await enginesAt(engines, asked.values)
      const counted = await askCases(on, asked, (engine, question) => countCharts(engine, question, db), atOneMoment)
      if (leftOutOfTree(asked.values).length === 0) return { ...counted, ...countIsBehindNow() }
      const ofTree = { ...asked, values: readValues(statsFields, treeFilters(asked.values)) }
      const lines = await readArticleLines(db)
      const ofLines = await askCases(on, ofTree, (engine, question) => medians(engine, question, lines), atOneMoment)
      return { ...counted, medians: ofLines, ...countIsBehindNow() }
    },
  )

  for (const { value: format, label, type } of figureFormats)
    app.get(
      `/frontcountcases/charts/export.${format}`,
      route({
        lane: 'figures',
        rateLimit: perMinute(`chart ${format}`, filesPerMinute, 'Слишком много выгрузок.'),
        summary: `Одна диаграмма файлом ${label}`,
        description: 'Те же числа, что в таблице под диаграммой, и как они посчитаны.',
        querystring: chartFileQuery,
        response: answers(z.any().meta({ description: type }), 400, 401, 403, 429, 503),
      }),
      async (request, reply) => {
        const { account, query, siteOrigin } = request
        const values = askedValues(caseListFields, query, account)
        const { figures, selections } = await countForDownload(request, () =>
          countFigures(engines, scopeOf(account), [values], { chart: query.chart }),
        )
        if (figures.chart === null) throw new Error('a chart was asked for')
        const about = {
          madeAt: new Date().toISOString(),
          regions: account.regions,
          url: `${siteOrigin}/stats?${toQuery(writeValues(caseListFields, values))}`,
          method: await writeMethodNote(db, {
            scope: scopeOf(account),
            sides: [{ values, selection: selections[0] }],
            of: query,
          }),
        }
        return giveFigures(reply, format, chartFile(figures.chart, about), {
          day: figures.chart.today,
          chart: figures.chart.key,
        })
      },
    )
}
