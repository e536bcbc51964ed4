import { randomUUID } from 'node:crypto'
import { idParams } from '#shared/api/lists.ts'
import { webhookAnswer, webhookMade, webhookRequest, webhookTested } from '#shared/api/other-programs.ts'
import { answers, done, withIsoDates } from '../http/answers.ts'
import { fieldError, notFound } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { NotReachable, reachableAddresses } from '../outgoing/guarded-request.ts'
import { callWebhook, webhookBody } from './channels/webhook.ts'
import { testMessage } from './compose-message.ts'
import { addressRefused, postOutside, webhookGuard } from './post-outside.ts'
import { findWebhookTarget, readWebhook, removeWebhook, renewSecret, setWebhook } from './webhooks.ts'

/** The webhook of a subscription (§2 /subscriptions). */
const route = routeOptions('Подписки', { access: 'member' })
const noWebhook = (): Error => notFound('Вебхука у этой подписки нет.')

export const webhookRoutes: FeatureRoutes = async (app, { db, publicUrl, outgoing }) => {
  const writing = { rateLimit: perMinute('webhooks', 30, 'Слишком много изменений.') }
  const post = postOutside(outgoing)

  app.get(
    '/subscriptions/:id/webhook/',
    route({
      summary: 'Вебхук подписки и последние вызовы',
      params: idParams,
      response: answers(webhookAnswer, 400, 401, 404),
    }),
    async ({ account, params }) => ({ webhook: await readWebhook(db, account, params.id) }),
  )

  app.put(
    '/subscriptions/:id/webhook/',
    route({
      ...writing,
      summary: 'Посылать новости подписки программе по этому адресу',
      description:
        'Тело вызова подписано по соглашению Standard Webhooks: `webhook-signature` — HMAC-SHA256 от `webhook-id.webhook-timestamp.тело`. `secret` показывается один раз, когда он сделан. Вызов, на который не ответили 2xx, повторяется двое суток с тем же `webhook-id`; потом вебхук выключается. Выключенный включается этим же запросом.',
      params: idParams,
      body: webhookRequest,
      response: answers(webhookMade, 400, 401, 403, 404, 413, 415, 429),
    }),
    async ({ account, params: { id }, body: { url } }) => {
      await readWebhook(db, account, id)
      const { href } = new URL(url)
      try {
        await reachableAddresses(new URL(href), webhookGuard(outgoing))
      } catch (error) {
        throw error instanceof NotReachable ? fieldError('url', addressRefused) : error
      }
      const secret = await setWebhook(db, account, { id, url: href })
      const webhook = await readWebhook(db, account, id)
      if (webhook === null) throw noWebhook()
      return { webhook, secret }
    },
  )

  app.post(
    '/subscriptions/:id/webhook/secret/',
    route({
      ...writing,
      secret: true,
      summary: 'Создать новый секрет; прежний подписывает вызовы ещё сутки',
      params: idParams,
      response: answers(webhookMade, 400, 401, 403, 404, 429),
    }),
    async ({ account, params: { id } }) => {
      const secret = await renewSecret(db, account, id)
      const webhook = await readWebhook(db, account, id)
      if (secret === undefined || webhook === null) throw noWebhook()
      return { webhook, secret }
    },
  )

  app.post(
    '/subscriptions/:id/webhook/test/',
    route({
      rateLimit: perMinute('webhook-test', 10, 'Слишком много проверок.'),
      summary: 'Отправить проверочный вызов сейчас и узнать, что ответили',
      description: 'Один раз, без повторов, и выключенному вебхуку тоже.',
      params: idParams,
      response: answers(webhookTested, 400, 401, 403, 404, 429),
    }),
    async ({ account, params: { id } }) => {
      const message = await testMessage(db, account.id, { id, key: randomUUID(), publicUrl })
      const target = await findWebhookTarget(db, id)
      if (target === undefined) throw noWebhook()
      const { call } = await callWebhook(
        db,
        { post, target, message, body: webhookBody(message), noticeChannels: async () => [] },
        { now: new Date() },
      )
      return { call: withIsoDates(call) }
    },
  )

  app.delete(
    '/subscriptions/:id/webhook/',
    route({
      ...writing,
      summary: 'Удалить вебхук вместе с его секретом',
      params: idParams,
      response: answers(done, 400, 401, 403, 404, 429),
    }),
    async ({ account, params }) => {
      await removeWebhook(db, account, params.id)
      return { detail: 'Вебхука больше нет.' }
    },
  )
}
