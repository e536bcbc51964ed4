import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notAllowed, requestError } from './errors.ts'

/** Pages are no route: the browser tells which part of their address could not be read. */
export const refuseUndecodableQuery = async ({ originalUrl, is404 }: FastifyRequest): Promise<void> => {
  const at = originalUrl.indexOf('?')
  if (at >= 0 && !is404 && !isDecodable(originalUrl.slice(at + 1))) throw requestError('Адрес закодирован неверно.')
}

/** The router answers a path that cannot be decoded by itself; a page gets the address of one that does not exist. */
export const replaceUndecodablePath = ({ url = '/' }: { url?: string | undefined }): string => {
  const path = url.split('?', 1)[0] ?? ''
  return isCallPath(path) || isDecodable(path) ? url : '/%25'
}
export const isCallPath = (path: string): boolean => /^\/(api|assets)(\/|$)/.test(path)

const isDecodable = (part: string): boolean => {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

export const forbidCaching = async (_: FastifyRequest, reply: FastifyReply): Promise<void> => {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
}

/** Sets an ETag from the content hash; true means that the client has it already, which is a 304. */
export function matchesETag({ headers }: FastifyRequest, reply: FastifyReply, content: string): boolean {
  const tag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
  reply.header('etag', tag)
  // Compression makes the tag weak.
  const known = headers['if-none-match']?.split(',').map(one => one.trim().replace(/^W\//, ''))
  return known?.includes(tag) ?? false
}

const broken: Readonly<Record<string, readonly [status: string, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'Адрес или заголовки слишком длинные.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'Запрос не пришёл целиком.'],
}
/** Bytes that are not HTTP never reach Fastify. */
export const answerMalformed = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, sentence] = broken[error.code ?? ''] ?? ['400 Bad Request', 'Это не запрос HTTP.']
  const body = JSON.stringify({ detail: sentence })
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/**
 * Closes unused connections, which browsers open in advance: Node.js does not treat them as idle, so a shutdown would
 * wait for the request timeout.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
  })
}

/**
 * Distinguishes 405 from 404. A static path is never a parameter, whatever the method. Must be called before routes are
 * added.
 */
export function rememberMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: { pattern: RegExp; method: string }[] = []
  const own = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    const bare = bareOf(url)
    const methods = [method].flat()
    if (!bare.includes(':')) own.set(bare, new Set([...(own.get(bare) ?? []), ...methods]))
    const pattern = new RegExp(`^${bare.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}/?$`)
    routes.push(...methods.map(one => ({ pattern, method: one })))
  })
  app.addHook('preValidation', async ({ originalUrl, routeOptions: { url = '' } }) => {
    if (!url.includes(':')) return
    const methods = own.get(bareOf(originalUrl.split('?')[0] ?? ''))
    if (methods) throw notAllowed([...methods])
  })
  return path => [
    ...(own.get(bareOf(path)) ??
      new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))),
  ]
}

const bareOf = (path: string): string => path.replace(/\/$/, '')

/**
 * Allows only our own scripts, none inline; inline styles are needed by the component library. HTTPS is required only
 * if every own address uses it.
 */
export const securityHeaders = (ownUrls: readonly (string | undefined)[]): FastifyHelmetOptions => {
  const isHttps = ownUrls.every(url => url?.startsWith('https:'))
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isHttps,
    // The CSRF guard (auth.ts) needs the origin; other sites learn nothing.
    referrerPolicy: { policy: 'same-origin' },
  }
}
