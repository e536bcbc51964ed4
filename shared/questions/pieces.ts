import type { Codex } from '../domain/codex.ts'
import type { DateRange, Days } from '../domain/relative-dates.ts'
import type { AnyValues } from '../filters/field.ts'
import type { DateLead } from './field-phrases.ts'
import type { AmountFound } from './read-amounts.ts'
import type { NamedRow, NameSource, QuestionView } from './reading.ts'
import { type Phrase, phraseEnd, type Token } from './words.ts'

/** What a few words may mean. `names`: of the rows that values refer to, by field. `told`: in words, to tell readings apart. */
export type Choice = {
  values: AnyValues
  names?: Readonly<Record<string, Readonly<Record<string, string>>>>
  told: string
  codex?: Codex
  /** Of articles. */
  numbers?: readonly string[]
}
type OfPenalty = { alone?: AnyValues }
/** `part`: of an article that was named before, «20.2 КоАП ч. 5»; `name`: in words, beside which a number says more. */
type ArticlesOf = 'part' | 'name'
export type Meaning =
  /** `named`: all that a name is told of, beside what is meant by it alone. */
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
  /** `isNamed`: what it is an amount of has been said. */
  | { kind: 'amount'; found: AmountFound; isNamed?: true }
  | { kind: 'view'; view: QuestionView; isCompared: boolean; isGeneral: boolean }
  | { kind: 'not' | 'and' | 'or' | 'mark' }
  /** `isOfAny`: true of every case («суд»), and part of what is not read beside it («третейский суд»). `ofPenalty`: nothing beside a penalty that is told, «осудили на 7 лет»; without one, `alone`, or it is not read. */
  | { kind: 'idle'; ofPenalty?: OfPenalty; isOfAny?: true }
  | { kind: 'unread'; why?: string; named?: readonly Choice[] }
/** `to`: the token after the last. */
export type Piece = { from: number; to: number; meaning: Meaning }

/** What pieces mean together: a negation and what it denies, a date and whose it is, values of one filter side by side. */
export type Part = { from: number; to: number } & (
  | { kind: 'values'; choices: readonly [Choice, ...Choice[]]; of?: ArticlesOf; named?: readonly Choice[] }
  /** `isNear`: a penalty is named right beside it. `isAlone`: beside it is nothing whose age or term it could be. */
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
  /** What has been read before, the latest last. */
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

/** At the beginning of the question or after a mark: where a name stands as a dictionary has it. */
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

/** Asks once of what is asked again. */
export const askingOnce = (source: NameSource): NameSource => {
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
