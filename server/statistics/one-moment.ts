import type { Kysely } from 'kysely'
import type { AnyValues } from '#shared/filters/field.ts'
import type { Scope } from '../cases/predicates.ts'
import { type Read, type Reading, readCases } from '../cases/reading.ts'
import type { DB } from '../db/schema.ts'
import { openSnapshot } from '../db/snapshot.ts'
import { fieldError } from '../http/errors.ts'
import { explainSearchError } from '../texts/text-search.ts'

/** Every answer of statistics is of one moment: its figures agree. Each reading of the cases may take so long. */
const secondsEach = 20

/** @throws HttpError 400 under `field` for words that cannot be searched, or not in time */
async function atOneMoment<T>(
  db: Kysely<DB>,
  asked: readonly (readonly [field: string, values: AnyValues])[],
  work: (trx: Kysely<DB>) => Promise<T>,
): Promise<T> {
  const { trx, close } = await openSnapshot(db, { secondsEach })
  try {
    return await work(trx)
  } catch (error) {
    for (const [field, { result_text_search: words }] of asked) {
      const sentence = isWords(words) ? explainSearchError(error, words, secondsEach) : undefined
      if (sentence !== undefined) throw fieldError(field, sentence)
    }
    throw error
  } finally {
    await close()
  }
}

/** The same on the copy, where it can answer: under the filters of cases, with its words as `result_text_search`. */
export const readAtOneMoment = <V extends AnyValues, T>(
  reading: Reading,
  scope: Scope,
  values: V,
  work: Read<V, T>,
): Promise<T> => {
  const asked = [['result_text_search', values]] as const
  return readCases(
    reading,
    scope,
    values,
    (on, among, own) =>
      on === reading.db
        ? atOneMoment(on, asked, trx => work(trx, among, own))
        : on.transaction().execute(trx => work(trx, among, own)),
    { find: ask => atOneMoment(reading.db, asked, ask) },
  )
}

/** Where a set of filters is read, and what it is there. */
export type Located = { on: Kysely<DB>; scope: Scope; values: AnyValues }

/** Several sets of filters side by side: on the copy where it can answer all of them. `db` of the work is the truth. */
export const readSidesAtOneMoment = <T>(
  { db, copy: copyNow }: Reading,
  scope: Scope,
  asked: readonly (readonly [field: string, values: AnyValues])[],
  work: (db: Kysely<DB>, sides: readonly Located[]) => Promise<T>,
): Promise<T> =>
  atOneMoment(db, asked, async trx => {
    const copy = copyNow?.()
    const onTruth = () =>
      work(
        trx,
        asked.map(([, values]) => ({ on: trx, scope, values })),
      )
    if (copy === undefined) return onTruth()
    const sides: Located[] = []
    for (const [, values] of asked)
      sides.push(
        await readCases({ db: trx, copy: () => copy }, scope, values, async (on, among, own) => ({
          on,
          scope: among,
          values: own,
        })),
      )
    if (sides.some(({ on }) => on === trx)) return onTruth()
    try {
      return await copy.db.transaction().execute(on =>
        work(
          trx,
          sides.map(side => ({ ...side, on })),
        ),
      )
    } catch (error) {
      copy.failed(error)
      return onTruth()
    }
  })
const isWords = (value: AnyValues[string]): value is { text: string; mode: string } =>
  typeof value === 'object' && !Array.isArray(value) && 'mode' in value
