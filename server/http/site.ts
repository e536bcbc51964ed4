import { existsSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPagePath } from '#shared/domain/routes.ts'
import { notAllowed, notFound } from './errors.ts'

/** Hashed files are immutable, the page is revalidated. Any other address answers with the page, 200 or 404. */
const hashedFolder = '/assets/'
const forever = 'public, max-age=31536000, immutable'

export async function serveSite(
  app: FastifyInstance,
  { webRoot, methodsOf }: { webRoot: string; methodsOf: (path: string) => string[] },
): Promise<void> {
  const isBuilt = existsSync(join(webRoot, 'index.html'))
  if (isBuilt)
    await app.register(serveStatic, {
      root: webRoot,
      // A route a file: other addresses reach the handler below.
      wildcard: false,
      index: false,
      dotfiles: 'ignore',
      // Compressed by the build (scripts/pack-web.ts).
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => reply.header('cache-control', path.includes(hashedFolder) ? forever : 'no-cache'),
    })

  app.setNotFoundHandler((request, reply) => {
    const path = request.originalUrl.split('?')[0] ?? '/'
    const methods = methodsOf(path)
    if (methods.length > 0) throw notAllowed(methods)
    if (!isPageRequest(request, path)) throw notFound()
    return isBuilt
      ? reply
          .code(isPagePath(path) ? 200 : 404)
          .header('cache-control', 'no-cache')
          .sendFile('index.html')
      : sayNotBuilt(reply)
  })
}

const isPageRequest = ({ method }: FastifyRequest, path: string): boolean =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|assets)(\/|$)/.test(path)

const sayNotBuilt = (reply: FastifyReply): FastifyReply =>
  reply.code(404).type('text/plain; charset=utf-8').send('Интерфейс не собран: запустите npm start.\n')
