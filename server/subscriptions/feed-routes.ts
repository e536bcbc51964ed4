import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { changedFields } from '#shared/api/changes.ts'
import { idParams } from '#shared/api/lists.ts'
import { calendarMade, calendarQuery, feedAnswer, feedQuery } from '#shared/api/other-programs.ts'
import { watchRequest } from '#shared/api/subscriptions.ts'
import { toStored } from '#shared/filters/stored-params.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { askedValues } from '../cases/asked-values.ts'
import { answers, attachment, created, done } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { requestError } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { perMinute } from '../http/rate-limit.ts'
import { matchesETag } from '../http/requests.ts'
import { routeOptions } from '../http/route.ts'
import { writeCalendar } from './calendar.ts'
import { feedSource, readFeedLinks, renewFeedLinks, revokeFeedLinks } from './feed-links.ts'
import { type FeedFormat, feedFormats, writeFeed } from './feed-text.ts'
import { watchOrFind } from './subscriptions.ts'
import { readWatched } from './watched-cases.ts'

const calendarType = 'text/calendar; charset=utf-8'
const route = routeOptions('Подписки', { access: 'member' })

export const feedLinkRoutes: FeatureRoutes = async (app, { db, copy, mailer, hasBot, publicUrl }) => {
  const is_public = publicUrl !== undefined
  const writing = { rateLimit: perMinute('feed-links', 30, 'Слишком много изменений.') }

  app.get(
    '/subscriptions/:id/feed/',
    route({
      summary: 'Секретные адреса лент и календаря подписки',
      params: idParams,
      response: answers(feedAnswer, 400, 401, 404),
    }),
    async ({ account, params, siteOrigin }) => ({
      feed: await readFeedLinks(db, account.id, params.id, siteOrigin),
      is_public,
    }),
  )

  app.post(
    '/subscriptions/:id/feed/',
    route({
      ...writing,
      secret: true,
      summary: 'Создать секретные адреса лент и календаря; прежние перестают работать',
      params: idParams,
      response: created(feedAnswer, 400, 401, 403, 404, 429),
    }),
    async ({ account, params, siteOrigin }) => ({
      feed: await renewFeedLinks(db, account.id, params.id, siteOrigin),
      is_public,
    }),
  )

  app.delete(
    '/subscriptions/:id/feed/',
    route({
      ...writing,
      summary: 'Отозвать секретные адреса',
      params: idParams,
      response: answers(done, 400, 401, 403, 404, 429),
    }),
    async ({ account, params }) => {
      await revokeFeedLinks(db, account.id, params.id)
      return { detail: 'Адреса больше не работают.' }
    },
  )

  app.get(
    '/hearings.ics',
    route({
      rateLimit: perMinute('hearings', 60, 'Слишком много календарей.'),
      lane: 'figures',
      summary: 'Заседания дел, файлом iCalendar',
      description: 'Дел под фильтрами, одного дела (`case`) или одного лица (`person`).',
      querystring: calendarQuery,
      response: answers(z.any().meta({ description: 'text/calendar' }), 400, 401, 403, 429),
    }),
    async ({ account, query: { alarm, case: ofCase, person, ...given }, siteOrigin }, reply) => {
      const get_params = toStored(writeValues(changedFields, askedValues(changedFields, given, account)))
      const isOfOne = ofCase !== undefined || person !== undefined
      const asked = watchRequest.safeParse({
        ...(ofCase !== undefined && { case: ofCase }),
        ...(person !== undefined && { person }),
        ...((!isOfOne || Object.keys(get_params).length > 0) && { get_params }),
      })
      if (!asked.success) throw requestError('Нужно одно из трёх: фильтры, case или person.')
      const watched = await readWatched(db, account, scopeOf(account), asked.data)
      const text = await writeCalendar(
        db,
        { title: 'Судмонитор', owner: account, watched },
        { origin: siteOrigin, now: new Date(), alarms: alarm },
      )
      return reply.type(calendarType).headers(attachment('Заседания.ics', 'hearings.ics')).send(text)
    },
  )

  app.post(
    '/calendars/',
    route({
      ...writing,
      secret: true,
      summary: 'Секретный адрес календаря дела, лица или фильтров',
      description: 'Если подписки, на которой он держится, нет, она создаётся; прежние адреса остаются.',
      body: watchRequest,
      response: created(calendarMade, 400, 401, 403, 413, 415, 429),
    }),
    async ({ account, body, siteOrigin }) => {
      const setup = { hasBot, hasMail: mailer !== undefined }
      const subscription = await watchOrFind({ db, copy }, account, body, setup)
      const { calendar } =
        (await readFeedLinks(db, account.id, subscription, siteOrigin)) ??
        (await renewFeedLinks(db, account.id, subscription, siteOrigin))
      return { calendar, subscription, is_public }
    },
  )
}

export const guestFeedRoutes: FeatureRoutes = async (app, { db }) => {
  const params = z.object({ secret: z.string().regex(/^[\w-]{32}$/) })
  const reading = { access: 'guest', rateLimit: perMinute('feeds', 120, 'Слишком много запросов.') } as const

  for (const format of Object.keys(feedFormats) as FeedFormat[])
    app.get(
      `/feeds/:secret/${format}`,
      route({
        ...reading,
        summary: `Новости подписки: ${format === 'atom.xml' ? 'Atom' : 'RSS'}`,
        params,
        response: answers(z.any().meta({ description: feedFormats[format].type }), 404, 429),
      }),
      async (request, reply) => {
        const source = await feedSource(db, request.params.secret)
        const origin = request.siteOrigin
        const self = `${origin}/api/v1/feeds/${request.params.secret}/${format}`
        return answer(request, reply, feedFormats[format].type, await writeFeed(db, source, { format, origin, self }))
      },
    )

  app.get(
    '/feeds/:secret/hearings.ics',
    route({
      ...reading,
      summary: 'Заседания подписки: iCalendar',
      params,
      querystring: feedQuery,
      response: answers(z.any().meta({ description: 'text/calendar' }), 400, 404, 429),
    }),
    async (request, reply) => {
      const source = await feedSource(db, request.params.secret)
      const asked = { origin: request.siteOrigin, now: new Date(), alarms: request.query.alarm }
      return answer(request, reply, calendarType, await writeCalendar(db, source, asked))
    },
  )
}

function answer(request: FastifyRequest, reply: FastifyReply, type: string, text: string): unknown {
  return matchesETag(request, reply, text) ? reply.code(304).send() : reply.type(type).send(text)
}
