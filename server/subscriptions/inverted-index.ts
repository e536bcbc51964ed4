import type { Traits } from './case-traits.ts'
import type { Conditions, Test } from './conditions.ts'

type Term = string

/** Terms of filters without a selective value. */
export const commonTerms = { any: '*', letters: 'letters', words: 'words' } as const
export const indexTerm = (column: string, value: string | number): Term => `${column}=${value}`
const inRegion = (term: Term, region: string | number): Term => `${term} in ${region}`
const withLetters = (term: Term, column: string, letters: string): Term => `${term} with ${column}~${letters}`

/** With more combinations of values and regions, separate terms do not pay off. */
const mostTerms = 100
const isByRegion = ({ anchor, regions }: Conditions): boolean =>
  anchor !== undefined && regions !== undefined && regions.any.length * anchor.any.length <= mostTerms

/** Tests not implied by the terms. */
export const remainingTests = (conditions: Conditions): Test[] => {
  const { anchor, regions, tests } = conditions
  return tests.filter(test => test !== anchor?.test && !(isByRegion(conditions) && test === regions?.test))
}

const none: readonly string[] = []

/**
 * An inverted index of filters: each is posted under its most selective value, region and required letters, so that a
 * changed case meets few filters that do not match it.
 */
export class InvertedIndex<T> {
  readonly #postings = new Map<Term, Set<T>>()
  /** The same as arrays, which iterate several times faster. */
  readonly #arrays = new Map<Term, readonly T[]>()
  readonly #termsOf = new Map<T, readonly Term[]>()
  readonly #columns = new Set<string>()
  /** Columns and lengths of letters required with a term. Never shrinks: an extra lookup is cheap. */
  readonly #letters = new Map<Term, Map<string, Set<number>>>()

  add(one: T, terms: readonly Term[]): void {
    for (const term of terms) {
      this.#postings.set(term, (this.#postings.get(term) ?? new Set()).add(one))
      this.#arrays.delete(term)
    }
    this.#termsOf.set(one, terms)
  }

  addFilter(one: T, conditions: Conditions): void {
    const { anchor, regions, letters, words } = conditions
    if (anchor === undefined) {
      this.add(one, [letters ? commonTerms.letters : words ? commonTerms.words : commonTerms.any])
      return
    }
    this.#columns.add(anchor.column)
    const byRegion = isByRegion(conditions) && regions ? regions.any : undefined
    const terms = anchor.any
      .map(value => indexTerm(anchor.column, value))
      .flatMap(term => byRegion?.map(region => inRegion(term, region)) ?? [term])
    this.add(one, letters ? terms.map(term => this.#withLetters(term, letters)) : terms)
  }

  #withLetters(term: Term, { column, text }: NonNullable<Conditions['letters']>): Term {
    const columns = this.#letters.get(term) ?? new Map<string, Set<number>>()
    this.#letters.set(term, columns.set(column, (columns.get(column) ?? new Set()).add(text.length)))
    return withLetters(term, column, text)
  }

  remove(one: T): void {
    for (const term of this.#termsOf.get(one) ?? none) {
      const postings = this.#postings.get(term)
      postings?.delete(one)
      this.#arrays.delete(term)
      if (postings?.size === 0) this.#postings.delete(term)
    }
    this.#termsOf.delete(one)
  }

  at(term: Term): readonly T[] {
    const known = this.#arrays.get(term)
    if (known) return known
    const postings = this.#postings.get(term)
    if (postings === undefined) return []
    const made = [...postings]
    this.#arrays.set(term, made)
    return made
  }

  /** Candidates for a case; may repeat a filter that is posted under several terms. */
  candidates(traits: Traits, visit: (one: T) => void): void {
    const look = (term: Term): void => {
      for (const one of this.at(term)) visit(one)
      const letters = this.#letters.get(term)
      if (letters)
        for (const within of letterTerms(term, letters, traits)) for (const one of this.at(within)) visit(one)
    }
    look(indexTerm('case', traits.id))
    for (const person of traits.people) look(indexTerm('person', person))
    for (const column of this.#columns)
      for (const value of traits.values.get(column) ?? none) {
        const term = indexTerm(column, value)
        look(term)
        look(inRegion(term, traits.region))
      }
    look(commonTerms.any)
  }
}

/** Every substring of the case with one of the required lengths. */
function* letterTerms(
  term: Term,
  letters: ReadonlyMap<string, ReadonlySet<number>>,
  { small }: Traits,
): Generator<Term> {
  for (const [column, lengths] of letters)
    for (const text of small.get(column) ?? none)
      for (const length of lengths)
        for (let at = 0; at + length <= text.length; at++) yield withLetters(term, column, text.slice(at, at + length))
}
