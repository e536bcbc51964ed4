import {
  newToken,
  newTokenRequest,
  ownListQuery,
  ownSessionList,
  ownTokenList,
  sessionsEndQuery,
} from '#shared/api/accounts.ts'
import { idParams } from '#shared/api/lists.ts'
import { answers, created, done, withIsoDates } from '../http/answers.ts'
import { clearSessionCookie } from '../http/auth.ts'
import { notFound, requestError } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOfRows } from '../http/pages.ts'
import { routeOptions } from '../http/route.ts'
import { accessTokensOf, createAccessToken, mostAccessTokens, revokeAccessToken } from './access-tokens.ts'
import { closeSession, closeSessionsOf, sessionsOf } from './sessions.ts'

const route = routeOptions('Сеансы и ключи', { access: 'member' })

export const ownAccessRoutes: FeatureRoutes = async (app, { db }) => {
  app.get(
    '/users/me/sessions/',
    route({
      sessionOnly: true,
      summary: 'Свои открытые сеансы',
      querystring: ownListQuery,
      response: answers(ownSessionList, 400, 401, 403),
    }),
    async request => {
      const sessions = (await sessionsOf(db, request.account.id)).map(withIsoDates)
      const shown = sessions.map(session => ({ ...session, is_current: session.id === request.sessionId }))
      return pageOfRows(request, shown, request.query)
    },
  )

  app.delete(
    '/users/me/sessions/:id/',
    route({ summary: 'Завершить свой сеанс', params: idParams, response: answers(done, 401, 403, 404) }),
    async ({ account, sessionId, params }, reply) => {
      if (!(await closeSession(db, account.id, params.id))) throw notFound('Такого сеанса нет.')
      if (params.id === sessionId) clearSessionCookie(reply)
      return { detail: 'Сеанс закрыт.' }
    },
  )

  app.delete(
    '/users/me/sessions/',
    route({ summary: 'Выйти везде', querystring: sessionsEndQuery, response: answers(done, 400, 401, 403) }),
    async ({ account, sessionId, query }, reply) => {
      await closeSessionsOf(db, account.id, query.keep_current ? sessionId : undefined)
      if (query.keep_current) return { detail: 'Остальные сеансы завершены.' }
      clearSessionCookie(reply)
      return { detail: 'Все сеансы завершены.' }
    },
  )

  app.get(
    '/users/me/tokens/',
    route({
      sessionOnly: true,
      summary: 'Свои личные ключи',
      querystring: ownListQuery,
      response: answers(ownTokenList, 400, 401, 403),
    }),
    async request =>
      pageOfRows(request, (await accessTokensOf(db, request.account.id)).map(withIsoDates), request.query),
  )

  app.post(
    '/users/me/tokens/',
    route({
      secret: true,
      summary: 'Создать личный ключ',
      description: 'Ключ только читает; его текст показывается один раз.',
      body: newTokenRequest,
      response: created(newToken, 400, 401, 403, 413, 415),
    }),
    async ({ account, body }) => {
      const made = await createAccessToken(db, account.id, body)
      if (made === undefined) throw requestError(`Личных ключей не больше ${mostAccessTokens}: отзовите ненужные.`)
      return withIsoDates(made)
    },
  )

  app.delete(
    '/users/me/tokens/:id/',
    route({ summary: 'Отозвать личный ключ', params: idParams, response: answers(done, 401, 403, 404) }),
    async ({ account, params }) => {
      if (!(await revokeAccessToken(db, account.id, params.id))) throw notFound('Такого ключа нет.')
      return { detail: 'Ключ отозван.' }
    },
  )
}
