import type { RawBuilder } from 'kysely'
import { type Kysely, sql } from 'kysely'
import type { WordsMistake } from '#shared/api/words.ts'
import type { ValueOf } from '#shared/filters/field.ts'
import { errorCode, isCancelled } from '../db/refusal.ts'
import type { DB } from '../db/schema.ts'
import { whileTextsAnswer } from '../db/text-nodes.ts'
import { fieldError } from '../http/errors.ts'
import { casesWithLetters, holdsLetters, isAnsweredByIndex } from './letters-in-sql.ts'
import { type AskedWords, askedWords, Mistake } from './read-expression.ts'
import { casesWithWords, isDoubtful } from './words-in-sql.ts'

/** The cases with a text in which the words are found (§3 `text_search_type`), as a query. Russian stemming, ё = е. */
export const casesByText = (asked: ValueOf['words']): RawBuilder<{ case_id: number }> => {
  const words = readOrRefuse(asked)
  return words.kind === 'words' ? casesWithWords(words.expression) : casesWithLetters(words)
}

/** Whether a text of `case_text` has the letters, where it is letters that are asked for. */
export const textHolds = (asked: ValueOf['words']): RawBuilder<boolean> => {
  const words = readOrRefuse(asked)
  if (words.kind === 'words') throw new Error('Words are asked of their index')
  return holdsLetters(words)
}

/** Why texts may have to be read: the index leaves a doubt about `words`, or does not answer `letters`; undefined: the index suffices. */
export const scanKind = (asked: ValueOf['words']): 'words' | 'letters' | undefined => {
  const words = readOrRefuse(asked)
  if (words.kind === 'words') return isDoubtful(words.expression) ? 'words' : undefined
  return isAnsweredByIndex(words) ? undefined : 'letters'
}

/** An expression that cannot be read is an answer about the filter. */
export const readOrRefuse = (asked: ValueOf['words']): AskedWords => {
  try {
    return askedWords(asked)
  } catch (error) {
    throw error instanceof Mistake ? fieldError('result_text_search', error.message) : error
  }
}

/** What is wrong with the words, and where; undefined: they can be looked for. Nothing is looked for. */
export async function mistakeIn(db: Kysely<DB>, words: ValueOf['words']): Promise<WordsMistake | undefined> {
  try {
    const asked = askedWords(words)
    if (asked.kind === 'regexp') await sql`select '' ~ ${asked.pattern}::text`.execute(db)
    return undefined
  } catch (error) {
    if (error instanceof Mistake) return { sentence: error.sentence, at: error.at ?? null }
    const sentence = explainSearchError(error, words, longestSearchSeconds)
    if (sentence === undefined) throw error
    return { sentence, at: null }
  }
}

/** What is wrong with the words, when PostgreSQL refused them; undefined when the words are not to blame. */
export function explainSearchError(error: unknown, { mode }: ValueOf['words'], seconds: number): string | undefined {
  if (isCancelled(error))
    return `Поиск занял больше ${seconds}\u00a0секунд и остановлен. ${advice[mode] ?? 'Добавьте слов или другие фильтры.'}`
  if (error instanceof Error && errorCode(error) === '2201B') {
    const reason = error.message.replace(/^invalid regular expression: /, '')
    return `Регулярное выражение составлено неверно: ${regexpReasons[reason] ?? reason}.`
  }
  return undefined
}

const moreLetters = 'Добавьте букв подряд или другие фильтры.'
const advice: Readonly<Record<string, string>> = { exact_match: moreLetters, regexp: moreLetters }

const regexpReasons: Readonly<Record<string, string>> = {
  'parentheses () not balanced': 'скобки ( ) не закрыты',
  'brackets [] not balanced': 'скобки [ ] не закрыты',
  'braces {} not balanced': 'скобки { } не закрыты',
  'invalid repetition count(s)': 'неверное число повторений',
  'quantifier operand invalid': 'знак повторения стоит не после буквы',
  'invalid character range': 'неверный промежуток знаков',
  'invalid escape \\ sequence': 'неверный знак после \\',
  'invalid character class': 'нет такого класса знаков',
  'invalid backreference number': 'нет группы с таким номером',
  'invalid collating element': 'нет такого класса знаков',
  'invalid regexp (reg version 0.8)': 'оно не может быть прочитано',
  'invalid embedded option': 'неверное указание в начале (?…)',
  'regular expression is too complex': 'оно слишком сложное',
  'regular expression failed: regular expression is too complex': 'оно слишком сложное',
}

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
    return await whileTextsAnswer(db, 'all', () => withinTime(db, limitSeconds, run))
  } catch (error) {
    const sentence = explainSearchError(error, words, limitSeconds)
    throw sentence === undefined ? error : fieldError('result_text_search', sentence)
  }
}

/**
 * Runs queries with a time limit and with settings for searching many texts: more memory, and no JIT, which the declared cost of reading
 * texts (migration 0010) would trigger. In one snapshot: text nodes are read as of the first query, and a cached answer must not claim to be newer.
 */
export const withinTime = <T>(db: Kysely<DB>, seconds: number, run: (db: Kysely<DB>) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async trx => {
      await sql`select set_config('statement_timeout', ${String(Math.ceil(seconds * 1000))}, true), set_config('jit', 'off', true),
      set_config('work_mem', '32MB', true)`.execute(trx)
      return await run(trx)
    })
