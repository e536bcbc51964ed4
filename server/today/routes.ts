import type { Kysely } from 'kysely'
import { z } from 'zod'
import {
  heldOn,
  inboxList,
  inboxQuery,
  listFound,
  listRequest,
  seenRequest,
  summaryQuery,
  type Today,
  todayAnswer,
  todayQuery,
  todaySummary,
  unreadNow,
  unreadNumber,
} from '#shared/api/today.ts'
import { today } from '#shared/domain/relative-dates.ts'
import type { DB } from '../db/schema.ts'
import { answers } from '../http/answers.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOf } from '../http/pages.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { endingWatchesOf } from '../sets/sets.ts'
import { findCases } from '../tables/find-meant-cases.ts'
import { listDigests } from './digest-list.ts'
import { readHearings } from './hearings.ts'
import { countUnread, markSeen, readInbox } from './inbox-list.ts'
import { UnreadStreams } from './streams.ts'
import { watchesAnything } from './watched-cases.ts'

/** «Сегодня»: the account's hearings and news. */
const route = routeOptions('Сегодня', { access: 'member' })

/** The answer of `GET /today/`. */
export const readToday = async (
  db: Kysely<DB>,
  account: AccountRights,
  asked: { days: number; now: Date },
): Promise<Today> => ({
  watches: await watchesAnything(db, account.id),
  ...(await readHearings(db, account, asked)),
  unread: await countUnread(db, account),
  digests: await listDigests(db, account, asked.now),
  ending_watches: await endingWatchesOf(db, account.id),
})

export const todayRoutes: FeatureRoutes = async (app, { db }) => {
  const streams = new UnreadStreams(db)
  app.addHook('preClose', async () => streams.close())

  app.get(
    '/today/',
    route({
      summary: 'Заседания своих дел, новое и сводки',
      description:
        'Свои дела — избранные и те, за которыми следят подписки на дело, лицо или имя. День — по часам суда: заседание остаётся до его конца.',
      querystring: todayQuery,
      response: answers(todayAnswer, 400, 401),
    }),
    ({ account, query: { days } }) => readToday(db, account, { days, now: new Date() }),
  )

  app.get(
    '/today/summary/',
    route({
      summary: 'Сколько сегодня заседаний и непрочитанных изменений',
      description: 'День заседания — день суда. «Сегодня» — день читателя: где-то он уже следующий.',
      querystring: summaryQuery,
      response: answers(todaySummary, 400, 401),
    }),
    async ({ account, query: { day = today() } }) => {
      // In a court zone where the reader's day has not begun yet, that day is tomorrow: one more day is read.
      const { hearings } = await readHearings(db, account, { days: 1, now: new Date() })
      return {
        watches: await watchesAnything(db, account.id),
        hearings: heldOn(hearings, day).length,
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

  app.post(
    '/today/list/',
    route({
      rateLimit: perMinute('own list', 30, 'Слишком много списков.'),
      summary: 'Найти дела по строкам списка: номер и суд, УИД или ссылка',
      description: 'Ничего не сохраняется. Номер без суда бывает у многих судов: по нему дело не называется.',
      body: listRequest,
      response: answers(listFound, 400, 401, 403, 413, 415, 429),
    }),
    async ({ account, body: { rows } }) => {
      const found = await findCases(db, scopeOf(account), rows)
      return { results: found.map(one => ({ case: one.case, why: one.case === null ? one.why : null })) }
    },
  )

  app.get(
    '/today/unread/',
    route({ summary: 'Сколько непрочитанных изменений', response: answers(unreadNow, 401) }),
    async ({ account }) => ({ unread: await countUnread(db, account), watches: await watchesAnything(db, account.id) }),
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
      // Compression would buffer events.
      compress: false,
    },
    async ({ account, sessionId }, reply) => {
      const stream = streams.open({ accountId: account.id, sessionId })
      // A HEAD request, or a client that leaves, reads no more.
      reply.raw.once('close', () => stream.destroy())
      return reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(stream)
    },
  )
}
