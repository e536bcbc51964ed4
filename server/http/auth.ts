import type {} from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Kysely } from 'kysely'
import { strictQuery } from '#shared/api/lists.ts'
import { type Holder, hasRight, type Right } from '#shared/domain/permissions.ts'
import { findAccessToken, isAccessToken } from '../accounts/access-tokens.ts'
import { deviceDays } from '../accounts/known-devices.ts'
import { type Account, accountOfSession, findSession, sessionMilliseconds } from '../accounts/sessions.ts'
import { withTimeout } from '../db/database-trouble.ts'
import type { DB } from '../db/schema.ts'
import { forbidden, unauthorized } from './errors.ts'
import { isHttps, type OwnAddresses, siteOriginOf } from './own-address.ts'

/**
 * Authentication (§6, §7): a session token as `Authorization: Bearer` or in an HttpOnly cookie, or a personal key, as
 * `Bearer` only and read-only. Every route declares who may call it.
 */
export type Access = 'guest' | 'member' | 'superuser' | Right

declare module 'fastify' {
  interface FastifyRequest {
    /** Throws 401 for guests, on routes open to them. */
    readonly account: Account
    /** Absent for personal keys: routes that need it are closed to them. */
    readonly sessionId: number
    /** Always one of our own addresses, whatever the request headers say. */
    readonly siteOrigin: string
  }
  interface FastifySchema {
    'x-access'?: Access
  }
  interface FastifyContextConfig {
    access?: Access
    /** A GET with the CSRF guard of a POST. */
    changesState?: boolean
    /** Closed to personal keys, although it only reads. */
    sessionOnly?: boolean
    /** Open to accounts that still have to enable the second factor. */
    beforeSecondFactor?: boolean
  }
}

export const sessionCookie = 'sudmonitor_session'

type Session = { account: Account; sessionId: number | undefined }
const sessions = new WeakMap<FastifyRequest, Session>()
const sessionOf = (request: FastifyRequest): Session => {
  const session = sessions.get(request)
  if (session === undefined) throw unauthorized()
  return session
}

export const setSessionCookie = (request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply =>
  reply.setCookie(sessionCookie, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isHttps(request),
    maxAge: sessionMilliseconds / 1000,
  })
export const clearSessionCookie = (reply: FastifyReply): FastifyReply => reply.clearCookie(sessionCookie)

/** Marks a device that has signed in before (server/accounts/known-devices.ts). Kept on sign-out. */
export const deviceCookie = 'sudmonitor_device'
export const setDeviceCookie = (request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply =>
  reply.setCookie(deviceCookie, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isHttps(request),
    maxAge: deviceDays * 86_400,
  })

export const decorateRequests = (app: FastifyInstance, addresses: OwnAddresses): void => {
  app.decorateRequest('siteOrigin', {
    getter() {
      return siteOriginOf(this, addresses)
    },
  })
  app.decorateRequest('account', {
    getter() {
      return sessionOf(this).account
    },
  })
  app.decorateRequest('sessionId', {
    getter() {
      const { sessionId } = sessionOf(this)
      if (sessionId === undefined) throw readingOnly()
      return sessionId
    },
  })
}

/** Refuses to register a route that does not declare its access, description and responses. */
export const declareAccess = (route: RouteOptions): void => {
  const { config, schema } = route
  if (config?.access === undefined || !schema?.summary || !schema.response)
    throw new Error(`${String(route.method)} ${route.url} does not declare who may call it and what it answers`)
  // Unknown parameters are refused, not ignored.
  route.schema = { ...schema, querystring: schema.querystring ?? strictQuery({}), 'x-access': config.access }
}

/** Runs before the request is parsed. */
export const requireSession =
  (db: Kysely<DB>, longestWait: number, { secondFactor = false }: SecondFactorRule = {}) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const bearer = bearerToken(request)
    const { access = 'superuser' } = request.routeOptions.config
    if (bearer !== undefined && isAccessToken(bearer)) {
      const account = await withTimeout(longestWait, findAccessToken(db, bearer))
      if (account === undefined) throw unauthorized()
      sessions.set(request, { account, sessionId: undefined })
      if (access === 'superuser' || !isReading(request) || request.routeOptions.config.sessionOnly === true)
        throw readingOnly()
      if (secondFactor && mustEnable(account)) throw enableFirst()
      if (!mayCall(account, access)) throw forbidden()
      return
    }
    const token = bearer ?? request.cookies[sessionCookie]
    const found = token === undefined ? undefined : await withTimeout(longestWait, findSession(db, token))
    if (token === undefined || found === undefined) {
      // Otherwise the browser would keep sending the cookie of an expired session.
      if (bearer === undefined && token !== undefined) clearSessionCookie(reply)
      throw unauthorized()
    }
    if (bearer === undefined) {
      refuseCrossSite(request)
      if (found.renewed) setSessionCookie(request, reply, token)
    }
    sessions.set(request, found)
    if (secondFactor && mustEnable(found.account) && request.routeOptions.config.beforeSecondFactor !== true)
      throw enableFirst()
    if (!mayCall(found.account, access)) throw forbidden()
  }

type SecondFactorRule = { secondFactor?: boolean | undefined }
export const mustEnable = ({ is_superuser, totp_at }: Account): boolean => is_superuser && totp_at === null
const enableFirst = (): Error =>
  forbidden('Администратору нужен вход с кодом. Включите его на странице «Вход с кодом».')

const readingOnly = (): Error => forbidden('Личным ключом можно только читать дела и справочники.')

/** For streaming answers: the account that the session has now; undefined when the session is over. */
export const stillSignedIn = (db: Kysely<DB>, { sessionId }: { sessionId: number }): Promise<Account | undefined> =>
  accountOfSession(db, sessionId)

/** What determines the cases an account sees. */
export type AccountRights = Holder & { id: number; regions: readonly number[] | null }
export const scopeOf = ({
  id,
  regions,
}: Pick<AccountRights, 'id' | 'regions'>): { accountId: number; regions: readonly number[] | 'all' } => ({
  accountId: id,
  regions: regions ?? 'all',
})

const mayCall = (account: Account, access: Access): boolean =>
  access === 'guest' || access === 'member'
    ? true
    : access === 'superuser'
      ? account.is_superuser
      : hasRight(account, access)

/** Undefined without the header. Any other scheme is not a session. */
const bearerToken = ({ headers: { authorization } }: FastifyRequest): string | undefined => {
  if (authorization === undefined) return undefined
  const token = /^bearer +(\S+) *$/i.exec(authorization)?.[1]
  if (token === undefined) throw unauthorized()
  return token
}

const reading: readonly string[] = ['GET', 'HEAD', 'OPTIONS']
export const isReading = ({ method, routeOptions }: FastifyRequest): boolean =>
  reading.includes(method) && routeOptions.config.changesState !== true

/**
 * CSRF guard of cookie sessions. Browsers send the origin with POST and PATCH; with GET over plain http they may not,
 * and then SameSite=Strict has withheld the cookie.
 */
const refuseCrossSite = (request: FastifyRequest): void => {
  if (isReading(request)) return
  const source = sourceOf(request)
  if (source === 'own' || (source === 'unsaid' && reading.includes(request.method))) return
  throw forbidden('Запрос пришёл с чужой страницы.')
}

const sourceOf = (request: FastifyRequest): 'own' | 'foreign' | 'unsaid' => {
  const { origin, referer, 'sec-fetch-site': fetchSite } = request.headers
  // `none`: typed into the address bar.
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none' ? 'own' : 'foreign'
  const said = origin ?? referer
  if (said === undefined) return 'unsaid'
  const host = URL.parse(said)?.host
  const ours = [request.host, URL.parse(request.siteOrigin)?.host]
  return host !== undefined && ours.includes(host) ? 'own' : 'foreign'
}
