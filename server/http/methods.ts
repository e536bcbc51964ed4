import type { FastifyInstance } from 'fastify'
import { notAllowed } from './errors.ts'

/**
 * Which methods an address has: tells 405 from 404. A static address (`subscriptions/rehearsal/`) is never a
 * parameter, whatever the method. Call before routes are added.
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
