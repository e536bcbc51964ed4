import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseUnresponsive, databaseTrouble } from '../db/database-trouble.ts'
import { logFailure } from './errors.ts'

/**
 * How long a request may wait before it is answered 503, in milliseconds: a database that is frozen neither answers nor breaks its
 * connections. `session`: of the first question to the database, which takes no time; `guest`: signing in and the like; `member`: more than any
 * statement of a page is given. A file that has begun is not cut off.
 */
export type Deadlines = { session: number; guest: number; member: number }
export const usualDeadlines: Deadlines = { session: 10_000, guest: 20_000, member: 65_000 }

/** `ended`: before what a handler says is sent, and also when it comes too late to be sent. */
export function answerWithin(
  app: FastifyInstance,
  milliseconds: number,
  ended: (request: FastifyRequest) => Promise<void> = async () => undefined,
): void {
  const timers = new WeakMap<FastifyReply, NodeJS.Timeout>()
  /** Answered in place of their handlers. */
  const given = new WeakSet<FastifyReply>()
  app.addHook('onRoute', route => {
    const { handler } = route
    // What the handler says later is dropped: waiting for the reply itself says nothing more. That the database did not answer has been said; any other
    // mistake is nobody's answer any more, but is for the log.
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
