import type { FastifyContextConfig, FastifySchema } from 'fastify'

type Config = Pick<
  FastifyContextConfig,
  'access' | 'changesState' | 'sessionOnly' | 'beforeSecondFactor' | 'rateLimit' | 'lane' | 'secret'
>

/**
 * Route options from one flat object: access, rate limit, request and response. `shared`: defaults for the routes of a
 * file.
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
