import {
  secondFactorBegin,
  secondFactorConfirm,
  secondFactorConfirmed,
  secondFactorDisable,
  secondFactorStart,
  secondFactorState,
} from '#shared/api/accounts.ts'
import { answers, done } from '../http/answers.ts'
import { fieldError, notFound } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { wrongCodes } from './attempts.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  passSecondFactor,
  secondFactorOf,
} from './second-factor.ts'
import { confirmPassword } from './sign-in.ts'

const route = routeOptions('Вход с кодом', {
  access: 'member',
  sessionOnly: true,
  beforeSecondFactor: true,
  secret: true,
})
const writing = { rateLimit: perMinute('second-factor', 30, 'Слишком много попыток.') }

export const secondFactorRoutes: FeatureRoutes = async (app, { db, superuserSecondFactor = false }) => {
  const withPassword = async (account: { id: number }, password: string): Promise<void> => {
    if ((await confirmPassword(db, account, password)) === undefined) throw fieldError('password', 'Неверный пароль.')
  }

  app.get(
    '/users/me/second-factor/',
    route({ summary: 'Включён ли вход с кодом', response: answers(secondFactorState, 401, 403) }),
    async ({ account }) => ({
      ...(await secondFactorOf(db, account)),
      required: superuserSecondFactor && account.is_superuser,
    }),
  )

  app.post(
    '/users/me/second-factor/',
    route({
      ...writing,
      summary: 'Начать: получить секрет для приложения',
      description: 'Ничего не меняет, пока код из приложения не подтверждён.',
      body: secondFactorBegin,
      response: answers(secondFactorStart, 400, 401, 403, 409, 413, 415, 429),
    }),
    async ({ account, body }) => {
      await withPassword(account, body.password)
      return beginSecondFactor(db, account)
    },
  )

  app.post(
    '/users/me/second-factor/confirm/',
    route({
      ...writing,
      summary: 'Включить вход с кодом, подтвердив его кодом из приложения',
      description: 'Коды восстановления показываются один раз. Остальные сеансы завершаются.',
      body: secondFactorConfirm,
      response: answers(secondFactorConfirmed, 400, 401, 403, 409, 413, 415, 429),
    }),
    async ({ account, sessionId, body }) => ({
      recovery_codes: await confirmSecondFactor(db, account, body.code, sessionId),
    }),
  )

  app.post(
    '/users/me/second-factor/disable/',
    route({
      ...writing,
      summary: 'Выключить вход с кодом',
      body: secondFactorDisable,
      response: answers(done, 400, 401, 403, 404, 413, 415, 429),
    }),
    async ({ account, body }) => {
      if (account.totp_at === null) throw notFound('Вход с кодом не включён.')
      await withPassword(account, body.password)
      await passSecondFactor(db, account, body.code, [wrongCodes, `owner ${account.id}`])
      await disableSecondFactor(db, account)
      return { detail: 'Вход с кодом выключен.' }
    },
  )
}
