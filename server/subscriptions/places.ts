import type { Traits } from './case-traits.ts'
import type { Conditions, Test } from './conditions.ts'

/**
 * Where a filter lies in memory so that a case comes past few that it does not match: under its rarest value, in a region,
 * and by the letters it wants besides. What lies nowhere better lies where every case comes past.
 */
type Place = string

export const places = { anywhere: '*', letters: 'letters', words: 'words' } as const
export const placeOf = (what: string, value: string | number): Place => `${what}=${value}`
const inRegion = (place: Place, region: string | number): Place => `${place} in ${region}`
const withLetters = (place: Place, column: string, letters: string): Place => `${place} with ${column}~${letters}`

/** A common value of a region is a place of its own; so many of them that it would not pay are not. */
const mostPlaces = 100
const isParted = ({ anchor, regions }: Conditions): boolean =>
  anchor !== undefined && regions !== undefined && regions.any.length * anchor.any.length <= mostPlaces

/** What is still to be tested of a case that was found where the filter is. */
export const testsLeft = (conditions: Conditions): Test[] => {
  const { anchor, regions, tests } = conditions
  return tests.filter(test => test !== anchor?.test && !(isParted(conditions) && test === regions?.test))
}

const none: readonly string[] = []

export class Places<T> {
  readonly #there = new Map<Place, Set<T>>()
  /** The same as they are gone through: an array is walked several times faster than a set. */
  readonly #walked = new Map<Place, readonly T[]>()
  readonly #of = new Map<T, readonly Place[]>()
  /** Columns by whose values anything is found at all. */
  readonly #columns = new Set<string>()
  /** Columns, and how many letters, that are looked for besides at a place. Never shrinks: looking once more costs little. */
  readonly #letters = new Map<Place, Map<string, Set<number>>>()

  put(one: T, at: readonly Place[]): void {
    for (const place of at) {
      this.#there.set(place, (this.#there.get(place) ?? new Set()).add(one))
      this.#walked.delete(place)
    }
    this.#of.set(one, at)
  }

  putBy(one: T, conditions: Conditions): void {
    const { anchor, regions, letters, words } = conditions
    if (anchor === undefined) {
      this.put(one, [letters ? places.letters : words ? places.words : places.anywhere])
      return
    }
    this.#columns.add(anchor.column)
    const parts = isParted(conditions) && regions ? regions.any : undefined
    const at = anchor.any
      .map(value => placeOf(anchor.column, value))
      .flatMap(place => parts?.map(region => inRegion(place, region)) ?? [place])
    this.put(one, letters ? at.map(place => this.#lettered(place, letters)) : at)
  }

  #lettered(place: Place, { column, text }: NonNullable<Conditions['letters']>): Place {
    const columns = this.#letters.get(place) ?? new Map<string, Set<number>>()
    this.#letters.set(place, columns.set(column, (columns.get(column) ?? new Set()).add(text.length)))
    return withLetters(place, column, text)
  }

  remove(one: T): void {
    for (const place of this.#of.get(one) ?? none) {
      const there = this.#there.get(place)
      there?.delete(one)
      this.#walked.delete(place)
      if (there?.size === 0) this.#there.delete(place)
    }
    this.#of.delete(one)
  }

  at(place: Place): readonly T[] {
    const known = this.#walked.get(place)
    if (known) return known
    const there = this.#there.get(place)
    if (there === undefined) return []
    const made = [...there]
    this.#walked.set(place, made)
    return made
  }

  /** All that a case comes past; what lies at several of its places, as often. */
  near(traits: Traits, visit: (one: T) => void): void {
    const look = (place: Place): void => {
      for (const one of this.at(place)) visit(one)
      const letters = this.#letters.get(place)
      if (letters)
        for (const within of lettersNear(place, letters, traits)) for (const one of this.at(within)) visit(one)
    }
    look(placeOf('case', traits.id))
    for (const person of traits.people) look(placeOf('person', person))
    for (const column of this.#columns)
      for (const value of traits.values.get(column) ?? none) {
        const place = placeOf(column, value)
        look(place)
        look(inRegion(place, traits.region))
      }
    look(places.anywhere)
  }
}

/** Every run of so many letters that the case has. */
function* lettersNear(
  place: Place,
  letters: ReadonlyMap<string, ReadonlySet<number>>,
  { small }: Traits,
): Generator<Place> {
  for (const [column, lengths] of letters)
    for (const text of small.get(column) ?? none)
      for (const length of lengths)
        for (let at = 0; at + length <= text.length; at++) yield withLetters(place, column, text.slice(at, at + length))
}
