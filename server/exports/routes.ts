import { buffer } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { caseExportQuery, exportSettings, exportSettingsChange, oneCaseExportQuery } from '#shared/api/exports.ts'
import { idParams } from '#shared/api/lists.ts'
import { columnsFor, columnsInOrder, type ExportFormat, exportFormats } from '#shared/domain/export-columns.ts'
import { exportDirectLimit as usualLimit } from '#shared/domain/limits.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { askedValues } from '../cases/asked-values.ts'
import type { DB } from '../db/schema.ts'
import { answers, attachment } from '../http/answers.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { giveDownload } from '../http/downloads.ts'
import { notFound } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { aboutCsv } from './about-export.ts'
import { aboutFile, openExportFile } from './export-file.ts'
import { fileName } from './file-name.ts'
import { chosenColumns, keepColumns, refuseForeignColumns } from './settings.ts'
import { streamOf } from './zip.ts'

/** The list of cases as a file by a direct link, and what the form of exports begins with (§2, §7). */
const route = routeOptions('Выгрузки', { access: 'member' })
/** Limited because a file may contain all cases; generous because many people may share an address. */
const exportsPerMinute = 120
const filtersNote =
  'Фильтры и порядок те же, что у списка дел, строки те же и в том же порядке. Обрыв связи виден: файл без конца не считается скачанным.'
const about = {
  csv: 'UTF-8 с меткой, между ячейками — точка с запятой, дробные числа с запятой. Ячейка, которую табличная программа вычислила бы или приняла за дату, начинается с апострофа.',
  xlsx: 'Книга Excel: на первом листе строки, на втором — фильтры словами, время и охват. До 1 048 575 строк.',
  ndjson: 'Строка JSON на дело, для программ: списки списками, пустое — null.',
} as const satisfies Record<ExportFormat, string>

type Asked = { account: AccountRights; query: z.output<typeof caseExportQuery>; siteOrigin: string }
/** @throws HttpError 400, 403 for filters and columns that the account may not have */
const askedOf = ({ account, query, siteOrigin: origin }: Asked) => {
  const { fields, ordering, limit, offset, cases, ...filters } = query
  const values = askedValues(caseListFields, filters, account)
  refuseForeignColumns(account, fields ?? [])
  const columns = columnsInOrder(fields ?? columnsFor(account))
  return { scope: scopeOf(account), values, columns, ordering, limit, offset, cases, origin }
}

export const exportRoutes: FeatureRoutes = async (app, { db, reading, copy, copyOn, ...options }) => {
  const enginesOn = (on: Kysely<DB>) => ({ db: on, copy, copyOn })
  const limited = (what: string) => perMinute(`file ${what}`, exportsPerMinute, 'Слишком много выгрузок.')

  for (const { value: format, label, type } of exportFormats) {
    app.get(
      `/data/casescsv/export.${format}`,
      {
        // Compressed once, and fast: better compression would take longer than making the file.
        compress: format === 'xlsx' ? false : { encodings: ['gzip'], zlibOptions: { level: 1 } },
        ...route({
          rateLimit: limited(format),
          lane: 'unlimited',
          summary: `Список дел файлом ${label}`,
          description: `${about[format]} ${filtersNote}`,
          querystring: caseExportQuery,
          response: answers(z.any().meta({ description: type }), 400, 401, 403, 429, 503),
        }),
      },
      async (request, reply) => {
        const asked = askedOf(request)
        const name = await fileName(db, request.account, asked.values, format)
        const file = await giveDownload({ request, reply }, options, async signal => {
          const withoutAbout = format !== 'xlsx'
          const { count, body } = await reading(on =>
            openExportFile(enginesOn(on), { ...asked, format, withoutAbout, signal }),
          )
          reply.header('x-total-count', count)
          return body
        })
        return reply
          .type(type)
          .headers(attachment(name, `cases.${format}`))
          .send(file)
      },
    )
  }

  app.get(
    '/data/casescsv/about.csv',
    route({
      rateLimit: limited('about'),
      lane: 'figures',
      summary: 'О выгрузке: фильтры словами, время, охват',
      description: 'Спрашивается теми же параметрами, что и сам файл. В книге Excel это второй лист.',
      querystring: caseExportQuery,
      response: answers(z.any().meta({ description: 'text/csv; charset=utf-8' }), 400, 401, 403, 429, 503),
    }),
    async (request, reply) => {
      const asked = askedOf(request)
      const lines = await reading(on => aboutFile(enginesOn(on), asked))
      return reply
        .type('text/csv; charset=utf-8')
        .headers(attachment(`О выгрузке ${today()}.csv`, 'about.csv'))
        .send(streamOf(aboutCsv(lines)))
    },
  )

  app.get(
    '/cases/:id/file/',
    route({
      rateLimit: limited('case'),
      summary: 'Одно дело файлом',
      description: 'Строка со всеми столбцами, доступными спрашивающему.',
      params: idParams,
      querystring: oneCaseExportQuery,
      response: answers(z.any().meta({ description: 'text/csv; charset=utf-8' }), 400, 401, 404, 429),
    }),
    async ({ account, params, query, siteOrigin }, reply) => {
      // Small enough to be held in memory, so that a slow reader holds no connection.
      const file = await reading(async on => {
        const { count, body } = await openExportFile(enginesOn(on), {
          scope: scopeOf(account),
          values: {},
          cases: [params.id],
          columns: columnsFor(account),
          ordering: defaultOrdering,
          format: query.format,
          withoutAbout: query.format !== 'xlsx',
          origin: siteOrigin,
        })
        if (count > 0) return buffer(body)
        body.destroy()
        throw notFound('Дело не найдено.')
      })
      const { type } = exportFormats.find(({ value }) => value === query.format) ?? exportFormats[0]
      return reply
        .type(type)
        .headers(attachment(`Дело ${params.id}.${query.format}`, `case-${params.id}.${query.format}`))
        .send(file)
    },
  )

  const settingsOf = { direct_limit: options.exportDirectLimit ?? usualLimit }
  app.get(
    '/exports/settings/',
    route({
      summary: 'С чего начинается форма выгрузки',
      description:
        'До скольких дел файл предлагается ссылкой (сама ссылка не ограничена) и столбцы, выбранные в прошлый раз.',
      response: answers(exportSettings, 401),
    }),
    async ({ account }) => ({ ...settingsOf, selected_columns: await chosenColumns(db, account) }),
  )
  app.put(
    '/exports/settings/',
    route({
      rateLimit: perMinute('exports settings', 300, 'Слишком много изменений.'),
      summary: 'Запомнить столбцы',
      body: exportSettingsChange,
      response: answers(exportSettings, 400, 401, 403, 429),
    }),
    async ({ account, body }) => ({
      ...settingsOf,
      selected_columns: await keepColumns(db, account, body.selected_columns),
    }),
  )
}
