import { changePasswordRequest, registerRequest } from '#shared/api/accounts.ts'
import { currentUser, loginRequest, loginResponse } from '#shared/api/session.ts'
import { answers, created, done } from '../http/answers.ts'
import { clearSessionCookie, deviceCookie, mustEnable, setDeviceCookie, setSessionCookie } from '../http/auth.ts'
import { fieldError } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { networkOf, perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { accessOf } from './accounts.ts'
import { registrationsByAddress, takeAttempt } from './attempts.ts'
import { addressTakenLetter, passwordLetter } from './letters.ts'
import { passwordFault } from './password-rules.ts'
import { register } from './requests.ts'
import { closeSession } from './sessions.ts'
import { changePassword, signIn } from './sign-in.ts'

const route = routeOptions('Учётная запись', { access: 'member' })

/** Each check takes a noticeable part of a second of CPU. */
const signInsPerMinute = 300
const changesPerMinute = 60
const registrationsPerMinute = 60

export const guestAccountRoutes: FeatureRoutes = async (app, { db, mailer }) => {
  app.post(
    '/token/',
    route({
      access: 'guest',
      rateLimit: perMinute('sign-in', signInsPerMinute, 'Слишком много попыток входа.'),
      summary: 'Войти',
      description:
        'Отвечает ключом для заголовка `Authorization: Bearer`; браузер получает его и как cookie. Живёт 7 дней с последнего запроса, но не дольше 30. После нескольких неверных паролей нужно ждать, каждый раз дольше; чужие ошибки не задерживают устройство, с которого уже входили. Если включён вход с кодом, без `code` отвечает 400 с полем `code`.',
      security: [],
      body: loginRequest,
      response: answers(loginResponse, 400, 413, 415, 429),
    }),
    async (request, reply) => {
      const agent = request.headers['user-agent']
      const known = request.cookies[deviceCookie]
      const { token, device } = await signIn(db, { ...request.body, address: request.ip, agent, device: known })
      setSessionCookie(request, reply, token)
      setDeviceCookie(request, reply, device)
      return { token }
    },
  )

  app.post(
    '/users/register/',
    route({
      access: 'guest',
      rateLimit: perMinute('register', registrationsPerMinute, registrationsByAddress.sentence),
      summary: 'Подать заявку на учётную запись',
      description: 'Войти можно после того, как заявку одобрит администратор.',
      security: [],
      body: registerRequest,
      response: created(done, 400, 413, 415, 429),
    }),
    async request => {
      const { username, password, email, about } = request.body
      const fault = await passwordFault(password, { username, email })
      if (fault !== undefined) throw fieldError('password', fault)
      await takeAttempt(db, [registrationsByAddress, networkOf(request.ip)])
      const registered = await register(db, { username, password, email: email || undefined, about })
      if (registered.outcome === 'name taken') throw fieldError('username', 'Это имя занято.')
      if (registered.outcome === 'name looks taken')
        throw fieldError('username', 'Это имя не отличить на вид от занятого. Выберите другое.')
      if (registered.outcome === 'address taken') mailer?.send(addressTakenLetter(registered.owner))
      return {
        detail: `Заявка принята. Войти можно будет, когда её одобрит администратор${
          mailer !== undefined && email
            ? ': мы напишем вам на почту.'
            : '. Мы не отправляем писем; статус заявки виден при входе.'
        }`,
      }
    },
  )
}

export const accountRoutes: FeatureRoutes = async (app, { db, mailer, superuserSecondFactor = false }) => {
  app.get(
    '/users/logout/',
    route({ changesState: true, beforeSecondFactor: true, summary: 'Выйти', response: answers(done, 401, 403) }),
    async (request, reply) => {
      await closeSession(db, request.account.id, request.sessionId)
      clearSessionCookie(reply)
      return { detail: 'Вы вышли.' }
    },
  )

  app.get(
    '/users/me/',
    route({ beforeSecondFactor: true, summary: 'Кто вошёл', response: answers(currentUser, 401) }),
    async ({ account }) => ({
      ...accessOf(account),
      ...(superuserSecondFactor && mustEnable(account) && { must_enable_second_factor: true as const }),
    }),
  )

  app.patch(
    '/users/change-password/',
    route({
      rateLimit: perMinute('change-password', changesPerMinute, 'Слишком много попыток сменить пароль.'),
      secret: true,
      summary: 'Сменить пароль',
      description:
        'Остальные сеансы завершаются, все личные ключи отзываются; этот сеанс остаётся, если не сказано `"keep_session": false`. Секретные адреса лент и вебхуки подписок отзываются, если не сказано `"keep_addresses": true`.',
      body: changePasswordRequest,
      response: answers(done, 400, 401, 403, 409, 413, 415, 429),
    }),
    async (request, reply) => {
      const { account, sessionId, body } = request
      const { email } = await changePassword(db, account, {
        oldPassword: body.old_password,
        newPassword: body.new_password,
        keptSession: body.keep_session ? sessionId : undefined,
        device: request.cookies[deviceCookie],
        keepAddresses: body.keep_addresses,
      })
      if (email !== null) mailer?.send(passwordLetter({ username: account.username, email }))
      if (body.keep_session) return { detail: 'Пароль изменён, остальные сеансы завершены.' }
      clearSessionCookie(reply)
      return { detail: 'Пароль изменён. Войдите с новым паролем.' }
    },
  )
}
