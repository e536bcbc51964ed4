import type { Codex } from '../domain/codex.ts'
import type { DateRange, Days } from '../domain/relative-dates.ts'
import type { AnyValues } from '../filters/field.ts'
import type { DateLead } from './field-phrases.ts'
import type { AmountFound } from './read-amounts.ts'
import type { NamedRow, NameSource, QuestionView } from './reading.ts'
import { type Phrase, phraseEnd, type Token } from './words.ts'

/**
 * What a few words may mean. `names`: of rows that values refer to, by field. `told`: in words, to distinguish
 * readings.
 */
export type Choice = {
  values: AnyValues
  names?: Readonly<Record<string, Readonly<Record<string, string>>>>
  told: string
  codex?: Codex
  /** Of articles. */
  numbers?: readonly string[]
}
type OfPenalty = { alone?: AnyValues }
/** `part`: of an article named before, «20.2 КоАП ч. 5»; `name`: by name, which a number next to it makes precise. */
type ArticlesOf = 'part' | 'name'
export type Meaning =
  /** `named`: everything the name may refer to, in addition to its own meaning. */
  | { kind: 'values'; choices: readonly [Choice, ...Choice[]]; of?: ArticlesOf; named?: readonly Choice[] }
  | { kind: 'lead'; lead: DateLead }
  /** `next`, `other`, `isNextNear`, `lasts`: see `DateFound`. */
  | {
      kind: 'date'
      range: DateRange
      isAhead: boolean
      next?: DateRange
      other?: Days
      isNextNear?: true
      lasts?: number
    }
  /** `isNamed`: what the amount measures has been named. */
  | { kind: 'amount'; found: AmountFound; isNamed?: true }
  | { kind: 'view'; view: QuestionView; isCompared: boolean; isGeneral: boolean }
  | { kind: 'not' | 'and' | 'or' | 'mark' }
  /**
   * `isOfAny`: true of every case («суд»), and part of an unread word next to it («третейский суд»). `ofPenalty`:
   * redundant next to a penalty, «осудили на 7 лет»; without one it means `alone`, or is unread.
   */
  | { kind: 'idle'; ofPenalty?: OfPenalty; isOfAny?: true }
  | { kind: 'unread'; why?: string; named?: readonly Choice[] }
/** `to`: exclusive end, in tokens. */
export type Piece = { from: number; to: number; meaning: Meaning }

/** Pieces combined: a negation with its object, a date with its field, several values of one filter. */
export type Part = { from: number; to: number } & (
  | { kind: 'values'; choices: readonly [Choice, ...Choice[]]; of?: ArticlesOf; named?: readonly Choice[] }
  /** `isNear`: a penalty is named right next to it. `isAlone`: nothing nearby could have this age or term. */
  | { kind: 'amount'; found: AmountFound; ofTerm: boolean; isNear: boolean; isNamed: boolean; isAlone: boolean }
  | { kind: 'view'; view: QuestionView; isCompared: boolean; isGeneral: boolean }
  | { kind: 'unread'; why?: string; named?: readonly Choice[] }
  | { kind: 'sentenced'; ofPenalty: OfPenalty }
)

export type QuestionScan = {
  text: string
  tokens: readonly Token[]
  source: NameSource
  on: string
  /** Pieces read so far. */
  pieces: readonly Piece[]
}
export type Found = { to: number; meaning: Meaning }
export type Finder = (reader: QuestionScan, at: number) => Found | undefined | Promise<Found | undefined>

export const choiceOf = (values: AnyValues, told = '', names?: Choice['names']): Choice => ({
  values,
  told,
  ...(names && { names }),
})
export const found = (to: number, choices: readonly Choice[], why?: string): Found => {
  const [first, ...others] = choices
  return {
    to,
    meaning: first ? { kind: 'values', choices: [first, ...others] } : { kind: 'unread', ...(why && { why }) },
  }
}

export const saidAs = (one: Found, of: ArticlesOf, named?: readonly Choice[]): Found => {
  if (one.meaning.kind === 'values') return { ...one, meaning: { ...one.meaning, of, ...(named && { named }) } }
  return one.meaning.kind === 'unread' && named ? { ...one, meaning: { ...one.meaning, named } } : one
}

/** At the beginning of the question or after punctuation, where a name is in its dictionary form. */
export const beginsClause = ({ tokens }: Pick<QuestionScan, 'tokens'>, at: number): boolean =>
  at === 0 || tokens[at - 1]?.kind === 'mark'
export const endsClause = ({ tokens }: Pick<QuestionScan, 'tokens'>, to: number): boolean =>
  tokens[to] === undefined || tokens[to]?.kind === 'mark'

export const longest = <T extends { phrase: Phrase }>(
  phrases: readonly T[],
  tokens: readonly Token[],
  at: number,
): { to: number; of: T } | undefined => {
  let best: { to: number; of: T } | undefined
  for (const of of phrases) {
    const to = phraseEnd(of.phrase, tokens, at)
    if (to !== undefined && (best === undefined || to > best.to)) best = { to, of }
  }
  return best
}

/** Caches the calls of a name source. */
export const cachingNames = (source: NameSource): NameSource => {
  const once = <A extends readonly unknown[], R>(ask: ((...asked: A) => Promise<R>) | undefined) => {
    if (!ask) return {}
    const known = new Map<string, Promise<R>>()
    return {
      ask: (...asked: A): Promise<R> => {
        const key = JSON.stringify(asked)
        const answer = known.get(key) ?? ask(...asked)
        known.set(key, answer)
        return answer
      },
    }
  }
  const [articles, whole, find] = [once(source.articles), once(source.whole), once(source.find)]
  return {
    ...(source.known && { known: source.known }),
    ...(articles.ask && { articles: articles.ask }),
    ...(whole.ask && { whole: whole.ask }),
    ...(find.ask && { find: find.ask }),
  }
}

export const referenceTo = (key: string, rows: readonly NamedRow[]): Choice =>
  choiceOf(
    { [key]: rows.map(({ id }) => Number(id)) },
    rows.map(({ title, hint }) => (hint ? `${title} (${hint})` : title)).join(', '),
    { [key]: Object.fromEntries(rows.map(({ id, title }) => [id, title])) },
  )
