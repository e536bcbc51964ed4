import { idParams } from '#shared/api/lists.ts'
import {
  unfoundUnwatchRequest,
  unfoundWatched,
  unfoundWatchRequest,
  watchAdded,
  watchDecided,
  watchDecisions,
  watchList,
  watchQuery,
  watchRemoved,
  watchRowsGiven,
  watchRowsRequest,
  watchSummary,
} from '#shared/api/set-watch.ts'
import { answers, done } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOf } from '../http/pages.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { needRole, roleIn } from '../sets/access.ts'
import { listRows, watchSummaryOf } from './list-rows.ts'
import { recordSeen } from './record-seen.ts'
import { removeRows, restoreRows } from './remove-rows.ts'
import { addRows, decide, prolong } from './rows.ts'
import { searchFirstRows } from './search-rows.ts'
import { unwatchUnfound } from './unwatch.ts'
import { previewUnfound, watchUnfound } from './watch-unfound.ts'

const route = routeOptions('Подборки', { access: 'member' })
const limited = (name: string) => perMinute(name, 120, 'Слишком много изменений.')
const failures = [400, 401, 403, 404, 413, 415, 429] as const

export const watchingRoutes: FeatureRoutes = async (app, { db }) => {
  app.get(
    '/sets/:id/watch/',
    route({
      summary: 'За кем и за чем наблюдает подборка и что нашлось',
      description:
        'По имени `found` — только обвиняемый, чьё имя совпало целиком и подтверждено судом, статьёй, датой или единственностью в регионе; остальное похожее — `perhaps`, пока его не подтвердят или не отклонят. `unread` — какие суды строки давно не читались. `is_cut` — похожих дел так много, что просмотрены не все; если среди просмотренных ничего не нашлось, строка `cut`, а не `nothing`.',
      params: idParams,
      querystring: watchQuery,
      response: answers(watchList, 400, 401, 404),
    }),
    async request => {
      const { account, params, query } = request
      await roleIn(db, account.id, params.id)
      const found = await listRows(db, scopeOf(account), params.id, query)
      if (found.rows.length > 0) await recordSeen(db, account.id, params.id)
      return { ...pageOf(request, found, query), summary: await watchSummaryOf(db, scopeOf(account), params.id) }
    },
  )

  app.post(
    '/sets/:id/watch/',
    route({
      rateLimit: limited('watch rows'),
      summary: 'Наблюдать за именами, номерами и УИД',
      description:
        'До 1000 строк в подборке. Что нельзя понять, возвращается в `refused`; остальное добавляется. Среди имеющихся дел до 20 строк ищутся сразу, больше — в фоне: `searching` ответа.',
      params: idParams,
      body: watchRowsGiven,
      response: answers(watchAdded, ...failures),
    }),
    async ({ account, params: { id }, body }) => {
      const scope = scopeOf(account)
      const added = await addRows(db, { scope, setId: id }, body.rows)
      await searchFirstRows(db, id, added.added.length)
      return { ...added, summary: await watchSummaryOf(db, scope, id) }
    },
  )

  app.post(
    '/sets/:id/watch/remove/',
    route({
      rateLimit: limited('watch rows'),
      summary: 'Перестать наблюдать за строками',
      description:
        'Сутки строки можно вернуть с тем, что о них решено. Найденные дела остаются в подборке, а строки таблиц, из которых взято наблюдение, снова ждут во вкладке «Не найдено».',
      params: idParams,
      body: watchRowsRequest,
      response: answers(watchRemoved, ...failures),
    }),
    async ({ account, params: { id }, body }) => {
      const scope = scopeOf(account)
      const removed = await removeRows(db, { scope, setId: id }, body.rows)
      return { removed, summary: await watchSummaryOf(db, scope, id) }
    },
  )

  app.post(
    '/sets/:id/watch/restore/',
    route({
      rateLimit: limited('watch rows'),
      summary: 'Вернуть убранные строки наблюдения',
      params: idParams,
      body: watchRowsRequest,
      response: answers(watchSummary, ...failures),
    }),
    async ({ account, params: { id }, body }) => {
      const scope = scopeOf(account)
      await restoreRows(db, { scope, setId: id }, body.rows)
      await searchFirstRows(db, id, body.rows.length)
      return watchSummaryOf(db, scope, id)
    },
  )

  app.patch(
    '/sets/:id/watch/cases/',
    route({
      rateLimit: limited('watch decisions'),
      summary: 'Подтвердить или отклонить найденное',
      description:
        'Решение помнится. Подтверждённое дело входит в подборку, отклонённое выходит из неё и не возвращается. `undo` ответа отменяет.',
      params: idParams,
      body: watchDecisions,
      response: answers(watchDecided, ...failures),
    }),
    async ({ account, params: { id }, body }) => {
      const scope = scopeOf(account)
      const undo = await decide(db, { scope, setId: id }, body.decisions)
      return { undo, summary: await watchSummaryOf(db, scope, id) }
    },
  )

  app.post(
    '/sets/:id/unfound/watch/',
    route({
      rateLimit: limited('watch rows'),
      summary: 'Следить за строками таблиц, по которым дело не найдено',
      description:
        'Строки становятся строками наблюдения по видам своих столбцов: УИД, номер с судом или имя с судом, статьёй и датой; `by` — что пробовать первым. `preview` говорит, чем станет каждая, и ничего не меняет. Строка, за которой следить нельзя (`why`), остаётся во вкладке «Не найдено». `undo` — тело отмены.',
      params: idParams,
      body: unfoundWatchRequest,
      response: answers(unfoundWatched, ...failures),
    }),
    async ({ account, params: { id }, body: { preview, ...asked } }) => {
      const scope = scopeOf(account)
      await needRole(db, account.id, id, 'editor')
      if (preview) return previewUnfound(db, { scope, setId: id }, asked)
      const watched = await watchUnfound(db, { scope, setId: id }, asked)
      await searchFirstRows(db, id, watched.added + watched.already)
      return watched
    },
  )

  app.post(
    '/sets/:id/unfound/unwatch/',
    route({
      rateLimit: limited('watch rows'),
      summary: 'Вернуть строки таблиц из наблюдения',
      description:
        'Строки снова ждут во вкладке «Не найдено», а видные вам дела, которые нашло только это наблюдение и которых никто не касался, выходят из подборки.',
      params: idParams,
      body: unfoundUnwatchRequest,
      response: answers(done, ...failures, 409),
    }),
    async ({ account, params: { id }, body }) => {
      const { stay } = await unwatchUnfound(db, { scope: scopeOf(account), setId: id }, body.rows)
      await searchFirstRows(db, id, stay)
      return { detail: 'Строки снова во вкладке «Не найдено».' }
    },
  )

  app.post(
    '/sets/:id/watch/keep/',
    route({
      rateLimit: limited('watch rows'),
      summary: 'Продлить наблюдение на год',
      description: 'Закончившееся наблюдение продолжается и ищет то, что пропустило.',
      params: idParams,
      response: answers(watchSummary, 401, 403, 404, 429),
    }),
    async ({ account, params: { id } }) => {
      const scope = scopeOf(account)
      await prolong(db, { scope, setId: id })
      return watchSummaryOf(db, scope, id)
    },
  )
}
