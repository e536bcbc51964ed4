import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errorCode } from './refusal.ts'

/**
 * What is wrong with the database or the disk, told once for pages, jobs, the copy and commands. `away`: it does not answer, stops, starts
 * or has broken the connection, and the same question may be answered a moment later; `full`: there is no room left; `texts`: a server of
 * texts (text-nodes.ts) is away, and all that needs none of them is answered.
 */
export type DatabaseTrouble = 'away' | 'full' | 'texts'

export function databaseTrouble(error: unknown): DatabaseTrouble | undefined {
  if (error instanceof DatabaseUnresponsive) return 'away'
  const code = errorCode(error)
  if (code !== undefined) return isFull.test(code) ? 'full' : isAway.test(code) ? whoIsAway(error) : undefined
  if (!(error instanceof Error)) return undefined
  // pg, its pool and Kysely have no codes for these.
  return lostConnection.test(error.message) ? 'away' : undefined
}

/** PostgreSQL tells which of its files speaks: this one is of connections to other servers. */
const whoIsAway = (error: unknown): DatabaseTrouble =>
  error instanceof pg.DatabaseError && error.file === 'connection.c' ? 'texts' : 'away'

/** It was waited for as long as one waits. */
export class DatabaseUnresponsive extends Error {
  override message = 'The database did not answer in time'
}

/** For a question that takes no time. @throws DatabaseUnresponsive */
export async function answerSoon<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
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

/** For who reads the log of a server. */
export const tellFailure = (what: string, error: unknown): void => console.error(`${what}:`, reasonOf(error))

const reasonOf = (error: unknown): unknown => {
  const trouble = databaseTrouble(error)
  if (trouble !== undefined) return troubleSentences[trouble]
  return error instanceof Error ? error.message : error
}

/** Codes of PostgreSQL and of the system. 25006: a standby, which may be the primary in a moment. */
const isFull = /^(53100|ENOSPC|EDQUOT)$/
const isAway =
  /^(08...|57P0.|53[023]00|25P0[34]|25006|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const lostConnection =
  /^Connection terminated|^timeout e(xpired|xceeded when trying to connect)$|^Query read timeout$|is not queryable$|^Postgres connection has been discarded$|^Cannot use a pool after calling end/

/** For what must not end because the database does not answer just now. @throws what else fails, or the last failure when `signal` says so */
export async function untilItAnswers<T>(
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
