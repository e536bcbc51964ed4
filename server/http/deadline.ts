import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseUnresponsive, databaseTrouble } from '../db/database-trouble.ts'
import { logFailure } from './errors.ts'

/**
 * Milliseconds before a request is answered with 503: a frozen database neither answers nor closes its connections.
 * `session`: the first query, which normally takes no time; `guest`: sign-in and the like; `member`: longer than any
 * statement timeout of a page. A download that has started is not cut off.
 */
export type Deadlines = { session: number; guest: number; member: number }
export const usualDeadlines: Deadlines = { session: 10_000, guest: 20_000, member: 65_000 }

/** `ended` runs before the handler's answer is sent, or when it is too late to send it. */
export function answerWithin(
  app: FastifyInstance,
  milliseconds: number,
  ended: (request: FastifyRequest) => Promise<void> = async () => undefined,
): void {
  const timers = new WeakMap<FastifyReply, NodeJS.Timeout>()
  /** Requests answered by the deadline instead of their handlers. */
  const given = new WeakSet<FastifyReply>()
  app.addHook('onRoute', route => {
    const { handler } = route
    // A late result of the handler is dropped. The timeout of the database has been reported; any other late error goes
    // to the log only.
    route.handler = async function (request, reply) {
      try {
        const answer: unknown = await handler.call(this, request, reply)
        return given.has(reply) ? reply : answer
      } catch (error) {
        if (!given.has(reply)) throw error
        if (databaseTrouble(error) !== 'away') logFailure(error, request)
        return reply
      } finally {
        await ended(request)
      }
    }
  })
  app.addHook('onRequest', async (_, reply) => {
    const timer = setTimeout(() => {
      if (reply.sent || reply.raw.headersSent) return
      given.add(reply)
      reply.send(new DatabaseUnresponsive())
    }, milliseconds)
    timers.set(reply, timer)
    reply.raw.once('close', () => clearTimeout(timer))
  })
  app.addHook('onSend', async (_, reply) => clearTimeout(timers.get(reply)))
}
