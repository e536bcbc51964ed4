import Fastify, { type FastifyInstance } from 'fastify'
import { safeLogger } from '../http/log-options.ts'
import { type OperationsOptions, operationsRoutes } from './routes.ts'

/** The HTTP server of a node that serves no pages: liveness, readiness and metrics. */
export async function buildProbeApp(options: OperationsOptions): Promise<FastifyInstance> {
  const app = Fastify({ logger: safeLogger({ level: 'warn', stream: process.stderr }) })
  await app.register(operationsRoutes, options)
  app.setNotFoundHandler((_, reply) =>
    reply.code(404).send({ detail: 'Этот узел только выполняет задания: страниц у него нет.' }),
  )
  return app
}
