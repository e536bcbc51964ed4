import { currentUserChange } from '#shared/api/accounts.ts'
import { folder, folderList, folderRequest, noteAnswer, noteRequest } from '#shared/api/favourites.ts'
import { favouritesChange } from '#shared/api/favourites-change.ts'
import { idParams } from '#shared/api/lists.ts'
import { currentUser } from '#shared/api/session.ts'
import { answers, created } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { changeFavourites, placeFavourites } from './favourites.ts'
import { createFolder, deleteFolder, foldersOf, renameFolder, restoreFolder } from './folders.ts'
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
        'Всё или ничего: если хоть одного дела из `add` нет или оно закрыто, ничего не меняется. Дела, которые уже в избранном, остаются в своих папках. Отвечает тем, кто вошёл.',
      body: currentUserChange,
      response: answers(currentUser, 400, 401, 403, 413, 415),
    }),
    async ({ account, body }) => {
      await changeFavourites(db, scopeOf(account), body.favorite_cases)
      return account
    },
  )

  app.patch(
    '/favorites/',
    route({
      rateLimit: limited('favourites'),
      summary: 'Разложить дела по папкам',
      description:
        'Дела из `keep` становятся избранными и оказываются в названной папке (`null` — вне папок), дела из `remove` перестают быть избранными. Всё или ничего. Отвечает папками.',
      body: favouritesChange,
      response: answers(folderList, 400, 401, 403, 413, 415, 429),
    }),
    async ({ account, body }) => {
      await placeFavourites(db, scopeOf(account), body)
      return foldersOf(db, scopeOf(account))
    },
  )

  app.get(
    '/favoritefolders/',
    route({ summary: 'Папки избранного', response: answers(folderList, 401) }),
    ({ account }) => foldersOf(db, scopeOf(account)),
  )

  app.post(
    '/favoritefolders/',
    route({
      rateLimit: limited('folders'),
      summary: 'Создать папку',
      body: folderRequest,
      response: created(folder, 400, 401, 403, 413, 415, 429),
    }),
    async ({ account, body: { title } }) => ({ id: await createFolder(db, account.id, title), title, count: 0 }),
  )

  app.patch(
    '/favoritefolders/:id/',
    route({
      rateLimit: limited('folders'),
      summary: 'Переименовать папку',
      params: idParams,
      body: folderRequest,
      response: answers(folderList, 400, 401, 403, 404, 413, 415, 429),
    }),
    async ({ account, params, body }) => {
      await renameFolder(db, account.id, params.id, body.title)
      return foldersOf(db, scopeOf(account))
    },
  )

  app.delete(
    '/favoritefolders/:id/',
    route({
      rateLimit: limited('folders'),
      summary: 'Удалить папку',
      description: 'Дела из неё остаются в избранном. Сутки удаление можно отменить.',
      params: idParams,
      response: answers(folderList, 401, 403, 404, 429),
    }),
    async ({ account, params }) => {
      await deleteFolder(db, account.id, params.id)
      return foldersOf(db, scopeOf(account))
    },
  )

  app.post(
    '/favoritefolders/:id/restore/',
    route({
      rateLimit: limited('folders'),
      summary: 'Вернуть удалённую папку',
      params: idParams,
      response: answers(folderList, 400, 401, 403, 404, 429),
    }),
    async ({ account, params }) => {
      await restoreFolder(db, account.id, params.id)
      return foldersOf(db, scopeOf(account))
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
