import { idParams } from '#shared/api/lists.ts'
import {
  casesRequest,
  gatheredRequest,
  itemsAdded,
  itemsChange,
  itemsChanged,
  itemsConflict,
  itemsRemoved,
  removalRequest,
  setItemList,
  setItemsQuery,
  setNeighbours,
  setNeighboursQuery,
  setPlace,
  workingSet,
} from '#shared/api/sets.ts'
import { pageOfQuery } from '../db/page-of-query.ts'
import { answers, done } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { requestError } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOf } from '../http/pages.ts'
import { routeOptions } from '../http/route.ts'
import { roleIn, withSet } from './access.ts'
import { changeItems } from './change-items.ts'
import { gather } from './gather.ts'
import { addGathered, amongCases, newestVersion, presentItem, removeItems, restoreItems, shownItems } from './items.ts'
import { neighboursIn, rememberPlace } from './queue.ts'
import { limitedChanges } from './routes.ts'
import { oneSet } from './sets.ts'

const route = routeOptions('Подборки', { access: 'member' })

/** The cases of a set: what is noted about each, and reading them in order. */
export const setItemRoutes: FeatureRoutes = async (app, { db, copy, copyOn }) => {
  const engines = { db, copy, copyOn }

  app.get(
    '/sets/:id/items/',
    route({
      summary: 'Дела подборки с тем, что о них записано',
      description: '`case` — только эти дела.',
      params: idParams,
      querystring: setItemsQuery,
      response: answers(setItemList, 400, 401, 404),
    }),
    async request => {
      const { account, params, query } = request
      await roleIn(db, account.id, params.id)
      const { case: cases } = query
      const items = shownItems(db, scopeOf(account), params.id).$if(cases !== undefined, found =>
        found.where(amongCases('item.case_id', cases ?? [])),
      )
      const { count, rows } = await pageOfQuery(items, query)
      return pageOf(request, { count, rows: rows.map(presentItem) }, query)
    },
  )

  app.post(
    '/sets/:id/items/',
    route({
      rateLimit: limitedChanges('set items'),
      summary: 'Добавить дела в подборку',
      description:
        'По номерам или все, что находят фильтры. `added` — те, которых в ней не было: убрать их, назвав `version` ответа, значит отменить.',
      params: idParams,
      body: gatheredRequest,
      response: answers(itemsAdded, 400, 401, 403, 404, 413, 415, 429),
    }),
    async ({ account, params: { id }, body }) => {
      const scope = scopeOf(account)
      await roleIn(db, account.id, id)
      const gathered = await gather(engines, account, body)
      const done = await withSet(db, { accountId: account.id, setId: id, least: 'editor' }, async trx => {
        const added = await addGathered(trx, { scope, setId: id }, gathered)
        return { added, version: await newestVersion(trx, id) }
      })
      return { ...done, already: gathered.ids.length - done.added.length, set: await oneSet(db, scope, id) }
    },
  )

  app.patch(
    '/sets/:id/items/',
    route({
      rateLimit: limitedChanges('set items'),
      summary: 'Изменить записанное о делах подборки',
      description:
        'Всё или ничего. `items` — каждому делу своё, `cases` и `change` — всем одно. С `version` чужая правка не затрётся: ответ 409 с тем, что записано теперь; для текстов она обязательна. `undo` ответа, присланное как `items`, отменяет.',
      params: idParams,
      body: itemsChange,
      response: { ...answers(itemsChanged, 400, 401, 403, 404, 413, 415, 429), 409: itemsConflict },
    }),
    async ({ account, params: { id }, body: { items, cases, change } }) => {
      const each = (items === undefined ? cases?.map(case_id => ({ case_id, ...change })) : items) ?? []
      if (each.length === 0 || (items !== undefined && cases !== undefined))
        throw requestError('Нужны items или cases и change.')
      return withSet(db, { accountId: account.id, setId: id, least: 'editor' }, trx =>
        changeItems(trx, { scope: scopeOf(account), setId: id }, each),
      )
    },
  )

  app.post(
    '/sets/:id/items/remove/',
    route({
      rateLimit: limitedChanges('set items'),
      summary: 'Убрать дела из подборки',
      description:
        'Записанное о них сутки можно вернуть. С `version` остаются дела, о которых после неё что-то записали: в `removed` их нет.',
      params: idParams,
      body: removalRequest,
      response: answers(itemsRemoved, 400, 401, 403, 404, 413, 415, 429),
    }),
    async ({ account, params: { id }, body: { cases, version } }) => {
      const scope = scopeOf(account)
      const removed = await withSet(db, { accountId: account.id, setId: id, least: 'editor' }, trx =>
        removeItems(trx, { scope, setId: id, cases, version }),
      )
      return { removed, set: await oneSet(db, scope, id) }
    },
  )

  app.post(
    '/sets/:id/items/restore/',
    route({
      rateLimit: limitedChanges('set items'),
      summary: 'Вернуть убранные дела на их места',
      params: idParams,
      body: casesRequest,
      response: answers(workingSet, 400, 401, 403, 404, 413, 415, 429),
    }),
    async ({ account, params: { id }, body: { cases } }) => {
      const scope = scopeOf(account)
      await withSet(db, { accountId: account.id, setId: id, least: 'editor' }, trx =>
        restoreItems(trx, { scope, setId: id, cases }),
      )
      return oneSet(db, scope, id)
    },
  )

  app.get(
    '/sets/:id/queue/',
    route({
      summary: 'Предыдущее и следующее дело подборки',
      description:
        'Из всех дел, дел названных состояний (`status`) или порученных спрашивающему (`mine`). Без `case` поле `next` — дело, с которого читать: где остановились, следующее за ним или первое.',
      params: idParams,
      querystring: setNeighboursQuery,
      response: answers(setNeighbours, 400, 401, 404),
    }),
    ({ account, params, query }) =>
      neighboursIn(db, scopeOf(account), params.id, {
        id: query.case,
        statuses: query.status ?? [],
        isMine: query.mine ?? false,
      }),
  )

  app.put(
    '/sets/:id/place/',
    route({
      rateLimit: limitedChanges('set place'),
      summary: 'Запомнить, на каком деле подборки остановились',
      params: idParams,
      body: setPlace,
      response: answers(done, 400, 401, 403, 404, 413, 415, 429),
    }),
    async ({ account, params, body }) => {
      await rememberPlace(db, scopeOf(account), params.id, body.case_id)
      return { detail: 'Место запомнено.' }
    },
  )
}
