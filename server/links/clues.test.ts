import { describe, expect, it } from 'vitest'
import {
  clueKindOf,
  cluesOf,
  courtForm,
  type LinkableCase,
  numberForms,
  personForm,
  protocolForm,
  quotedNumbers,
} from './clues.ts'

describe('forms in which two courts write the same (domain §1)', () => {
  it.each([
    ['5-12/2026', ['5-12/2026']],
    ['№ 05-0012/26', ['5-12/2026']],
    ['5-12 (2026)', ['5-12/2026']],
    ['33а-647/2026 (33а-11786/2025;) ∼ М-1/2026', ['33А-647/2026', '33А-11786/2025']],
    ['12–7 / 2026', ['12-7/2026']],
    ['без номера', ['БЕЗНОМЕРА']],
    ['', []],
  ])('numbers: %s', (written, forms) => expect(numberForms(written)).toEqual(forms))
  it.each([
    ['77 АБ № 1234567', '77АБ1234567'],
    ['77AB1234567', '77АВ1234567'],
    ['б/н', undefined],
    ['12', undefined],
  ])('protocols: %s', (written, form) => expect(protocolForm(written)).toBe(form))
  it.each([
    ['Сёмин П.И.', 'СЕМИН П.И.'],
    ['Мононимов', undefined],
  ])('people: %s', (written, form) => expect(personForm(written)).toBe(form))
  it('courts: without the region in brackets', () =>
    expect(courtForm('Заречный районный суд г. Вымышленска (Пермский край)')).toBe(
      courtForm('Заречный районный суд города Вымышленска'),
    ))
})

describe('numbers a decision quotes (domain §4)', () => {
  it.each([
    ['постановление по делу № 5-12/2026 от 5 марта', 1, ['5-12/2026']],
    ['приговор по делу № 1-7/2026; жалоба № 12-7/2026; протокол 15-12/20266', 2, ['1-7/2026']],
    ['Обзор: 5-1/2026, 5-2/2026, 5-3/2026, 5-4/2026, 5-5/2026', 1, []],
  ])('%s', (text, type, numbers) => expect(quotedNumbers(text, type)).toEqual(numbers))
  it('says nothing about people whose names are hidden', () => {
    const one = {
      type: 1,
      stage: 1,
      region: 59,
      case_number: '5-1/2026',
      appeal_date: '2026-03-02',
      people: [],
      maybe: [],
      related: [],
    }
    expect(cluesOf({ ...one, protocol_number: '59 АБ 12345' })).toHaveLength(1)
  })
  it('keeps kinds apart, each with its person and time', () => {
    const one = {
      type: 1,
      stage: 1,
      region: 59,
      case_number: '5-1/2026',
      protocol_number: '59 АБ 12345',
      entry_date: '2026-02-01',
      result_date: '2026-03-31',
      appeal_date: '2026-05-02',
      people: ['Ветрогонов П.И.'],
      maybe: ['Сиротинин И.И.'],
      related: [{ case_number: '12-2/2026' }],
    }
    const kinds = (of: LinkableCase) => cluesOf(of).map(({ clue }) => clueKindOf(clue))
    expect(kinds(one)).toEqual([
      'number_of_first',
      'number_of_second',
      ...['protocol', 'protocol', 'date', 'date', 'person_time', 'person_time'],
    ])
    const shared = (entry_date: string, result_date = '2026-03-31') => {
      const known = new Set(cluesOf({ ...one, result_date }).map(({ clue }) => clue))
      const timed = cluesOf({ ...one, stage: 2, entry_date }).filter(({ clue }) => clueKindOf(clue) === 'person_time')
      return timed.filter(({ clue }) => known.has(clue)).length
    }
    expect(timesOf.map(([entry, result]) => shared(entry, result))).toEqual(timesOf.map(([, , is]) => is))
  })
})
/** A review and a decision: how many clues of the two people they share. */
const timesOf = [
  ['2026-03-31', '2026-03-31', 2],
  ['2026-06-29', '2026-03-31', 2],
  ['2026-04-01', '2026-01-01', 2],
  ['2026-01-05', '2025-12-30', 2],
  ['2026-07-01', '2026-03-31', 0],
  ['2026-03-31', '2026-04-01', 0],
] as const
