import type { Kysely } from 'kysely'
import { asOfQuery, caseIdsQuery, caseListQuery } from '#shared/api/case-queries.ts'
import { caseIdList, caseList } from '#shared/api/cases.ts'
import { caseFacets, caseFacetsQuery } from '#shared/api/facets.ts'
import { caseVisit, fullCase } from '#shared/api/full-case.ts'
import { idParams } from '#shared/api/lists.ts'
import { maxPicked } from '#shared/domain/limits.ts'
import { type Holder, hasRight } from '#shared/domain/permissions.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { DB } from '../db/schema.ts'
import { answers, withIsoDates } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { countIsBehindNow } from '../http/fair-queue.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOf } from '../http/pages.ts'
import { routeOptions } from '../http/route.ts'
import { askedValues, refuseForeign } from './asked-values.ts'
import { enginesAt } from './engine/at-day.ts'
import { countFacets } from './facets.ts'
import { listCases, listIds } from './list-cases.ts'
import { oneCase } from './one-case.ts'
import { presentFull, presentRow } from './present-case.ts'
import { rememberVisit } from './visits.ts'

const route = routeOptions('Дела', { access: 'member' })

export const caseRoutes: FeatureRoutes = async (app, { db, reading, copy, copyOn }) => {
  const enginesOn = (on: Kysely<DB>) => ({ db: on, primary: db, copy, copyOn })
  app.get(
    '/cases/',
    route({
      summary: 'Список дел',
      description:
        'Повторённый параметр — любое из значений; `_not` в конце имени — кроме них. Диапазон дат задают оба его конца. Незаданный фильтр значит «все».',
      querystring: caseListQuery,
      response: answers(caseList, 400, 401, 403),
    }),
    async request => {
      const { account, query } = request
      const values = askedValues(caseListFields, query, account)
      const found = await reading(on => listCases(enginesOn(on), scopeOf(account), values, query, readerOf(account)))
      const rows = found.rows.map(row => presentRow(row, request.siteOrigin, found.snippets.get(row.id)))
      const page = pageOf(request, { count: found.count, rows }, query, { fields: caseListFields, values })
      return { ...page, ...(found.isLeast && { count_is_least: true as const }), ...countIsBehindNow() }
    },
  )

  app.get(
    '/cases/facets/',
    route({
      lane: 'figures',
      summary: 'Сколько дел оставит каждое значение фильтра',
      description:
        'Параметры списка и `facets` — имена фильтров. Сам фильтр на время счёта отложен, остальные действуют. Значение, которого в ответе нет, не оставит ни одного дела; `null` — не успели посчитать.',
      querystring: caseFacetsQuery,
      response: answers(caseFacets, 400, 401, 403),
    }),
    async request => {
      const { account, query, raw } = request
      const { facets: keys, ...filters } = query
      refuseForeign(caseListFields, keys, account)
      const values = askedValues(caseListFields, filters, account)
      const isWanted = (): boolean => !raw.socket.destroyed
      return reading(on => countFacets(enginesOn(on), scopeOf(account), values, { keys, isWanted }))
    },
  )

  app.get(
    '/cases/ids/',
    route({
      summary: 'Номера всех найденных дел',
      description: `Параметры списка, без страниц. Больше ${maxPicked} найденных дел — ошибка 400: их не выбирают за раз.`,
      querystring: caseIdsQuery,
      response: answers(caseIdList, 400, 401, 403),
    }),
    async ({ account, query }) => {
      const values = askedValues(caseListFields, query, account)
      const ids = await reading(on => listIds(enginesOn(on), scopeOf(account), values, query.ordering))
      return { ids }
    },
  )

  app.get(
    '/cases/:id/',
    route({
      summary: 'Дело со всем, что о нём известно',
      params: idParams,
      querystring: asOfQuery,
      response: answers(fullCase, 400, 401, 404),
    }),
    async ({ account, params, query, siteOrigin }) => {
      const { row, details } = await reading(async on => {
        const then = await enginesAt(enginesOn(on), query)
        return oneCase(then.db, scopeOf(account), params.id, readerOf(account))
      })
      return presentFull(row, details, siteOrigin)
    },
  )

  app.put(
    '/cases/:id/visit/',
    route({
      summary: 'Дело открыто: запомнить посещение',
      description:
        'Посещения знает только сам человек. Открытия одно за другим, без получаса между ними, — одно посещение.',
      params: idParams,
      response: answers(caseVisit, 401, 403, 404),
    }),
    async ({ account, params }) => withIsoDates(await rememberVisit(db, scopeOf(account), params.id)),
  )
}

const readerOf = (account: Holder) => ({ tags: hasRight(account, 'tag_editor') })
