import {
  caseDeadlines,
  caseDeadlinesQuery,
  ownDaysAnswer,
  ownDaysRequest,
  upcomingDeadlines,
  upcomingQuery,
} from '#shared/api/deadlines.ts'
import { idParams } from '#shared/api/lists.ts'
import { deadlinesOf } from '#shared/domain/deadlines/deadlines-of.ts'
import { today as todayNow } from '#shared/domain/relative-dates.ts'
import { noCase } from '../cases/case-query.ts'
import { answers } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOf } from '../http/pages.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { presentDeadline } from './present-deadline.ts'
import { isCase, readCaseFacts } from './read-case-facts.ts'
import { findUpcoming } from './upcoming.ts'
import { writeOwnDays } from './write-own-days.ts'

const route = routeOptions('Сроки', { access: 'member' })
const changesPerMinute = 120

export const deadlineRoutes: FeatureRoutes = async (app, { db }) => {
  app.get(
    '/cases/:id/deadlines/',
    route({
      summary: 'Сроки по делу',
      description:
        'Посчитаны по тому, что сообщают сайты судов, и по дням, которые указала сама учётная запись. У каждого срока есть допущение, редакция закона, источник и степень уверенности. Это подсказка, а не совет.',
      params: idParams,
      querystring: caseDeadlinesQuery,
      response: answers(caseDeadlines, 400, 401, 404),
    }),
    async ({ account, params, query: { day: today = todayNow() } }) => {
      const [known] = await readCaseFacts(db, scopeOf(account), isCase(params.id))
      if (known === undefined) throw noCase()
      const { facts, accused, lost } = known
      const { deadlines, note } = deadlinesOf(facts, today)
      return {
        today,
        deadlines: deadlines.map(presentDeadline),
        note,
        accused,
        is_decided: facts.decided !== null || facts.accused.some(({ decided }) => decided !== null),
        own: facts.own.map(({ kind, person, day, severity }) => ({ kind, person, day, severity })),
        own_lost: lost,
      }
    },
  )

  app.put(
    '/cases/:id/deadlines/own-days/',
    route({
      rateLimit: perMinute('own-days', changesPerMinute, 'Слишком много изменений.'),
      summary: 'Указать день вручения копии или день нарушения',
      description:
        'Все дни по делу сразу: чего нет в списке, то забывается, кроме дней лиц, которых на карточке больше нет. Видит их только сама учётная запись.',
      params: idParams,
      body: ownDaysRequest,
      response: answers(ownDaysAnswer, 400, 401, 403, 404, 413, 415, 429),
    }),
    async ({ account, params, body }) => {
      await writeOwnDays(db, scopeOf(account), params.id, body.own, new Date())
      return body
    },
  )

  app.get(
    '/deadlines/upcoming/',
    route({
      summary: 'Ближайшие сроки моих дел',
      description:
        'Избранные дела и те, за которыми следят подписки на дело, лицо или имя. Сроки с сегодняшнего дня, ранние первыми; за ними те, что «не раньше» дня последнего года: они могут ещё идти, days_left у них меньше нуля.',
      querystring: upcomingQuery,
      response: answers(upcomingDeadlines, 400, 401),
    }),
    async request => {
      const { account, query } = request
      const found = await findUpcoming(db, scopeOf(account), { ...query, today: query.day ?? todayNow() })
      return pageOf(request, found, query)
    },
  )
}
