import { currentUserChange } from '#shared/api/accounts.ts'
import { noteAnswer, noteRequest } from '#shared/api/favourites.ts'
import { idParams } from '#shared/api/lists.ts'
import { currentUser } from '#shared/api/session.ts'
import { answers } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { changeFavourites } from './favourites.ts'
import { writeNote } from './notes.ts'

const route = routeOptions('Избранное', { access: 'member' })
/** A note saves itself about once a second, and several people may share an address. */
const changesPerMinute = 600
const limited = (name: string) => perMinute(name, changesPerMinute, 'Слишком много изменений.')

export const favouriteRoutes: FeatureRoutes = async (app, { db }) => {
  app.patch(
    '/users/me/',
    route({
      summary: 'Добавить дела в избранное и убрать из него',
      description:
        'Всё или ничего: если хоть одного дела из `add` нет или оно закрыто, ничего не меняется. Подборки, в которых лежат дела, остаются при них. Отвечает тем, кто вошёл.',
      body: currentUserChange,
      response: answers(currentUser, 400, 401, 403, 413, 415),
    }),
    async ({ account, body }) => {
      await changeFavourites(db, scopeOf(account), body.favorite_cases)
      return account
    },
  )

  app.put(
    '/cases/:id/note/',
    route({
      rateLimit: limited('notes'),
      summary: 'Записать заметку о деле',
      description:
        'Заметку видит только её автор. Пустой текст удаляет её. С `known` — номером версии, которую видел автор, — чужая правка не затрётся: ответ 409.',
      params: idParams,
      body: noteRequest,
      response: answers(noteAnswer, 400, 401, 403, 404, 409, 413, 415, 429),
    }),
    async ({ account, params, body }) => ({ note: await writeNote(db, scopeOf(account), params.id, body) }),
  )
}
