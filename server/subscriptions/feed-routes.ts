import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { idParams } from '#shared/api/lists.ts'
import { feedAnswer } from '#shared/api/other-programs.ts'
import { answers, created, done } from '../http/answers.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { perMinute } from '../http/rate-limit.ts'
import { matchesETag } from '../http/requests.ts'
import { routeOptions } from '../http/route.ts'
import { writeCalendar } from './calendar.ts'
import { feedSource, readFeedLinks, renewFeedLinks, revokeFeedLinks } from './feed-links.ts'
import { type FeedFormat, feedFormats, writeFeed } from './feed-text.ts'

/** Secret addresses of a subscription (§2 /subscriptions). */
const route = routeOptions('Подписки', { access: 'member' })

export const feedLinkRoutes: FeatureRoutes = async (app, { db }) => {
  const writing = { rateLimit: perMinute('feed-links', 30, 'Слишком много изменений.') }

  app.get(
    '/subscriptions/:id/feed/',
    route({
      summary: 'Секретные адреса лент и календаря подписки',
      params: idParams,
      response: answers(feedAnswer, 400, 401, 404),
    }),
    async ({ account, params, siteOrigin }) => ({ feed: await readFeedLinks(db, account.id, params.id, siteOrigin) }),
  )

  app.post(
    '/subscriptions/:id/feed/',
    route({
      ...writing,
      secret: true,
      summary: 'Сделать секретные адреса лент и календаря; прежние перестают работать',
      params: idParams,
      response: created(feedAnswer, 400, 401, 403, 404, 429),
    }),
    async ({ account, params, siteOrigin }) => ({ feed: await renewFeedLinks(db, account.id, params.id, siteOrigin) }),
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
      response: answers(z.any().meta({ description: 'text/calendar' }), 400, 404, 429),
    }),
    async (request, reply) => {
      const source = await feedSource(db, request.params.secret)
      const origin = request.siteOrigin
      const text = await writeCalendar(db, source, { origin, now: new Date() })
      return answer(request, reply, 'text/calendar; charset=utf-8', text)
    },
  )
}

function answer(request: FastifyRequest, reply: FastifyReply, type: string, text: string): unknown {
  return matchesETag(request, reply, text) ? reply.code(304).send() : reply.type(type).send(text)
}
