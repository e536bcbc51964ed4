import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  citation,
  citationList,
  citationNow,
  citationParams,
  citationRequest,
  clash,
  pivot,
  pivotQuery,
} from '#shared/api/pivot.ts'
import { everything, fileRoom, pageRoom } from '#shared/domain/pivot.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { toRecord } from '#shared/filters/wire.ts'
import { askedValues } from '../cases/asked-values.ts'
import { enginesOfSides } from '../cases/engine/at-day.ts'
import { askTogether } from '../cases/engine/run.ts'
import { answers, attachment, created } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { countForDownload } from '../http/downloads.ts'
import { fieldError } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { countIsBehindNow } from '../http/places.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { checkFilters } from '../saved/checked-filters.ts'
import { citationsOf, cite, citedNow, fileOfCitation, readCitation } from './citations.ts'
import { countTable, type Definition, type Room } from './pivot.ts'
import { type PivotFileAbout, tableCsv, tableXlsx } from './pivot-file.ts'

/** The page of data (§2 /data): a table over the cases of the list, as JSON and as files, and links to its figures. */
const route = routeOptions('Данные', { access: 'member' })
const filesPerMinute = 120
const citationsPerMinute = 60
const note =
  'Фильтры те же, что у списка дел. `filters` стороны, а поверх них фильтры строки, столбца и показателя, открывают список дел за цифрой. Первая строка и первый столбец — всего. Дело с несколькими статьями стоит в каждой, а в итоге — один раз.'
const formats = [
  { value: 'csv', label: 'CSV', type: 'text/csv; charset=utf-8' },
  { value: 'xlsx', label: 'XLSX', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
] as const

export const dataRoutes: FeatureRoutes = async (app, { db, copy, copyOn }) => {
  const engines = { db, copy, copyOn }
  type Asked = { account: FastifyRequest['account']; query: z.output<typeof pivotQuery> }
  const definitionOf = ({ account, query }: Asked): Definition => {
    const { rows, columns, metrics, compare } = query
    refuseClash(query)
    const values = askedValues(caseListFields, query, account)
    return {
      rows,
      columns,
      metrics,
      sides: [
        values,
        ...(compare === undefined
          ? []
          : [checkFilters(compare === everything ? {} : toRecord(compare), account, { name: 'compare' }).values]),
      ],
    }
  }
  const count = async (asked: Asked, room: Room) => {
    const definition = definitionOf(asked)
    const [values = {}, compared = {}] = definition.sides
    const named = [['result_text_search', values] as const, ['compare', compared] as const]
    const scope = scopeOf(asked.account)
    return askTogether(
      await enginesOfSides(engines, definition.sides),
      scope,
      named.slice(0, definition.sides.length),
      (trx, sides) => countTable(trx, scope, definition, sides, room),
    )
  }
  const urlOf =
    ({ siteOrigin }: FastifyRequest) =>
    (id: string): string =>
      `${siteOrigin}/data/${id}`

  app.get(
    '/data/pivot/',
    route({
      lane: 'figures',
      summary: 'Показатели по строкам и столбцам',
      description: note,
      querystring: pivotQuery,
      response: answers(pivot, 400, 401, 403),
    }),
    async request => ({ ...(await count(request, pageRoom)), ...countIsBehindNow() }),
  )

  for (const { value: format, label, type } of formats) {
    const limited = perMinute(`data ${format}`, filesPerMinute, 'Слишком много выгрузок.')
    const response = answers(z.any().meta({ description: type }), 400, 401, 403, 404, 429, 503)
    const give = async (reply: FastifyReply, table: z.output<typeof pivot>, about: PivotFileAbout, kept?: Buffer) =>
      reply
        .type(type)
        .headers(attachment(`Данные ${table.today}.${format}`, `data.${format}`))
        .send(format === 'xlsx' ? tableXlsx(table, about) : (kept ?? (await tableCsv(table, about))))

    app.get(
      `/data/pivot/export.${format}`,
      route({
        lane: 'figures',
        rateLimit: limited,
        summary: `Та же таблица файлом ${label}`,
        description: `До ${fileRoom.rows} строк. ${note}`,
        querystring: pivotQuery,
        response,
      }),
      async (request, reply) => {
        const table = await countForDownload(request, () => count(request, fileRoom))
        const regions = request.account.regions === null ? null : [...request.account.regions]
        const address = `${request.siteOrigin}/data?${request.originalUrl.split('?')[1] ?? ''}`
        return give(reply, table, { madeAt: new Date().toISOString(), regions, url: address })
      },
    )

    app.get(
      `/data/citations/:id/export.${format}`,
      route({
        rateLimit: limited,
        summary: `Цифры по ссылке файлом ${label}`,
        description:
          'Файл CSV всегда один и тот же, байт в байт: его SHA-256 — контрольная сумма ссылки (`sha256sum файл`).',
        params: citationParams,
        response,
      }),
      async (request, reply) => {
        const cited = await readCitation(db, request.account, request.params.id, urlOf(request))
        const { id, pivot: table, made_at: madeAt, regions, url } = cited
        return give(reply, table, { madeAt, regions, url }, await fileOfCitation(db, id))
      },
    )
  }

  app.get(
    '/data/citations/',
    route({ summary: 'Свои ссылки на цифры, последние', response: answers(citationList, 401) }),
    request => citationsOf(db, request.account.id, urlOf(request)),
  )

  app.post(
    '/data/citations/',
    route({
      lane: 'figures',
      rateLimit: perMinute('citations', citationsPerMinute, 'Слишком много ссылок.'),
      summary: 'Сохранить цифры и получить на них ссылку',
      description:
        'Цифры остаются такими, какими были; сроки вроде «последние 7 дней» становятся датами. Личные фильтры (избранное, папки, заметки) не годятся. По ссылке цифры видит тот, кому открыты все регионы, о которых они говорят.',
      body: citationRequest,
      response: created(citation, 400, 401, 403, 413, 415, 429),
    }),
    async request => {
      const { account, body } = request
      refuseClash(body)
      const { id } = await cite(engines, account, body, urlOf(request))
      return readCitation(db, account, id, urlOf(request))
    },
  )

  app.get(
    '/data/citations/:id/',
    route({
      summary: 'Цифры по ссылке: какими были',
      params: citationParams,
      response: answers(citation, 401, 403, 404),
    }),
    request => readCitation(db, request.account, request.params.id, urlOf(request)),
  )

  app.get(
    '/data/citations/:id/now/',
    route({
      lane: 'figures',
      summary: 'Те же строки и столбцы: какие они сейчас',
      params: citationParams,
      response: answers(citationNow, 400, 401, 403, 404),
    }),
    async request => {
      const kept = await readCitation(db, request.account, request.params.id, urlOf(request))
      const sides = await citedNow(engines, kept)
      return { sides: sides.map(cells => ({ cells })), today: today() }
    },
  )
}

function refuseClash(asked: Parameters<typeof clash>[0]): void {
  const sentence = clash(asked)
  if (sentence !== undefined) throw fieldError('columns', sentence)
}
