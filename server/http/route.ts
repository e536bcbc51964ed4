import type { FastifyContextConfig, FastifySchema } from 'fastify'

type Config = Pick<FastifyContextConfig, 'access' | 'changesState' | 'sessionOnly' | 'rateLimit'>

/** Options of a route from one flat object: who may call it and how often, what it takes and answers. */
export const routeOptions =
  (...tags: string[]) =>
  <S extends FastifySchema>({ access, changesState, sessionOnly, rateLimit, ...schema }: S & Config) => ({
    config: {
      ...(access && { access }),
      ...(changesState && { changesState }),
      ...(sessionOnly && { sessionOnly }),
      ...(rateLimit && { rateLimit }),
    },
    schema: { tags, ...schema },
  })
