import { hash } from 'node:crypto'

/**
 * Clues of a case that other instances of the same matter share (domain §4), as stored numbers. A clue only proposes a pair; judge-links.ts
 * decides.
 */
export type LinkableCase = {
  type: number
  stage: number
  region: number
  case_number: string
  protocol_number?: string | undefined
  entry_date?: string | undefined
  result_date?: string | undefined
  appeal_date?: string | undefined
  people: readonly string[]
  maybe: readonly string[]
  related: readonly NamedCase[]
  text?: string | undefined
}
type NamedCase = { case_number: string; court?: string | undefined }

/** Positions are stored: append only. */
const kinds = ['number_of_first', 'number_of_second', 'protocol', 'date', 'person_time'] as const
export type ClueKind = (typeof kinds)[number]
/** Two bits of the kind are below the hash, the rest above it. */
const low = 4
const high = 2 ** 50
export const clueKindOf = (clue: number): ClueKind =>
  kinds[Math.floor(clue / high) * low + (clue % low)] ?? 'number_of_first'

/** Whether the clue is about the case itself, or about another on its card or in its text. */
export const clueRoles = { own: 0, card: 1, text: 2 } as const
type Clue = { clue: number; role: number }

/** 48 bits of a hash and the kind: a safe integer. */
const clueOf = (kind: ClueKind, ...parts: readonly (string | number)[]): number => {
  const place = kinds.indexOf(kind)
  const hashed = Number.parseInt(hash('sha1', parts.join('|'), 'hex').slice(0, 12), 16)
  return Math.floor(place / low) * high + hashed * low + (place % low)
}

export function cluesOf(one: LinkableCase): Clue[] {
  const { type, stage, region, text } = one
  const other = stage === 1 ? 2 : 1
  const numbered = (which: number, number: string): number =>
    clueOf(which === 1 ? 'number_of_first' : 'number_of_second', type, region, number)
  const people = [...one.people, ...one.maybe].map(personForm).filter(form => form !== undefined)
  const protocol = protocolForm(one.protocol_number ?? '')
  const day = stage === 1 ? one.appeal_date : one.result_date
  const own = numberForms(one.case_number)
  const quoted = stage === 2 && text !== undefined ? quotedNumbers(text, type).filter(form => !own.includes(form)) : []
  const all: Clue[] = [
    ...own.map(form => ({ clue: numbered(stage, form), role: clueRoles.own })),
    ...one.related
      .flatMap(({ case_number }) => numberForms(case_number))
      .map(form => ({ clue: numbered(other, form), role: clueRoles.card })),
    ...quoted.map(form => ({ clue: numbered(other, form), role: clueRoles.text })),
    ...(protocol === undefined
      ? []
      : people.map(person => ({ clue: clueOf('protocol', type, person, protocol), role: clueRoles.own }))),
    ...(day === undefined
      ? []
      : people.map(person => ({ clue: clueOf('date', type, region, person, day), role: clueRoles.own }))),
    ...quartersOf(one).flatMap(quarter =>
      people.map(person => ({ clue: clueOf('person_time', type, region, person, quarter), role: clueRoles.own })),
    ),
  ]
  const seen = new Set<number>()
  return all.filter(({ clue }) => !seen.has(clue) && seen.add(clue))
}

/**
 * The quarter of a first instance's decision; for a review its quarter of entry and the one before. Few cases share a common name within a
 * quarter.
 */
const quartersOf = ({ stage, entry_date, result_date }: LinkableCase): number[] => {
  const day = stage === 1 ? result_date : entry_date
  if (day === undefined) return []
  const quarter = Number(day.slice(0, 4)) * 4 + Math.floor((Number(day.slice(5, 7)) - 1) / 3)
  return stage === 1 ? [quarter] : [quarter, quarter - 1]
}
/** Shorter than any two consecutive quarters. */
export const mostDaysToReview = 90

/**
 * «33а-647/2026 (33а-11786/2025;) ∼ М-1/2026», «№ 5-12 (2026)» → `33А-647/2026`, `33А-11786/2025`; what has no such form is one
 * number as it stands.
 */
export function numberForms(written: string): string[] {
  const text = written
    .replace(/[∼~].*$/su, '')
    .toUpperCase()
    .replaceAll('Ё', 'Е')
    .replace(/\s*\(((?:19|20)\d\d)\)/g, '/$1')
  const found = [...text.matchAll(/(\d{1,2}[А-ЯA-Z]?)\s*[-–—]\s*(\d{1,7})\s*\/\s*((?:19|20)?\d\d)(?!\d)/gu)].map(
    ([, series = '', number = '', year = '']) =>
      `${series.replace(/^0/, '')}-${Number(number)}/${year.length === 2 ? `20${year}` : year}`,
  )
  const forms = found.length > 0 ? found : [text.replace(/[\s№]+/gu, '')]
  return [...new Set(forms)].filter(form => form !== '')
}

/** Number series of first instances by codex; other series are complaints, materials, laws. */
const firstSeries: Readonly<Record<number, string>> = { 1: '5', 2: '1' }
/** A text with more numbers is a survey of practice. */
const mostQuoted = 4

export function quotedNumbers(text: string, type: number): string[] {
  const series = firstSeries[type]
  if (series === undefined) return []
  const pattern = new RegExp(`(?<![\\d/-])${series}[-–—]\\d{1,7}\\s?/\\s?(?:(?:19|20)\\d\\d|\\d\\d)(?![\\d/])`, 'gu')
  const forms = [...new Set([...text.matchAll(pattern)].flatMap(([found]) => numberForms(found)))]
  return forms.length > mostQuoted ? [] : forms
}

/** «77 АБ № 1234567» → `77АБ1234567`; with few digits («б/н», «12») it identifies nothing. */
const leastDigits = 4
export function protocolForm(written: string): string | undefined {
  const form = inCyrillic(written.toUpperCase()).replace(/[^\p{L}\d]+/gu, '')
  return form.replace(/\D/g, '').length >= leastDigits ? form : undefined
}
const alike = new Map([...'ABCEHKMOPTXY'].map((latin, at) => [latin, [...'АВСЕНКМОРТХУ'][at] ?? latin]))
const inCyrillic = (text: string): string => text.replace(/[A-Z]/g, letter => alike.get(letter) ?? letter)

export function personForm(normal: string): string | undefined {
  const form = normal
    .toUpperCase()
    .replaceAll('Ё', 'Е')
    .replace(/["«»“”\s]+/gu, ' ')
    .trim()
  return form.includes(' ') ? form : undefined
}

/** «Ленинский районный суд г. Перми (Пермский край)» → letters only, without brackets. */
export const courtForm = (title: string): string =>
  title
    .toUpperCase()
    .replaceAll('Ё', 'Е')
    .replace(/\([^)]*\)/g, '')
    .replace(/(?<!\p{L})(?:Г|ГОРОДА?)(?:\.|(?!\p{L}))/gu, '')
    .replace(/[^\p{L}\d]+/gu, '')
