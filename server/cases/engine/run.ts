import type { Kysely } from 'kysely'
import type { AnyValues } from '#shared/filters/field.ts'
import { cancelWhen, pidOf } from '../../db/cancel.ts'
import { isCancelled } from '../../db/refusal.ts'
import type { DB } from '../../db/schema.ts'
import { openSnapshot } from '../../db/snapshot.ts'
import { whileTextsAnswer } from '../../db/text-nodes.ts'
import { fieldError } from '../../http/errors.ts'
import { askingNow } from '../../http/fair-queue.ts'
import { explainSearchError, withinTime } from '../../texts/text-search.ts'
import type { Scope } from '../predicates.ts'
import { dayOf } from './at-day.ts'
import type { CaseSet } from './case-set.ts'
import { refuseUncountable, Uncountable } from './countable.ts'
import type { CaseEngine, CopyEngine, CopyNow, Engines, Question } from './engine.ts'
import { findForCopy } from './find-for-copy.ts'
import { type Find, planOf, searchWords } from './plan.ts'
import { postgresql } from './postgresql.ts'

/**
 * Runs planned questions (plan.ts). The only place of time limits and of the fallback to PostgreSQL when the copy
 * fails.
 */
type Asked<V extends AnyValues = AnyValues> = { scope: Scope; values: V; joined?: string | undefined }
export type Want<V extends AnyValues, T> = (engine: CaseEngine, question: Question<V>) => Promise<T>

/** The time limit of PostgreSQL. */
type Limit = {
  /** Per statement; a function returns what is left of a budget shared by several questions. */
  seconds: number | (() => number)
  /** Limits only questions with words. */
  ofWords?: boolean
  /** Runs all statements in one snapshot. */
  isSnapshot?: boolean
}
/** For figures that must agree with each other. */
export const atOneMoment = { seconds: 20, isSnapshot: true } as const satisfies Limit
/** For lists PostgreSQL alone returns a page and a partial total; figures are counted whole or not at all. */
const isOfFigures = (limit: Limit | undefined): boolean =>
  limit !== undefined && (limit.isSnapshot === true || typeof limit.seconds === 'function')
/** The time budget shared by several questions is used up. */
export class OutOfTime extends Error {}

export const askCases = <V extends AnyValues, T>(
  engines: Engines,
  asked: Asked<V>,
  want: Want<V, T>,
  limit?: Limit,
): Promise<T> => caseAsker(engines, limit)(asked, want)

/** Answers several questions under one limit; a search in PostgreSQL that several of them need runs once. */
export function caseAsker(engines: Engines, limit?: Limit) {
  const { db, copy: copyNow } = engines
  const found = new Map<string, Promise<CaseSet>>()
  return async <V extends AnyValues, T>(asked: Asked<V>, want: Want<V, T>): Promise<T> => {
    const { scope, values } = asked
    refuseOtherDay(engines, values)
    const limited = <R>(work: (on: Kysely<DB>) => Promise<R>, by = limit) => withLimit(db, by, values, work)
    const onPostgresql = (isAlone: boolean) =>
      limited(async on => {
        const engine = postgresql(on, isAlone)
        if (isAlone && (isOfFigures(limit) || asked.joined !== undefined))
          await refuseUncountable(engine, { scope, values })
        return want(engine, { scope, values })
      })
    const copy = await copyNow?.()
    if (copy === undefined) return onPostgresql(await isAway(copyNow))
    const question = await questionOf(copy, asked, step => {
      const key = JSON.stringify(step)
      // A search for the copy cannot be partial, so searches by number or name are limited as those by words are.
      const always = limit && { ...limit, ofWords: false }
      const known = found.get(key) ?? limited(on => findForCopy({ db, on, copy, scope }, step), always)
      found.set(key, known)
      return known
    })
    if (question === undefined) return onPostgresql(false)
    try {
      const held = await question()
      return await (limit?.isSnapshot ? copy.transaction(engine => want(engine, held)) : want(copy, held))
    } catch (error) {
      askingNow()?.signal.throwIfAborted()
      copy.failed(error)
      return onPostgresql(true)
    }
  }
}

/** Whether the copy is away for longer than a moment, so that PostgreSQL must limit what it counts. */
const isAway = async (copy: CopyNow | undefined): Promise<boolean> => (await copy?.isThere?.()) !== true

export type EngineQuestion = { engine: CaseEngine; question: Question }
/** The filters of one side, with the field name used when its words are refused. */
type NamedValues = readonly [field: string, values: AnyValues]

/** Several questions answered by one engine in one snapshot. `db` is for everything else that is read with them. */
export const askTogether = <T>(
  engines: Engines,
  scope: Scope,
  sides: readonly NamedValues[],
  want: (db: Kysely<DB>, sides: readonly EngineQuestion[]) => Promise<T>,
): Promise<T> => {
  for (const [, values] of sides) refuseOtherDay(engines, values)
  return inSnapshot(engines.db, atOneMoment.seconds, sides, async on => {
    const onPostgresql = async (isAlone: boolean) => {
      const engine = postgresql(on, isAlone)
      const located = sides.map(([, values]) => ({ engine, question: { scope, values } }))
      if (isAlone) for (const { question } of located) await refuseUncountable(engine, question)
      return want(on, located)
    }
    const copy = await engines.copy?.()
    if (copy === undefined) return onPostgresql(await isAway(engines.copy))
    const questions: (() => Promise<Question>)[] = []
    for (const [, values] of sides) {
      const find = (step: Find) => findForCopy({ db: engines.db, on, copy, scope }, step)
      const question = await questionOf(copy, { scope, values }, find)
      if (question === undefined) return onPostgresql(false)
      questions.push(question)
    }
    try {
      const held = await Promise.all(questions.map(question => question()))
      return await copy.transaction(there =>
        want(
          on,
          held.map(question => ({ engine: there, question })),
        ),
      )
    } catch (error) {
      askingNow()?.signal.throwIfAborted()
      copy.failed(error)
      return onPostgresql(true)
    }
  })
}

/** A guard for callers: engines of another day would give an answer that is false and looks right. */
function refuseOtherDay({ day }: Engines, values: AnyValues): void {
  if (day !== dayOf(values)) throw new Error('a question of one day was put to the base of another')
}

/**
 * Asks the copy at a snapshot of PostgreSQL. Undefined when the copy cannot answer by itself or is of another moment.
 */
export async function askCopyAt<V extends AnyValues, T>(
  snapshot: Kysely<DB>,
  copyNow: CopyNow | undefined,
  asked: Asked<V>,
  want: Want<V, T | undefined>,
): Promise<T | undefined> {
  const copy = await copyNow?.()
  const plan = planOf(asked, copy?.capabilities)
  if (copy === undefined || plan.on !== 'copy' || plan.find !== undefined) return undefined
  try {
    return await copy.atSnapshot(snapshot, engine => want(engine, { scope: asked.scope, values: plan.answer }))
  } catch (error) {
    askingNow()?.signal.throwIfAborted()
    copy.failed(error)
    return undefined
  }
}

/** The question for the copy, after it has stored what PostgreSQL found; undefined when PostgreSQL has to answer. */
async function questionOf<V extends AnyValues>(
  copy: CopyEngine,
  asked: Asked<V>,
  find: (step: Find) => Promise<CaseSet>,
): Promise<(() => Promise<Question<V>>) | undefined> {
  const plan = planOf(asked, copy.capabilities)
  if (plan.on === 'postgresql') return undefined
  // Noted before reading, so that a concurrent write counts as later.
  const answered = askingNow()
  if (answered !== undefined && copy.isBehind()) answered.isBehind = true
  const found = plan.find && (await find(plan.find))
  return async () => ({ scope: asked.scope, values: plan.answer, among: found && (await copy.hold(found)) })
}

async function withLimit<T>(
  db: Kysely<DB>,
  limit: Limit | undefined,
  values: AnyValues,
  work: (on: Kysely<DB>) => Promise<T>,
): Promise<T> {
  if (limit === undefined || (limit.ofWords && searchWords(values) === undefined)) return work(db)
  const isShared = typeof limit.seconds === 'function'
  const seconds = typeof limit.seconds === 'function' ? limit.seconds() : limit.seconds
  if (seconds < 0.001) throw new OutOfTime()
  const sides = [['result_text_search', values]] as const
  try {
    if (limit.isSnapshot) return await inSnapshot(db, seconds, sides, work)
    return await withTexts(db, sides, () => withinTime(db, seconds, on => whileWanted(db, on, () => work(on))))
  } catch (error) {
    throw isShared && (isCancelled(error) || error instanceof Uncountable)
      ? new OutOfTime()
      : explained(error, sides, seconds)
  }
}

async function inSnapshot<T>(
  db: Kysely<DB>,
  seconds: number,
  sides: readonly NamedValues[],
  work: (trx: Kysely<DB>) => Promise<T>,
): Promise<T> {
  const { trx, close } = await openSnapshot(db, { secondsEach: seconds, signal: askingNow()?.signal })
  try {
    return await withTexts(db, sides, () => work(trx))
  } catch (error) {
    throw explained(error, sides, seconds)
  } finally {
    await close()
  }
}

const withTexts = <T>(db: Kysely<DB>, sides: readonly NamedValues[], work: () => Promise<T>): Promise<T> =>
  sides.some(([, values]) => searchWords(values) !== undefined) ? whileTextsAnswer(db, 'all', work) : work()

/** Cancels the PostgreSQL query when nobody waits for the answer any more. */
async function whileWanted<T>(db: Kysely<DB>, on: Kysely<DB>, work: () => Promise<T>): Promise<T> {
  const signal = askingNow()?.signal
  if (signal === undefined) return work()
  const pid = await pidOf(on)
  signal.throwIfAborted()
  const release = cancelWhen(signal, db, pid)
  try {
    return await work()
  } finally {
    await release()
  }
}

/** Words that cannot be searched, or not within the time limit, are reported as an error of that filter. */
function explained(error: unknown, sides: readonly NamedValues[], seconds: number): unknown {
  for (const [field, values] of sides) {
    const words = searchWords(values)
    const sentence = words && explainSearchError(error, words, seconds)
    if (sentence !== undefined) return fieldError(field, sentence)
  }
  return error
}
