import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type CurrentUser, currentUser, currentUserChange, loginRequest, loginResponse } from '#shared/api/accounts.ts'
import { answers, done } from '../http/answers.ts'
import { clearSessionCookie, scopeOf, setSessionCookie } from '../http/auth.ts'
import type { FeatureOptions } from '../http/feature.ts'
import { changeFavourites } from './favourites.ts'
import { type Account, closeSession } from './sessions.ts'
import { makeSignIn } from './sign-in.ts'

/** Signing in and out, and the signed-in person (§7). */
const tags = ['Учётная запись']

/** However right the passwords, an address signs in no oftener: each check costs a noticeable part of a second. */
const signInsPerMinute = 300

export const guestAccountRoutes: FastifyPluginAsyncZod<FeatureOptions> = async (app, { db, publicUrl }) => {
  const signIn = makeSignIn(db)

  app.post(
    '/token/',
    {
      config: { access: 'guest', rateLimit: { max: signInsPerMinute, timeWindow: '1 minute' } },
      schema: {
        tags,
        summary: 'Войти',
        description:
          'Отвечает ключом для заголовка `Authorization: Bearer`; браузер получает его и как cookie. Живёт 7 дней с последнего запроса.',
        security: [],
        body: loginRequest,
        response: answers(loginResponse, 400, 413, 415, 429),
      },
    },
    async (request, reply) => {
      const token = await signIn({ ...request.body, address: request.ip })
      setSessionCookie(request, reply, token, { publicUrl })
      return { token }
    },
  )
}

export const accountRoutes: FastifyPluginAsyncZod<FeatureOptions> = async (app, { db }) => {
  app.get(
    '/users/logout/',
    {
      config: { access: 'member', changesState: true },
      schema: { tags, summary: 'Выйти', response: answers(done, 401, 403) },
    },
    async (request, reply) => {
      await closeSession(db, request.sessionToken)
      clearSessionCookie(reply)
      return { detail: 'Вы вышли.' }
    },
  )

  app.get(
    '/users/me/',
    { config: { access: 'member' }, schema: { tags, summary: 'Кто вошёл', response: answers(currentUser, 401) } },
    async request => presentUser(request.account),
  )

  app.patch(
    '/users/me/',
    {
      config: { access: 'member' },
      schema: {
        tags,
        summary: 'Добавить дела в избранное и убрать из него',
        body: currentUserChange,
        response: answers(currentUser, 400, 401, 403, 413, 415),
      },
    },
    async request => {
      await changeFavourites(db, scopeOf(request.account), request.body.favorite_cases)
      return presentUser(request.account)
    },
  )
}

const presentUser = ({ username, groups, is_superuser, regions }: Account): CurrentUser => ({
  username,
  groups,
  is_superuser,
  regions,
})
