import type { CaseType, Stage } from '#shared/domain/codex.ts'
import { numberMeaning } from '#shared/domain/number-index.ts'
import { fold } from './court-words.ts'

/** Catalogues of ГАС «Правосудие» (domain §6). Ids are the same in every court (2019–2026). */
export type Proceedings = { type: CaseType; stage: Stage }

type Keeper = 'first' | 'regional' | 'cassation'
export type Catalogue = Proceedings & {
  /** `delo_id`, `new` and `delo_table` in the tabs layout. */
  id: string
  new: string
  table: string
  people: string
  /**
   * Levels of courts that have it: first instance (which also reviews magistrates and officials), regional, cassation.
   */
  kept_by: readonly Keeper[]
}

const catalogue = (type: CaseType, stage: Stage, id: string, tables: string, ...kept_by: Keeper[]): Catalogue => {
  const [table = '', people = '', fresh = '0'] = tables.split(' ')
  return { type, stage, id, new: fresh, table, people, kept_by }
}
const catalogues: readonly Catalogue[] = [
  catalogue(1, 1, '1500001', 'adm_case adm_parts', 'first', 'regional', 'cassation'),
  // Complaints against decisions of officials, magistrates and district courts.
  catalogue(1, 2, '1502001', 'adm1_case adm1_parts', 'first', 'regional'),
  // Complaints against decisions on complaints.
  catalogue(1, 2, '1513001', 'adm2_case adm2_parts', 'regional'),
  // Complaints against decisions in force.
  catalogue(1, 2, '2550001', 'adm33_case adm33_parts', 'cassation'),
  catalogue(2, 1, '1540006', 'u1_case U1_DEFENDANT', 'first', 'regional', 'cassation'),
  catalogue(2, 2, '4', 'u2_case U2_DEFENDANT 4', 'first', 'regional', 'cassation'),
  catalogue(2, 2, '2450001', 'u33_case U33_DEFENDANT 2450001', 'cassation'),
]

export const cataloguesOf = (type: CaseType, stage: Stage, keeper: Keeper): Catalogue[] =>
  catalogues.filter(one => one.type === type && one.stage === stage && one.kept_by.includes(keeper))

const proceedings: readonly (readonly [RegExp, 1 | 2 | 'other'])[] = [
  [/^дела об административных правонарушениях(?!\p{L})/u, 1],
  [/^уголовные дела(?!\p{L})/u, 2],
  [/^(?:гражданские|административные дела|производств[оа] по материалам|материалы|судебный контроль)/u, 'other'],
]
const instances: readonly (readonly [RegExp, 1 | 2])[] = [
  [/- первая инстанция$|^[^-]*$/, 1],
  [/- (?:жалобы |протесты |(?:первый|второй) пересмотр|апелляц|кассац|надзор|пересмотр|вступившие)/, 2],
]

/**
 * Proceedings by a heading; «other» is civil matters and materials, which are outside this product; undefined when
 * unknown.
 */
export function proceedingsOf(heading: string): Proceedings | 'other' | undefined {
  const text = fold(heading).replace(/\s[–—]\s/g, ' - ')
  const type = proceedings.find(([begins]) => begins.test(text))?.[1]
  if (type === undefined || type === 'other') return type
  const stage = instances.find(([says]) => says.test(text))?.[1]
  return stage === undefined ? undefined : { type, stage }
}

/**
 * Proceedings by the index of a number, when neither page nor address tells: only indexes with one meaning in every
 * court.
 */
export function proceedingsOfNumber(number: string): Proceedings | undefined {
  const meaning = numberMeaning(number)
  if (meaning === undefined || meaning.isLoose || meaning.procedure === 'civil') return undefined
  if (meaning.kind !== 'case' && meaning.instance === 'first') return undefined
  return { type: meaning.procedure === 'koap' ? 1 : 2, stage: meaning.instance === 'first' ? 1 : 2 }
}

/** Proceedings by an address, when a page has no heading. `new` is the instance in the lawcase layout. */
export function proceedingsOfUrl(url: URL | undefined): Proceedings | undefined {
  const id = url?.searchParams.get('delo_id') ?? url?.searchParams.get('_deloId')
  const fresh = url?.searchParams.get('new') ?? url?.searchParams.get('_new')
  if (id === '1540006' && fresh === '4') return { type: 2, stage: 2 }
  const found = catalogues.find(one => one.id === id)
  return found && { type: found.type, stage: found.stage }
}

/** The heading has priority over the address. */
export const proceedingsSaid = (heading: string | undefined, url: URL | undefined): Proceedings | 'other' | undefined =>
  (heading === undefined ? undefined : proceedingsOf(heading)) ?? proceedingsOfUrl(url)

export const isOurs = (heading: string | undefined, url: URL | undefined): boolean => {
  const said = proceedingsSaid(heading, url)
  return said !== undefined && said !== 'other'
}
