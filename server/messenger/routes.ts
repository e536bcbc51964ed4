import { botCode, botState } from '#shared/api/telegram.ts'
import { answers, created, done, withIsoDates } from '../http/answers.ts'
import { conflict, notFound } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { chatOf, codeMinutes, newCode, readBot, unlinkAccount } from './telegram-chats.ts'

const route = routeOptions('Бот', { access: 'member' })
const writing = { rateLimit: perMinute('telegram', 20, 'Слишком много попыток.') }

export const messengerRoutes: FeatureRoutes = async (app, { db, hasBot }) => {
  app.get(
    '/telegram/',
    route({ summary: 'Есть ли бот и какой чат связан с учётной записью', response: answers(botState, 400, 401) }),
    async ({ account }) => {
      const [bot, chat] = await Promise.all([hasBot ? readBot(db) : undefined, chatOf(db, account.id)])
      return { is_set_up: hasBot, bot: bot ?? null, chat: chat === undefined ? null : withIsoDates(chat) }
    },
  )

  app.post(
    '/telegram/code/',
    route({
      ...writing,
      secret: true,
      summary: 'Одноразовый код, которым чат связывается с учётной записью',
      description: `Действует ${codeMinutes} минут; новый код отменяет прежний. Бот ждёт его в команде /start.`,
      response: created(botCode, 400, 401, 403, 409, 429),
    }),
    async ({ account }) => {
      if (!hasBot) throw conflict('Бот не настроен.')
      const [{ code, expires_at }, bot] = await Promise.all([newCode(db, account.id), readBot(db)])
      return { code, url: bot === undefined ? null : `${bot.url}?start=${code}`, expires_at: expires_at.toISOString() }
    },
  )

  app.delete(
    '/telegram/',
    route({ ...writing, summary: 'Отвязать чат', response: answers(done, 400, 401, 403, 404, 429) }),
    async ({ account }) => {
      if (!(await unlinkAccount(db, account.id))) throw notFound('Чат не связан.')
      return { detail: 'Чат отвязан.' }
    },
  )
}
