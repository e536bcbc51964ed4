import { idParams } from '#shared/api/lists.ts'
import { fullSet, setChange, setListQuery, setRequest, workingSet, workingSetList } from '#shared/api/sets.ts'
import { answers, created, done } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOfRows } from '../http/pages.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { withSet } from './access.ts'
import { placeColumns } from './columns.ts'
import { deleteSet, restoreSet } from './deleted-sets.ts'
import { gather } from './gather.ts'
import { addGathered } from './items.ts'
import { createSet, fullSetOf, oneSet, renameSet, setsOf } from './sets.ts'

const route = routeOptions('Подборки', { access: 'member' })
/** Notes are saved automatically about once a second, and several people may share an address. */
const changesPerMinute = 600
export const limitedChanges = (name: string) => perMinute(name, changesPerMinute, 'Слишком много изменений.')
const seenNote = 'Дела вне регионов спрашивающего не видны и не меняются; `hidden` говорит, сколько их.'

export const setRoutes: FeatureRoutes = async (app, { db, copy, copyOn }) => {
  const engines = { db, copy, copyOn }

  app.get(
    '/sets/',
    route({
      summary: 'Подборки: свои и открытые вам',
      description: `Изменённые последними — первыми. ${seenNote}`,
      querystring: setListQuery,
      response: answers(workingSetList, 400, 401),
    }),
    async request => pageOfRows(request, await setsOf(db, scopeOf(request.account)), request.query),
  )

  app.post(
    '/sets/',
    route({
      rateLimit: limitedChanges('sets'),
      summary: 'Создать подборку',
      description: 'Пустую, из дел по номерам (`cases`) или из всех дел, которые находят фильтры (`get_params`).',
      body: setRequest,
      response: created(workingSet, 400, 401, 403, 413, 415, 429),
    }),
    async ({ account, body }) => {
      const scope = scopeOf(account)
      const gathered = await gather(engines, account, body)
      const { id } = await createSet(db, account.id, body.title, (trx, setId) =>
        addGathered(trx, { scope, setId }, gathered),
      )
      return oneSet(db, scope, id)
    },
  )

  app.get(
    '/sets/:id/',
    route({
      summary: 'Подборка: столбцы, метки, участники, сколько сделано',
      description: seenNote,
      params: idParams,
      response: answers(fullSet, 401, 404),
    }),
    ({ account, params }) => fullSetOf(db, scopeOf(account), params.id),
  )

  app.patch(
    '/sets/:id/',
    route({
      rateLimit: limitedChanges('sets'),
      summary: 'Переименовать подборку, изменить её столбцы',
      params: idParams,
      body: setChange,
      response: answers(fullSet, 400, 401, 403, 404, 413, 415, 429),
    }),
    async ({ account, params: { id }, body: { title, columns, dropped_columns, restored_columns } }) => {
      await withSet(db, { accountId: account.id, setId: id, least: 'editor' }, async trx => {
        if (title !== undefined) await renameSet(trx, id, title)
        if (columns !== undefined || dropped_columns !== undefined || restored_columns !== undefined)
          await placeColumns(trx, id, columns ?? [], {
            dropped: dropped_columns ?? [],
            restored: restored_columns ?? [],
          })
      })
      return fullSetOf(db, scopeOf(account), id)
    },
  )

  app.delete(
    '/sets/:id/',
    route({
      rateLimit: limitedChanges('sets'),
      summary: 'Удалить подборку',
      description: 'Её может удалить владелец. Сутки удаление можно отменить; сами дела остаются.',
      params: idParams,
      response: answers(done, 401, 403, 404, 429),
    }),
    async ({ account, params }) => {
      await deleteSet(db, account.id, params.id)
      return { detail: 'Подборка удалена.' }
    },
  )

  app.post(
    '/sets/:id/restore/',
    route({
      rateLimit: limitedChanges('sets'),
      summary: 'Вернуть удалённую подборку',
      params: idParams,
      response: answers(workingSet, 400, 401, 403, 404, 429),
    }),
    async ({ account, params }) => {
      await restoreSet(db, account.id, params.id)
      return oneSet(db, scopeOf(account), params.id)
    },
  )
}
