import { existsSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPagePath } from '#shared/domain/routes.ts'
import { notAllowed, notFound } from './errors.ts'
import { isCallPath } from './requests.ts'

/** Hashed files are immutable, the page is revalidated. Any other address returns the page with 200 or 404. */
const hashedFolder = '/assets/'
const forever = 'public, max-age=31536000, immutable'

export async function serveSite(
  app: FastifyInstance,
  { webRoot, methodsOf }: { webRoot: string; methodsOf: (path: string) => string[] },
): Promise<void> {
  const isBuilt = existsSync(join(webRoot, 'index.html'))
  if (isBuilt) {
    // A route per file: other addresses reach the handler below.
    await app.register(serveStatic, { ...files('no-cache'), root: webRoot, wildcard: false, globIgnore: ['assets/**'] })
    // One route for hundreds of hashed files: a route for each would take as long at every start as the whole API.
    const hashed = { root: join(webRoot, 'assets'), prefix: hashedFolder, decorateReply: false }
    await app.register(serveStatic, { ...files(forever), ...hashed })
  }

  app.setNotFoundHandler((request, reply) => {
    const path = request.originalUrl.split('?')[0] ?? '/'
    const methods = methodsOf(path)
    if (methods.length > 0) throw notAllowed(methods)
    if (isBuilt && path.startsWith(hashedFolder) && !isRead(request)) throw notAllowed(['GET', 'HEAD'])
    if (!isPageRequest(request, path)) throw notFound()
    return isBuilt
      ? reply
          .code(isPagePath(path) ? 200 : 404)
          .header('cache-control', 'no-cache')
          .sendFile('index.html')
      : answerNotBuilt(reply)
  })
}

const files = (cacheControl: string) =>
  ({
    index: false,
    dotfiles: 'ignore',
    // Compressed by the build (scripts/build-web.ts).
    preCompressed: true,
    cacheControl: false,
    setHeaders: reply => reply.header('cache-control', cacheControl),
  }) satisfies Partial<FastifyStaticOptions>

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

const isPageRequest = (request: FastifyRequest, path: string): boolean => isRead(request) && !isCallPath(path)

const answerNotBuilt = (reply: FastifyReply): FastifyReply =>
  reply.code(404).type('text/plain; charset=utf-8').send('Интерфейс не собран: запустите npm start.\n')
