import { z } from 'zod'
import {
  defendant,
  defendantColumns,
  defendantExportQuery,
  defendantList,
  defendantListQuery,
} from '#shared/api/defendants.ts'
import { asOfQuery, idParams } from '#shared/api/lists.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { defendantFields } from '#shared/filters/case-fields.ts'
import { askedValues } from '../cases/asked-values.ts'
import { enginesAt } from '../cases/engine/at-day.ts'
import { answers, attachment } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { giveDownload } from '../http/downloads.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOf } from '../http/pages.ts'
import { countIsBehindNow } from '../http/places.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { foundCounts } from './appearances.ts'
import { peoplePage } from './list-people.ts'
import { namesakesOf } from './namesakes.ts'
import { onePerson } from './one-person.ts'
import { openPeopleCsv } from './people-csv.ts'
import { personRows } from './person-rows.ts'
import { presentPerson, presentWholePerson } from './present-person.ts'

const route = routeOptions('Лица', { access: 'member' })
/** A file may read everything; many users can share an address. */
const exportsPerMinute = 120
const filtersNote =
  'Фильтры выбирают лиц по их делам: все условия выполняет одно дело. О самом лице сказано всё, что видно спрашивающему. Скрытых судом лиц в списке нет.'

export const defendantRoutes: FeatureRoutes = async (app, { db, copy, copyOn, ...settings }) => {
  const engines = { db, copy, copyOn }
  app.get(
    '/defendants/',
    route({
      summary: 'Список лиц',
      description: filtersNote,
      querystring: defendantListQuery,
      response: answers(defendantList, 400, 401),
    }),
    async request => {
      const { account, query } = request
      const { ordering, found_from: least, page, size } = query
      const scope = scopeOf(account)
      const values = askedValues(defendantFields, query, account)
      const slice = { ordering, least, limit: size, offset: (page - 1) * size }
      const then = await enginesAt(engines, values)
      const { count, ids } = await peoplePage(then, scope, values, slice)
      const [rows, namesakes, found] = await Promise.all([
        personRows(then.db, scope, ids),
        namesakesOf(then.db, scope, ids),
        foundCounts({ db: then.db, scope, values }, ids),
      ])
      const shown = rows.map(row => ({
        ...presentPerson(row),
        namesakes_count: namesakes.get(row.id) ?? 0,
        found_count: found.get(row.id)?.found_count ?? 0,
        found_second_instance_count: found.get(row.id)?.found_second_instance_count ?? 0,
      }))
      return {
        ...pageOf(request, { count, rows: shown }, query, { fields: defendantFields, values }),
        ...countIsBehindNow(),
      }
    },
  )

  app.get(
    '/defendants/:id/',
    route({
      summary: 'Лицо и его дела',
      description: 'Дела цепочками инстанций, суды, судьи, назначенные наказания — по делам, видным спрашивающему.',
      params: idParams,
      querystring: asOfQuery,
      response: answers(defendant, 400, 401, 404),
    }),
    async ({ account, params, query }) => {
      const then = await enginesAt(engines, query)
      return presentWholePerson(await onePerson(then.db, scopeOf(account), params.id))
    },
  )

  app.get(
    '/data/defendantscsv/export.csv',
    route({
      rateLimit: perMinute('defendantscsv', exportsPerMinute, 'Слишком много выгрузок.'),
      lane: 'unlimited',
      summary: 'Список лиц файлом CSV',
      description: `UTF-8 с меткой, между ячейками — точка с запятой. ${filtersNote}`,
      querystring: defendantExportQuery,
      response: answers(z.any().meta({ description: 'text/csv; charset=utf-8' }), 400, 401, 429, 503),
    }),
    async (request, reply) => {
      const { account, query } = request
      const values = askedValues(defendantFields, query, account)
      const file = await giveDownload({ request, reply }, settings, signal =>
        openPeopleCsv(engines, scopeOf(account), values, {
          columns: query.fields ?? defendantColumns,
          ordering: query.ordering,
          least: query.found_from,
          limit: query.limit,
          origin: request.siteOrigin,
          signal,
        }),
      )
      const name = `Лица ${today()}.csv`
      return reply.type('text/csv; charset=utf-8').headers(attachment(name, 'defendants.csv')).send(file)
    },
  )
}
