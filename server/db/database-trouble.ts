import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errorCode } from './refusal.ts'

/**
 * Failures of the database or disk, classified in one place for pages, jobs, the columnar copy and commands. `away`: unreachable, starting, stopping
 * or disconnected, so a retry may succeed; `full`: no space left; `texts`: a text node (text-nodes.ts) is unreachable, which affects only queries on
 * texts.
 */
export type DatabaseTrouble = 'away' | 'full' | 'texts'

export function databaseTrouble(error: unknown): DatabaseTrouble | undefined {
  if (error instanceof DatabaseUnresponsive) return 'away'
  if (error instanceof TextsUnresponsive) return 'texts'
  const code = errorCode(error)
  if (code !== undefined) return isFull.test(code) ? 'full' : isAway.test(code) ? unavailableServer(error) : undefined
  if (!(error instanceof Error)) return undefined
  // pg, its pool and Kysely set no codes on these.
  return lostConnection.test(error.message) ? 'away' : undefined
}

/** PostgreSQL reports the source file of an error: postgres_fdw raises those of foreign servers in connection.c. */
const unavailableServer = (error: unknown): DatabaseTrouble =>
  error instanceof pg.DatabaseError && error.file === 'connection.c' ? 'texts' : 'away'

export class DatabaseUnresponsive extends Error {
  override message = 'The database did not answer in time'
}

/** A frozen text node keeps its connections open without answering (text-nodes.ts). */
export class TextsUnresponsive extends Error {
  override message = 'A text node did not answer in time'
}

/** Time limit for a query that is expected to be instant. @throws DatabaseUnresponsive */
export async function withTimeout<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  const waiting = new AbortController()
  const silent = sleep(milliseconds, undefined, { signal: waiting.signal }).then(() => {
    throw new DatabaseUnresponsive()
  })
  try {
    return await Promise.race([answer, silent])
  } finally {
    silent.catch(() => undefined)
    waiting.abort()
  }
}

export const troubleSentences: Readonly<Record<DatabaseTrouble, string>> = {
  away: 'База данных не отвечает. Повторите через минуту.',
  texts: 'Сервер текстов решений не отвечает: тексты не читаются и слова в них не ищутся. Повторите через минуту.',
  full: 'На диске сервера нет места: изменения не сохранены. Администратору нужно освободить место на диске.',
}

export const tellFailure = (what: string, error: unknown): void => console.error(`${what}:`, reasonOf(error))

const reasonOf = (error: unknown): unknown => {
  const trouble = databaseTrouble(error)
  if (trouble !== undefined) return troubleSentences[trouble]
  return error instanceof Error ? error.message : error
}

/** SQLSTATE and system codes. 25006: a standby, which may be promoted in a moment. */
const isFull = /^(53100|ENOSPC|EDQUOT)$/
const isAway =
  /^(08...|57P0.|53[023]00|25P0[34]|25006|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const lostConnection =
  /^Connection terminated|^timeout e(xpired|xceeded when trying to connect)$|^Query read timeout$|is not queryable$|^Postgres connection has been discarded$|^Cannot use a pool after calling end/

/** Retries with backoff while the database is away. @throws other errors at once, and the last one when `signal` is aborted */
export async function retryUntilConnected<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
  onSilence: () => void = () => undefined,
): Promise<T> {
  for (let pause = shortestPause; ; pause = Math.min(2 * pause, longestPause)) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || databaseTrouble(error) !== 'away') throw error
      onSilence()
    }
    await sleep(pause, undefined, { signal }).catch(() => undefined)
  }
}
const shortestPause = 200
const longestPause = 10_000
