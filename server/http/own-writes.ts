import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { CopyNow } from '../cases/engine/engine.ts'
import { isReading } from './auth.ts'
import { askingNow } from './fair-queue.ts'

/**
 * Read your writes: after an account has written, its next answers include the change, whichever engine counts.
 * Requests wait for the copy to catch up; a second after the write PostgreSQL answers instead. Other accounts read the
 * copy as it is.
 */
type OwnWrites = { copy: CopyNow; note: (account: number) => void }

const waitAfterWriteMs = 1_000

/** `caughtUp` resolves when the copy has everything committed by now. */
export function ownWrites(copy: CopyNow, caughtUp: () => Promise<void>): OwnWrites {
  const unread = new Map<number, { read: Promise<boolean>; until: number }>()
  const note = (account: number): void => {
    const read = caughtUp().then(() => {
      if (unread.get(account) === write) unread.delete(account)
      return true
    })
    const write = { read, until: performance.now() + waitAfterWriteMs }
    unread.set(account, write)
  }
  const isRead = async (account: number): Promise<boolean> => {
    const write = unread.get(account)
    if (write === undefined) return true
    return Promise.race([write.read, pause(Math.max(0, write.until - performance.now()), false, { ref: false })])
  }
  return {
    copy: Object.assign(
      async () => {
        const account = askingNow()?.account
        return account === undefined || (await isRead(account)) ? copy() : undefined
      },
      { isThere: async () => (await copy()) !== undefined },
    ),
    note,
  }
}

/**
 * Notes writes when the handler has ended, answered or not: a request that failed or timed out may have written as
 * well.
 */
export const notingOwnWrites =
  (note: (account: number) => Promise<void>) =>
  async (request: FastifyRequest): Promise<void> => {
    if (!isReading(request)) await note(request.account.id)
  }
