import { idParams, pagedQuery } from '#shared/api/lists.ts'
import {
  personMergeList,
  personPairChange,
  personPairChanged,
  personPairList,
  personPairQuery,
  personPart,
  personParted,
} from '#shared/api/people.ts'
import { answers, done } from '../../http/answers.ts'
import { conflict, notFound } from '../../http/errors.ts'
import type { FeatureRoutes } from '../../http/feature.ts'
import { pageOf } from '../../http/pages.ts'
import { routeOptions } from '../../http/route.ts'
import { decidePair, listMerges, listPairs, separateMerged } from './desk.ts'
import { type SplitResult, splitPerson } from './part-person.ts'

const route = routeOptions('Администратору', { access: 'superuser' })

export const peopleDeskRoutes: FeatureRoutes = async (app, { db }) => {
  app.get(
    '/people/pairs/',
    route({
      summary: 'Пары лиц, которые могут быть одним лицом',
      description: 'Сначала самые похожие. `evidence` — что говорит за и против, кроме имени.',
      querystring: personPairQuery,
      response: answers(personPairList, 400, 401, 403),
    }),
    async request => pageOf(request, await listPairs(db, request.query), request.query),
  )

  app.patch(
    '/people/pairs/:id/',
    route({
      summary: 'Решить о паре',
      description: '`same` — одно лицо, `apart` — разные, `unknown` — не знаю, `open` — взять решение назад.',
      params: idParams,
      body: personPairChange,
      response: answers(personPairChanged, 400, 401, 403, 404, 409, 413, 415),
    }),
    async ({ account, params: { id }, body: { verdict } }) => {
      const decided = await decidePair(db, id, verdict, account.id)
      if (decided === 'unknown pair') throw notFound('Такой пары нет.')
      if (decided === 'refused')
        throw conflict(
          'Так одним лицом стали бы люди, о которых уже решено, что они разные. Сначала измените то решение.',
        )
      return { id, verdict }
    },
  )

  app.get(
    '/people/merges/',
    route({
      summary: 'Объединения лиц, которые действуют',
      querystring: pagedQuery,
      response: answers(personMergeList, 400, 401, 403),
    }),
    async request => pageOf(request, await listMerges(db, request.query), request.query),
  )

  app.delete(
    '/people/merges/:id/',
    route({
      summary: 'Разъединить',
      description: 'Само собой это объединение больше не случится.',
      params: idParams,
      response: answers(done, 401, 403, 404),
    }),
    async ({ account, params: { id } }) => {
      if (!(await separateMerged(db, id, account.id))) throw notFound('Такого объединения нет, или его уже отменили.')
      return { detail: 'Разъединено. Каждое дело вернулось к своему лицу.' }
    },
  )

  app.post(
    '/people/:id/parts/',
    route({
      summary: 'Отделить дела однофамильца',
      description:
        'Дела, где лицо названо полным именем, отходят другому лицу с тем же именем; новые дела с этим именем в этом суде больше не приписываются ни тому, ни другому без доказательств. Обратно — `open` или `same` о паре.',
      params: idParams,
      body: personPart,
      response: answers(personParted, 400, 401, 403, 404, 409, 413, 415),
    }),
    async ({ account, params: { id }, body: { cases } }) => {
      const parted = await splitPerson(db, { person: id, cases, accountId: account.id })
      if (parted.is === 'done') return { id: parted.id }
      if (parted.is === 'unknown person') throw notFound('Такого лица нет.')
      throw conflict(refusals[parted.is])
    },
  )
}

const refusals: Readonly<Record<Exclude<SplitResult['is'], 'done' | 'unknown person'>, string>> = {
  'not their cases': 'Не все эти дела — этого лица. Обновите страницу.',
  'several names':
    'В этих делах имя написано по-разному. Выделить можно дела с одним написанием; объединения написаний отменяют на странице «Возможные дубли лиц».',
  'no full name': 'Имя здесь написано не полностью: это объединение отменяют на странице «Возможные дубли лиц».',
  'all cases': 'Хотя бы одно дело с этим именем должно остаться.',
}
