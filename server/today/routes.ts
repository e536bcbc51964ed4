import { z } from 'zod'
import { idParam, strictQuery } from '#shared/api/lists.ts'
import { inboxList, inboxQuery, seenRequest, today, todayQuery, todaySummary, unreadNumber } from '#shared/api/today.ts'
import { noCase } from '../cases/case-query.ts'
import { answers, attachment } from '../http/answers.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOf } from '../http/pages.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { calendarOf } from '../subscriptions/calendar.ts'
import { listDigests } from './digest-list.ts'
import { readHearings } from './hearings.ts'
import { countUnread, markSeen, readInbox } from './inbox-list.ts'
import { casesOfCalendar, watchesAnything } from './my-cases.ts'
import { UnreadStreams } from './streams.ts'

/** «Сегодня»: one's own hearings and news. */
const route = routeOptions('Сегодня', { access: 'member' })

export const todayRoutes: FeatureRoutes = async (app, { db }) => {
  const streams = new UnreadStreams(db)
  app.addHook('preClose', () => streams.close())

  app.get(
    '/today/',
    route({
      summary: 'Заседания своих дел, новое и сводки',
      description:
        'Свои дела — избранные и те, за которыми следят подписки на дело или лицо. День — по часам суда: заседание остаётся до его конца.',
      querystring: todayQuery,
      response: answers(today, 400, 401),
    }),
    async ({ account, query: { days } }) => {
      const now = new Date()
      return {
        watches: await watchesAnything(db, account.id),
        ...(await readHearings(db, account, { days, now })),
        unread: await countUnread(db, account),
        digests: await listDigests(db, account, now),
      }
    },
  )

  app.get(
    '/today/summary/',
    route({ summary: 'Сколько сегодня заседаний и непрочитанных изменений', response: answers(todaySummary, 401) }),
    async ({ account }) => {
      const { hearings } = await readHearings(db, account, { days: 0, now: new Date() })
      return {
        watches: await watchesAnything(db, account.id),
        hearings: hearings.filter(({ off }) => off === null).length,
        unread: await countUnread(db, account),
      }
    },
  )

  app.get(
    '/today/changes/',
    route({
      summary: 'Что изменилось в своих делах: непрочитанное или прочитанное',
      description: 'По делам, сначала последние. Хранится 120 дней.',
      querystring: inboxQuery,
      response: answers(inboxList, 400, 401),
    }),
    async request => {
      const { account, query } = request
      const { count, rows, changes, last } = await readInbox(db, account, query)
      return { ...pageOf(request, { count, rows }, query), changes, last }
    },
  )

  app.post(
    '/today/seen/',
    route({
      rateLimit: perMinute('seen', 300, 'Слишком много отметок.'),
      summary: 'Отметить прочитанным',
      description:
        '`cases` — изменения этих дел; `until` — не новее этого номера; `seen: false` возвращает в непрочитанные.',
      body: seenRequest,
      response: answers(unreadNumber, 400, 401, 403, 413, 415, 429),
    }),
    async ({ account, body }) => ({ unread: await markSeen(db, account, body) }),
  )

  app.get(
    '/today/unread/',
    route({ summary: 'Сколько непрочитанных изменений', response: answers(unreadNumber, 401) }),
    async ({ account }) => ({ unread: await countUnread(db, account) }),
  )

  app.get(
    '/today/stream/',
    {
      ...route({
        sessionOnly: true,
        lane: 'unlimited',
        summary: 'Число непрочитанных, когда оно меняется: события `unread`',
        description: 'Server-sent events. Соединение закрывается вместе с сеансом.',
        response: answers(z.any().meta({ description: 'text/event-stream' }), 401, 403, 429),
      }),
      // What is compressed waits until there is enough of it.
      compress: false,
    },
    async ({ account, sessionId }, reply) => {
      const stream = streams.open({ accountId: account.id, sessionId })
      // Whoever asks for the head alone, or goes, reads no more.
      reply.raw.once('close', () => stream.destroy())
      return reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(stream)
    },
  )

  app.get(
    '/today/hearings.ics',
    route({
      rateLimit: perMinute('own calendar', 60, 'Слишком много запросов.'),
      summary: 'Заседания своих дел: iCalendar',
      querystring: strictQuery({ case: idParam.optional().meta({ description: 'Одного дела' }) }),
      response: answers(z.any().meta({ description: 'text/calendar' }), 400, 401, 404, 429),
    }),
    async ({ account, query, siteOrigin: origin }, reply) => {
      const now = new Date()
      const ids = await casesOfCalendar(db, account, { only: query.case, now })
      if (query.case !== undefined && ids.length === 0) throw noCase()
      const text = await calendarOf(db, ids, { title: 'Мои дела', origin, now })
      return reply.type('text/calendar; charset=utf-8').headers(attachment('Заседания.ics', 'hearings.ics')).send(text)
    },
  )
}
