import { Readable } from 'node:stream'
import { z } from 'zod'
import { asOfQuery } from '#shared/api/case-queries.ts'
import {
  type DefendantColumn,
  defendant,
  defendantColumns,
  defendantExportQuery,
  defendantList,
  defendantListQuery,
  type PersonSummary,
} from '#shared/api/defendants.ts'
import { idParams } from '#shared/api/lists.ts'
import { codexTitle } from '#shared/domain/codex.ts'
import type { DefendantOrdering } from '#shared/domain/defendant-orderings.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { defendantFields } from '#shared/filters/case-fields.ts'
import { askedValues } from '../cases/asked-values.ts'
import { enginesAt } from '../cases/engine/at-day.ts'
import type { Engines } from '../cases/engine/engine.ts'
import type { Scope } from '../cases/predicates.ts'
import { openSnapshot, prefetched } from '../db/snapshot.ts'
import { type Cell, csvFile } from '../exports/csv.ts'
import { answers, attachment } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { giveDownload } from '../http/downloads.ts'
import { countIsBehindNow } from '../http/fair-queue.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOf } from '../http/pages.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { type DefendantValues, foundCounts } from './appearances.ts'
import { peoplePage } from './list-people.ts'
import { type ListedPeople, listedPeople } from './listed-people.ts'
import { namesakesOf } from './namesakes.ts'
import { onePerson } from './one-person.ts'
import { personRows } from './person-rows.ts'
import { presentPerson, presentWholePerson } from './present-person.ts'

const route = routeOptions('Лица', { access: 'member' })
/** An export may read everything, and many users can share an address. */
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

/** The list of people as CSV, from one snapshot. Memory holds two batches; `signal` cancels the query. */
type Asked = {
  columns: readonly DefendantColumn[]
  ordering: DefendantOrdering
  limit: number | undefined
  least: number
  origin: string
  signal?: AbortSignal
}

const secondsEach = 300

export async function openPeopleCsv(
  engines: Engines,
  scope: Scope,
  values: DefendantValues,
  { columns, ordering, limit, least, origin, signal }: Asked,
): Promise<Readable> {
  const { db, copy } = await enginesAt(engines, values)
  const snapshot = await openSnapshot(db, { secondsEach, signal })
  try {
    const people = await listedPeople(snapshot.trx, copy, scope, values, { ordering, limit, least })
    const lines = linesOf(people, person => columns.map(column => cells[column](person, origin)))
    const body = Readable.from(csvFile(columns, lines), { objectMode: false })
    body.once('close', () => void snapshot.close())
    return body
  } catch (error) {
    await snapshot.close()
    throw error
  }
}

async function* linesOf(people: ListedPeople, line: (person: PersonSummary) => Cell[]): AsyncGenerator<Cell[][]> {
  for await (const rows of prefetched(people)) yield rows.map(row => line(presentPerson(row)))
}

const cells: { readonly [K in DefendantColumn]: (person: PersonSummary, origin: string) => Cell } = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  gender: ({ gender }) => gender,
  regions: ({ regions }) => regions.map(regionTitle).join(', '),
  cities: ({ cities }) => cities.join(', '),
  cases_count: ({ cases_count }) => cases_count,
  second_instance_count: ({ second_instance_count }) => second_instance_count,
  codex_articles: ({ codex_articles }) =>
    codex_articles.map(({ name, codex }) => `${name} ${codexTitle(codex)}`).join(', '),
  first_entry_date: ({ first_entry_date }) => first_entry_date,
  last_entry_date: ({ last_entry_date }) => last_entry_date,
  at_risk: ({ at_risk }) => at_risk,
  sm_url: ({ id }, origin) => `${origin}/defendants/${id}`,
}
