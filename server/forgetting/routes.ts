import {
  forgettingDecisions,
  forgettingMade,
  forgettingPreview,
  forgettingRegister,
  forgettingRequest,
} from '#shared/api/forgetting.ts'
import { idParams, pagedQuery } from '#shared/api/lists.ts'
import { undoDays } from '#shared/domain/forgetting.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { answers, created, done } from '../http/answers.ts'
import { conflict, fieldError, forbidden, notFound } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOf } from '../http/pages.ts'
import { routeOptions } from '../http/route.ts'
import { listDecisions, previewOf, registerOf } from './register.ts'
import type { Undone } from './undo-forgetting.ts'

const route = routeOptions('Администратору', { access: 'superuser' })

export const forgettingRoutes: FeatureRoutes = async (app, { db, dataDir }) => {
  app.get(
    '/defendants/:id/forgetting/',
    route({
      summary: 'Дела лица, из которых будет убрано имя',
      description: 'Все дела этого лица. Решать может тот, кому открыты все регионы.',
      params: idParams,
      response: answers(forgettingPreview, 401, 403, 404),
    }),
    async ({ account, params: { id } }) => {
      refuseNarrow(account)
      const preview = await previewOf(db, id)
      if (preview === undefined) throw noPerson()
      return preview
    },
  )

  app.post(
    '/defendants/:id/forgetting/',
    route({
      summary: 'Забыть лицо',
      description: `Имя убирается отовсюду сразу, в названных делах; дела остаются. Отменить можно ${undoDays} дней.`,
      params: idParams,
      body: forgettingRequest,
      response: created(forgettingMade, 400, 401, 403, 404, 409, 413, 415),
    }),
    async ({ account, params: { id }, body }) => {
      refuseNarrow(account)
      if (body.until !== null && body.until < today()) throw fieldError('until', 'Этот день уже прошёл.')
      // With it come the readers of decisions.
      const { forgetPerson } = await import('./forget-person.ts')
      const forgot = await forgetPerson({ db, dataDir }, { person: id, ...body }, account.id)
      if (forgot.is === 'unknown person') throw noPerson()
      if (forgot.is === 'not their cases') throw conflict('Не все эти дела — этого лица. Обновите страницу.')
      if (forgot.is === 'no name') throw conflict('Это не имя человека: убирать нечего.')
      return { id: forgot.id, cases: forgot.cases }
    },
  )

  app.get(
    '/forgetting/decisions/',
    route({
      summary: 'Решения о забвении',
      description: 'Без имён. Сначала последние.',
      querystring: pagedQuery,
      response: answers(forgettingDecisions, 400, 401, 403),
    }),
    async request => pageOf(request, await listDecisions(db, request.query), request.query),
  )

  app.post(
    '/forgetting/:id/undo/',
    route({
      summary: 'Отменить решение о забвении',
      description: `Всё возвращается, как было. Не позже ${undoDays} дней после решения.`,
      params: idParams,
      response: answers(done, 401, 403, 404, 409),
    }),
    async ({ account, params: { id } }) => {
      const { undoForgetting } = await import('./undo-forgetting.ts')
      const { is } = await undoForgetting({ db, dataDir }, id, account.id)
      if (is === 'unknown') throw notFound('Такого решения нет.')
      if (is !== 'done') throw conflict(refusals[is])
      return { detail: 'Решение отменено, имя возвращено.' }
    },
  )

  app.get(
    '/forgetting/',
    routeOptions('Справочники', { access: 'member' })({
      summary: 'Реестр решений о забвении в числах',
      description: 'По основаниям и годам. Вместо 1 и 2 — `null`: «меньше 3».',
      response: answers(forgettingRegister, 401),
    }),
    () => registerOf(db),
  )
}

const noPerson = () => notFound('Такого лица нет.')
const refuseNarrow = ({ regions }: { regions: readonly number[] | null }): void => {
  if (regions !== null) throw forbidden('Решать может тот, кому открыты все регионы: имя убирается во всех.')
}
const refusals: Readonly<Record<Exclude<Undone['is'], 'done' | 'unknown'>, string>> = {
  'undone already': 'Это решение уже отменили.',
  'too late': `Прошло больше ${undoDays} дней: то, что было убрано, уничтожено, и вернуть его нельзя.`,
  'no key': 'На сервере нет ключа, которым запечатано убранное: он лежит в папке данных того сервера, где решали.',
}
