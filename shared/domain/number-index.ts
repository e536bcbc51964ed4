import type { CourtLevel } from './court-kinds.ts'

/**
 * The meaning of a case number's index: digits and letters before its first dash (Инструкции по судебному
 * делопроизводству; domain §1). `civil`: гражданские and КАС cases, which are out of scope.
 */
export type Procedure = 'koap' | 'uk' | 'civil'
type Instance = 'first' | 'appeal' | 'cassation'
type NumberKind = 'case' | 'material' | 'execution'
export type NumberMeaning = {
  procedure: Procedure
  instance: Instance
  kind: NumberKind
  /** Courts of other levels use the index for other proceedings. */
  courts?: readonly CourtLevel[]
}

const of = (
  procedure: Procedure,
  instance: Instance,
  { kind = 'case', courts }: { kind?: NumberKind; courts?: readonly CourtLevel[] } = {},
): NumberMeaning => ({ procedure, instance, kind, ...(courts === undefined ? {} : { courts }) })

const regional = { courts: ['regional', 'military_district'] } as const
const local = { courts: ['district', 'garrison', 'magistrate'] } as const
const inCassation = { courts: ['cassation'] } as const
const koapReview = of('koap', 'appeal', regional)

/** Digits without leading zeros, then letters; `/` for a dot or slash with further digits: «3/1-», «7.1-». */
const table: readonly (readonly [indexes: string, ...meanings: NumberMeaning[]])[] = [
  ['5', of('koap', 'first')],
  ['12 21', of('koap', 'appeal')],
  ['7 7/ 7а 7п 7р 30 71 72', koapReview],
  ['16 п16 4а п4а 44а -ад', of('koap', 'cassation')],

  // District military courts number what they try themselves as district courts do; regional courts have «2-».
  ['1', of('uk', 'first', { courts: ['military_district'] }), of('uk', 'first')],
  ['2', of('uk', 'first', regional), of('civil', 'first', local)],
  ['3/', of('uk', 'first', { kind: 'material' })],
  ['4/', of('uk', 'first', { kind: 'execution' })],
  ['10 22 55', of('uk', 'appeal')],
  ['22к 55к', of('uk', 'appeal', { kind: 'material' })],
  ['7у 4у 44у -уд -удп', of('uk', 'cassation')],
  ['77', of('uk', 'cassation', inCassation), koapReview],

  ['2а 3а 9 9а', of('civil', 'first')],
  ['м ма', of('civil', 'first', { kind: 'material' })],
  ['13 13а', of('civil', 'first', { kind: 'execution' })],
  ['11 11а 33 33а 66 66а', of('civil', 'appeal')],
  ['4г 44г 8а 8г 88 88а -кг -кад', of('civil', 'cassation')],
]
const meanings: Readonly<Record<string, readonly NumberMeaning[]>> = Object.fromEntries(
  table.flatMap(([indexes, ...all]) => indexes.split(' ').map(index => [index, all])),
)

const latin = 'abcehkmoptxy'
const cyrillic = 'авсенкмортху'
const dashes = /[‐-―−]/g
const plain = (number: string): string =>
  number
    .toLowerCase()
    .replace(/^(?:\s|дело|материал|мат\.|№)+/u, '')
    .replace(/\s+/g, '')
    .replace(dashes, '-')
    .replace(/[a-z]/g, letter => cyrillic[latin.indexOf(letter)] ?? letter)
    .replace(/^(22|55)-к-?(?=\d)/u, '$1к-')
    .replace(/^п-(?=16-)/u, 'п')

/** `B5-`, `05-`, `7/1-`, `22К-`, `5|1|-`, `5[2]-`; the Supreme Court's kind follows the dash: `5-АД22-12-К2`. */
const opening =
  /^(?<before>\p{L}{0,2})0*(?<figures>\d{0,3})(?<further>[./]\d{1,2})?(?<letters>\p{L}{0,2})(?:[|[(]\d+[|\])])?-(?<series>\p{L}{2,3}(?=\d))?/u
const branches = new Set(['', 'а', 'б', 'в'])

type Read = { key: string; figures: string; isAdorned: boolean }
const simple = /^0*(\d{1,2})-\d/
function readOpening(number: string): Read | undefined {
  const only = simple.exec(number)?.[1]
  if (only !== undefined) return { key: only, figures: only, isAdorned: false }
  const { before = '', figures = '', further, letters = '', series } = opening.exec(plain(number))?.groups ?? {}
  if (series !== undefined && meanings[`-${series}`] !== undefined)
    return { key: `-${series}`, figures, isAdorned: false }
  const own = `${figures}${further === undefined ? letters : '/'}`
  if (figures === '') return before === '' ? undefined : { key: before, figures, isAdorned: false }
  if (meanings[before + own] !== undefined) return { key: before + own, figures, isAdorned: false }
  return { key: own, figures, isAdorned: !branches.has(before) }
}

/**
 * Undefined when the index is unknown, or depends on a court level that is not given. An unknown letter leaves the
 * procedure certain but not the instance (`isLoose`).
 */
export function numberMeaning(number: string, level?: CourtLevel): (NumberMeaning & { isLoose?: true }) | undefined {
  const read = readOpening(number)
  if (read === undefined) return undefined
  const exact = meanings[read.key]
  // «02/5-» is not «2-»: the prefix is the court's own.
  const known = exact ?? (read.key.endsWith('/') ? undefined : meanings[read.figures])
  const fitting = known?.filter(({ courts }) => courts === undefined || (level !== undefined && courts.includes(level)))
  const [meaning] = fitting ?? []
  if (meaning === undefined) return undefined
  const isLoose = exact === undefined || read.isAdorned
  if (isLoose && meaning.procedure === 'civil') return undefined
  return isLoose ? { ...meaning, isLoose } : meaning
}

/** A matter decided besides a case, before or after a verdict. */
export function isMaterialNumber(number: string, level?: CourtLevel): boolean {
  const kind = numberMeaning(number, level)?.kind
  return kind === 'material' || kind === 'execution'
}

/**
 * Cassation: a review of a decision in force (КоАП, ст. 30.12; УПК, ст. 401.1), which stays in force unless quashed.
 */
export function isOfWhatIsInForce(caseNumber: string, level?: CourtLevel): boolean {
  const meaning = numberMeaning(caseNumber, level)
  return level === 'cassation' || (meaning?.instance === 'cassation' && meaning.isLoose === undefined)
}

/** Numbers in brackets: «33а-647/2026 (33а-11786/2025;)», «7У-11/2021 [77-9/2022 - (77-5/2021)]». */
export const formerNumbers = (number: string): string[] =>
  [...number.matchAll(/\(([^()]*)\)/g)]
    .flatMap(([, inside = '']) => inside.split(/[;,]/))
    .map(former => former.replace(/\s+/g, ' ').trim())
    // Not a year «(2021)», a second seat «5(2)-» or an office's mark «(К/21548)».
    .filter(former => /^\p{L}{0,2}\d.*[-/]\d/u.test(former))

/**
 * The first number of «33а-647/2026 (33а-11786/2025;)», as sites show it and people copy it. «5(2)-12/2024» is one
 * number; a text entirely in brackets is unwrapped. No court’s number has «№» or a long dash: titles and letters have.
 */
export function numberAsked(written: string): string {
  const number = written.replace(numberLead, '').replace(dashes, '-')
  const [, inside] = /^\s*[[(]([^\])]*?);?[\])]?\s*$/u.exec(number) ?? []
  return (inside ?? number.replace(otherInBrackets, '')).trim() || number
}
const numberLead = /^(?:\s{0,9}(?:дело|материал|№)){1,9}\s{0,9}(?=\p{L}{0,2}\d)/iu
const otherInBrackets = /(?:\s{1,20}|(?<=\/(?:19|20)\d\d))[[(](?!(?:19|20)\d\d\)).*$/su

/**
 * A complete УИД: court, place, year, number, check digits, «77RS0001-01-2026-000123-45». The pattern works in
 * JavaScript and PostgreSQL.
 */
export const wholeUid = '^[0-9]{2}[A-Z]{2}[0-9]{4}-[0-9]{2}-[0-9]{4}-[0-9]{6}-[0-9]{2}$'
