import { numberMeaning } from '#shared/domain/number-index.ts'
import { fold } from './court-words.ts'

/**
 * The catalogues of ГАС «Правосудие» (domain §6): which proceedings each holds, and how it is asked. Ids are the same
 * in every court (2019–2026).
 */
export type Proceedings = { type: 1 | 2; stage: 1 | 2 }

export type Catalogue = Proceedings & {
  /** `delo_id`, `new` and `delo_table` of the tabs layout. */
  id: string
  new: string
  table: string
  people: string
  /** Courts that keep it: of the first instance (they review magistrates and officials), regional, of cassation. */
  kept_by: readonly ('first' | 'regional' | 'cassation')[]
}

const catalogues: readonly Catalogue[] = [
  {
    type: 1,
    stage: 1,
    id: '1500001',
    new: '0',
    table: 'adm_case',
    people: 'adm_parts',
    kept_by: ['first', 'regional', 'cassation'],
  },
  // Complaints about decisions of officials, magistrates and district courts.
  {
    type: 1,
    stage: 2,
    id: '1502001',
    new: '0',
    table: 'adm1_case',
    people: 'adm1_parts',
    kept_by: ['first', 'regional'],
  },
  // Complaints about what was decided on a complaint.
  { type: 1, stage: 2, id: '1513001', new: '0', table: 'adm2_case', people: 'adm2_parts', kept_by: ['regional'] },
  // Complaints about what is in force.
  { type: 1, stage: 2, id: '2550001', new: '0', table: 'adm33_case', people: 'adm33_parts', kept_by: ['cassation'] },
  {
    type: 2,
    stage: 1,
    id: '1540006',
    new: '0',
    table: 'u1_case',
    people: 'U1_DEFENDANT',
    kept_by: ['first', 'regional', 'cassation'],
  },
  {
    type: 2,
    stage: 2,
    id: '4',
    new: '4',
    table: 'u2_case',
    people: 'U2_DEFENDANT',
    kept_by: ['first', 'regional', 'cassation'],
  },
  {
    type: 2,
    stage: 2,
    id: '2450001',
    new: '2450001',
    table: 'u33_case',
    people: 'U33_DEFENDANT',
    kept_by: ['cassation'],
  },
]

export const cataloguesOf = (type: 1 | 2, stage: 1 | 2, keeper: Catalogue['kept_by'][number]): Catalogue[] =>
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

/** What a heading says; «other» is civil matters and materials, which are no cases of ours; undefined is not understood. */
export function proceedingsOf(heading: string): Proceedings | 'other' | undefined {
  const text = fold(heading).replace(/\s[–—]\s/g, ' - ')
  const type = proceedings.find(([begins]) => begins.test(text))?.[1]
  if (type === undefined || type === 'other') return type
  const stage = instances.find(([says]) => says.test(text))?.[1]
  return stage === undefined ? undefined : { type, stage }
}

/** What the index of a number says, where neither page nor address tells: only such as mean one thing in every court. */
export function proceedingsOfNumber(number: string): Proceedings | undefined {
  const meaning = numberMeaning(number)
  if (meaning === undefined || meaning.isLoose || meaning.procedure === 'civil') return undefined
  if (meaning.kind !== 'case' && meaning.instance === 'first') return undefined
  return { type: meaning.procedure === 'koap' ? 1 : 2, stage: meaning.instance === 'first' ? 1 : 2 }
}

/** The same from an address, where a page has lost its heading. `new` tells the instance in the lawcase layout. */
export function proceedingsOfUrl(url: URL | undefined): Proceedings | undefined {
  const id = url?.searchParams.get('delo_id') ?? url?.searchParams.get('_deloId')
  const fresh = url?.searchParams.get('new') ?? url?.searchParams.get('_new')
  if (id === '1540006' && fresh === '4') return { type: 2, stage: 2 }
  const found = catalogues.find(one => one.id === id)
  return found && { type: found.type, stage: found.stage }
}

export const isOurs = (heading: string | undefined, url: URL | undefined): boolean => {
  const said = (heading === undefined ? undefined : proceedingsOf(heading)) ?? proceedingsOfUrl(url)
  return said !== undefined && said !== 'other'
}
