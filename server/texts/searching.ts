import { type Kysely, sql } from 'kysely'
import type { ValueOf } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'
import { explainSearchError } from './text-search.ts'

/** Long enough for a million texts, short enough for a person to wait. */
export const longestSearchSeconds = 5

/**
 * Runs a query whose words come from a person: it has a time limit, and an expression that cannot be read is an answer
 * about the filter, not a failure of ours.
 */
export async function searching<T>(
  db: Kysely<DB>,
  { result_text_search: words }: { result_text_search?: ValueOf['words'] | undefined },
  run: (db: Kysely<DB>) => Promise<T>,
  limitSeconds = longestSearchSeconds,
): Promise<T> {
  if (words === undefined) return run(db)
  try {
    return await withinTime(db, limitSeconds, run)
  } catch (error) {
    const sentence = explainSearchError(error, words, limitSeconds)
    throw sentence === undefined ? error : fieldError('result_text_search', sentence)
  }
}

/**
 * With a limit, and with what suits looking through many texts: room for what is found, and no compiling of queries, which
 * the price declared for reading texts (migration 0010) would call for.
 */
export const withinTime = <T>(db: Kysely<DB>, seconds: number, run: (db: Kysely<DB>) => Promise<T>): Promise<T> =>
  db.transaction().execute(async trx => {
    await sql`select set_config('statement_timeout', ${String(Math.ceil(seconds * 1000))}, true), set_config('jit', 'off', true),
      set_config('work_mem', '32MB', true)`.execute(trx)
    return await run(trx)
  })
