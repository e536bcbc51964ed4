import { z } from 'zod'
import { idParams, pagedQuery } from '#shared/api/lists.ts'
import { deliveredList } from '#shared/api/messages.ts'
import {
  channelStates,
  rehearsal,
  rehearsalRequest,
  subscription,
  subscriptionChange,
  subscriptionList,
  subscriptionListQuery,
  subscriptionRequest,
} from '#shared/api/subscriptions.ts'
import { answers, created, done } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOf, pageOfRows, wholeList } from '../http/pages.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { sendTest, unsubscribe } from './batches.ts'
import { listChannelStates } from './channels.ts'
import { deliveriesOf } from './deliveries.ts'
import { rehearse } from './rehearsal.ts'
import { subscriptionsOf } from './subscription-rows.ts'
import { changeSubscription, createSubscription, deleteSubscription } from './subscriptions.ts'
import { readWatched } from './watched-cases.ts'

/** The account's subscriptions (§7). */
const route = routeOptions('Подписки', { access: 'member' })
const writing = { rateLimit: perMinute('subscriptions', 120, 'Слишком много изменений.') }

export const subscriptionRoutes: FeatureRoutes = async (app, { db, copy, mailer, hasBot }) => {
  const reading = { db, copy }
  const setup = { hasBot, hasMail: mailer !== undefined }

  app.get(
    '/subscriptions/',
    route({
      summary: 'Свои подписки, новые сначала',
      querystring: subscriptionListQuery,
      response: answers(subscriptionList, 400, 401),
    }),
    async request => pageOfRows(request, await subscriptionsOf(db, request.account), request.query),
  )

  app.post(
    '/subscriptions/',
    route({
      ...writing,
      summary: 'Подписаться на фильтры, дело или лицо',
      description:
        'Нужно одно из трёх: `get_params` (фильтры те же, что в списке дел), `case` или `person`. Подписка без фильтров или слишком широкая не принимается: ответ 400 говорит, сколько новостей она принесла бы.',
      body: subscriptionRequest,
      response: created(subscription, 400, 401, 403, 413, 415, 429),
    }),
    async ({ account, body }) => createSubscription(reading, account, body, setup),
  )

  app.post(
    '/subscriptions/rehearsal/',
    route({
      lane: 'figures',
      rateLimit: perMinute('rehearsal', 60, 'Слишком много проб.'),
      summary: 'Что принесла бы такая подписка за последние 100 дней',
      description: 'Ничего не сохраняется. `refusal` — почему такую подписку не примут.',
      body: rehearsalRequest,
      response: answers(rehearsal, 400, 401, 403, 413, 415, 429),
    }),
    async ({ account, body }) =>
      rehearse(reading, account, {
        watched: await readWatched(db, account, scopeOf(account), body),
        kinds: body.kinds,
      }),
  )

  app.get(
    '/subscriptions/channels/',
    route({ summary: 'Каналы и чего каждому не хватает', response: answers(channelStates, 401) }),
    async ({ account }) => wholeList(await listChannelStates(db, account.id, setup)),
  )

  app.patch(
    '/subscriptions/:id/',
    route({
      ...writing,
      summary: 'Изменить подписку',
      description:
        'Чего нет в запросе, то остаётся. `paused` приостанавливает и возобновляет, `mute` и `unmute` — дела, о которых не сообщать, `kept` — подписка ещё нужна.',
      params: idParams,
      body: subscriptionChange,
      response: answers(subscription, 400, 401, 403, 404, 413, 415, 429),
    }),
    async ({ account, params, body }) => changeSubscription(reading, account, params.id, body, setup),
  )

  app.delete(
    '/subscriptions/:id/',
    route({
      ...writing,
      summary: 'Удалить подписку',
      params: idParams,
      response: answers(done, 400, 401, 403, 404, 429),
    }),
    async ({ account, params }) => {
      await deleteSubscription(db, account, params.id)
      return { detail: 'Подписка удалена.' }
    },
  )

  app.post(
    '/subscriptions/:id/test/',
    route({
      rateLimit: perMinute('subscription-test', 10, 'Слишком много проверок.'),
      summary: 'Отправить проверочное сообщение во все каналы подписки',
      params: idParams,
      response: answers(done, 400, 401, 403, 404, 429),
    }),
    async ({ account, params }) => {
      await sendTest(db, account.id, params.id)
      return { detail: 'Проверочное сообщение отправляется.' }
    },
  )

  app.get(
    '/subscriptions/:id/deliveries/',
    route({
      summary: 'Последние сообщения подписки и почему в них каждое дело',
      params: idParams,
      querystring: pagedQuery,
      response: answers(deliveredList, 400, 401, 404),
    }),
    async request => {
      const { account, params, query } = request
      return pageOf(request, await deliveriesOf(db, account, params.id, query), query)
    },
  )
}

/** From a letter, without signing in, by the secret in the address. */
export const guestSubscriptionRoutes: FeatureRoutes = async (app, { db }) => {
  const params = z.object({ secret: z.string().regex(/^[\w-]{32}$/) })
  const limited = perMinute('unsubscribe', 60, 'Слишком много запросов.')

  // RFC 8058: mail programs send a form.
  app.addContentTypeParser(['application/x-www-form-urlencoded', 'multipart/form-data'], (_, payload, parsed) => {
    payload.resume().on('end', () => parsed(null))
  })
  app.post(
    '/unsubscribe/:secret/',
    route({
      access: 'guest',
      rateLimit: limited,
      summary: 'Больше не писать об этой подписке на почту',
      params,
      response: answers(done, 400, 404, 429),
    }),
    async ({ params: { secret } }) => {
      await unsubscribe(db, secret)
      return { detail: 'Писем по этой подписке больше не будет.' }
    },
  )

  app.get(
    '/unsubscribe/:secret/',
    route({
      access: 'guest',
      rateLimit: limited,
      summary: 'Страница подписок: здесь письма выключают',
      params,
      response: answers(done, 404, 429),
    }),
    // A GET changes nothing, because programs prefetch the links of letters.
    async (request, reply) => reply.redirect(`${request.siteOrigin}/subscriptions`, 303),
  )
}
