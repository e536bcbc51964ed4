import type { FastifyInstance } from 'fastify'

/** By which methods an address can be called: tells «not so» (405) from «nothing here» (404). Call before routes are added. */
export function rememberMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: { pattern: RegExp; method: string }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    const pattern = new RegExp(`^${url.replace(/\/$/, '').replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}/?$`)
    routes.push(...[method].flat().map(one => ({ pattern, method: one })))
  })
  return path => [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
}
