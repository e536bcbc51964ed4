import type { FastifyContextConfig, FastifySchema } from 'fastify'

type Config = Pick<
  FastifyContextConfig,
  'access' | 'changesState' | 'sessionOnly' | 'beforeSecondFactor' | 'rateLimit' | 'lane' | 'secret'
>

/**
 * Options of a route from one flat object: who may call it and how often, what it takes and answers. `shared`: what the
 * routes of a file have in common, unless one says otherwise.
 */
export const routeOptions =
  (tag: string, shared: Config = {}) =>
  <S extends FastifySchema>(own: S & Config) => {
    const { access, changesState, sessionOnly, beforeSecondFactor, rateLimit, lane, secret, ...schema } = {
      ...shared,
      ...own,
    }
    return {
      config: {
        ...(access && { access }),
        ...(changesState && { changesState }),
        ...(sessionOnly && { sessionOnly }),
        ...(beforeSecondFactor && { beforeSecondFactor }),
        ...(rateLimit && { rateLimit }),
        ...(lane && { lane }),
        ...(secret && { secret }),
      },
      schema: { tags: [tag], ...schema },
    }
  }
