import { pushRequest, pushState } from '#shared/api/push.ts'
import { answers, done } from '../http/answers.ts'
import { notFound } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { addBrowser, isBrowserOn, readVapidKeys, removeBrowser } from './push.ts'

/** Notifications in the browser of this session. */
const route = routeOptions('Подписки', { access: 'member' })
const writing = { rateLimit: perMinute('push', 30, 'Слишком много изменений.') }

export const pushRoutes: FeatureRoutes = async (app, { db }) => {
  app.get(
    '/push/',
    route({
      sessionOnly: true,
      summary: 'Уведомления в этом браузере: ключ сервера и включены ли',
      response: answers(pushState, 401, 403),
    }),
    async ({ sessionId }) => ({
      public_key: (await readVapidKeys(db)).publicKey,
      is_on: await isBrowserOn(db, sessionId),
    }),
  )

  app.put(
    '/push/',
    route({
      ...writing,
      summary: 'Включить уведомления в этом браузере, до выхода из него',
      body: pushRequest,
      response: answers(done, 400, 401, 403, 413, 415, 429),
    }),
    async ({ sessionId, body }) => {
      await addBrowser(db, sessionId, body)
      return { detail: 'Уведомления в этом браузере включены.' }
    },
  )

  app.delete(
    '/push/',
    route({
      ...writing,
      summary: 'Выключить уведомления в этом браузере',
      response: answers(done, 401, 403, 404, 429),
    }),
    async ({ sessionId }) => {
      if (!(await removeBrowser(db, sessionId))) throw notFound('Уведомления в этом браузере не включены.')
      return { detail: 'Уведомления в этом браузере выключены.' }
    },
  )
}
