import { caseCounts, caseCountsQuery } from '#shared/api/case-counts.ts'
import { searchAnswer, searchQuery } from '#shared/api/search.ts'
import { toRecord } from '#shared/filters/wire.ts'
import { answers } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { countIsBehindNow } from '../http/fair-queue.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { routeOptions } from '../http/route.ts'
import { checkFilters } from '../saved/checked-filters.ts'
import { countSets } from './counts.ts'
import { suggest } from './suggestions.ts'

const route = routeOptions('Поиск', { access: 'member' })

export const searchRoutes: FeatureRoutes = async (app, { db, copy, copyOn }) => {
  app.get(
    '/search/',
    route({
      summary: 'Подсказки строки поиска: лица, дела, судьи, суды, города, статьи, свои наборы, слова в решениях',
      description:
        'Набранное читается с одной опечаткой, в любом падеже, без различия ё и е и в другой раскладке. Группа, которая не успела, помечена `late`: спросите её одну (`groups`), и времени будет больше.',
      querystring: searchQuery,
      response: answers(searchAnswer, 400, 401, 403),
    }),
    ({ account, query: { within, ...query } }) => {
      const { result_text_search: words, text_search_type: _, ...others } = toRecord(within ?? '')
      const { values } = checkFilters(others, account, { name: 'within' })
      // Words are not parsed here, because they may have an error that the page reports: no counts are shown next to
      // them.
      const unread = words !== undefined && { result_text_search: { text: '', mode: 'plain' } }
      return suggest({ db, copy }, account, { ...query, within: { ...values, ...unread } })
    },
  )

  app.get(
    '/search/counts/',
    route({
      lane: 'figures',
      summary: 'Сколько дел оставит каждый из нескольких наборов фильтров',
      description: 'Все наборы — на одну дату. `null` — не успели посчитать.',
      querystring: caseCountsQuery,
      response: answers(caseCounts, 400, 401, 403),
    }),
    async ({ account, query, raw }) => {
      const sets = query.of.map(one => checkFilters(toRecord(one), account, { name: 'of' }).values)
      const counts = await countSets({ db, copy, copyOn }, scopeOf(account), sets, () => !raw.socket.destroyed)
      return { counts, ...countIsBehindNow() }
    },
  )
}
