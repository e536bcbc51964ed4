import { searchAnswer, searchQuery } from '#shared/api/search.ts'
import { answers } from '../http/answers.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { routeOptions } from '../http/route.ts'
import { suggest } from './suggestions.ts'

const route = routeOptions('Поиск', { access: 'member' })

export const searchRoutes: FeatureRoutes = async (app, { db, copy }) => {
  app.get(
    '/search/',
    route({
      summary: 'Подсказки строки поиска: лица, дела, судьи, суды, города, статьи, свои наборы, слова в решениях',
      description:
        'Набранное читается с одной опечаткой, в любом падеже, без различия ё и е и в другой раскладке. Группа, которая не успела, помечена `late`: спросите её одну (`groups`), и времени будет больше.',
      querystring: searchQuery,
      response: answers(searchAnswer, 400, 401),
    }),
    ({ account, query }) => suggest({ db, copy }, account, query),
  )
}
