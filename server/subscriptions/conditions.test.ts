import { afterEach, describe, expect, it, vi } from 'vitest'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import type { Traits } from './case-traits.ts'
import { type Conditions, conditionsOf } from './conditions.ts'
import { commonTerms, InvertedIndex, indexTerm, remainingTests } from './inverted-index.ts'

/** What of a filter memory can tell, and what it leaves to PostgreSQL (design §11): a table, without a database. */
const of = (values: AnyValues): Conditions => conditionsOf(caseListFields, values)
const one: Traits = {
  id: 7,
  region: 77,
  values: new Map(
    Object.entries({
      'court_case.region': ['77'],
      'court_case.type': ['1'],
      'court_case.city': ['Елкино'],
      'court_case.judge_id': ['3'],
      'court_case.has_text': ['true'],
      'court_case.has_result': ['false'],
      'court_case.entry_date': ['2026-03-02'],
      'case_event.event_type_id': ['2', '5'],
      'case_event.event_date': ['2026-03-02', '2026-03-20'],
      'case_penalty.type': ['fine', 'arrest'],
      'case_penalty.hidden': ['false', 'true'],
    }),
  ),
  small: new Map([
    ['court_case.case_number', ['5-209/2026', '77-9/2025']],
    ['case_defendant.name', ['ветрогонов петр ильич', 'суховеева анна ильинична']],
  ]),
  present: new Set(['case_advocate']),
  people: [11, 12],
}
const passes = ({ tests }: Conditions, traits = one): boolean => tests.every(test => test(traits))
const day = (min: string, max = min) => ({ min, max })
afterEach(() => vi.useRealTimers())

describe('what memory tells of a filter', () => {
  // biome-ignore format: a table reads best as one
  it.each<[values: AnyValues, passes: boolean, asked: boolean]>([
    [{}, true, false],
    [{ type: '1' }, true, false],
    [{ type: '2' }, false, false],
    [{ type_not: '1' }, false, false],
    [{ type_not: '2' }, true, false],
    [{ regions: [77, 78] }, true, false],
    [{ regions: [78] }, false, false],
    [{ court_city: ['Ёлкино', 'Нигде'] }, true, false],
    [{ court_city_not: ['Ёлкино'] }, false, false],
    [{ judge: [3], type: '1' }, true, false],
    [{ judge: [3], type: '2' }, false, false],
    [{ court: [3] }, false, false],
    [{ has_result: false }, true, false],
    [{ has_result: true }, false, false],
    [{ has_advocate: true }, true, false],
    [{ has_advocate: false }, false, false],
    [{ has_prosecutor: true }, false, false],
    [{ has_prosecutor: false }, true, false],
    [{ case_number: '209/20' }, true, false],
    [{ case_number: '77-9/2025 (77-1/2026)' }, true, false],
    [{ case_number: '77 9/2025' }, false, false],
    [{ case_number: '210/20' }, false, false],
    [{ case_number_not: '209' }, false, false],
    [{ case_number_not: '210' }, true, false],
    [{ defendant: 'Пётр  ИЛЬИЧ' }, true, false],
    [{ defendant: 'Пётр–Ильич' }, true, false],
    [{ defendant: 'Пётр Анна' }, false, false],
    // Signs before short words are PostgreSQL's to tell.
    [{ defendant: 'Ветрогонов П' }, true, true],
    [{ defendant: '-' }, true, true],
    // Letters that PostgreSQL may take for others.
    [{ defendant: 'ö' }, false, true],
    [{ defendant_not: 'ö' }, true, true],
    [{ entry_date_range: day('2026-03-02') }, true, false],
    [{ entry_date_range: day('2026-03-03', '2026-03-09') }, false, false],
    [{ entry_date_range: day('2026-02-01', '2026-03-01') }, false, false],
    [{ entry_date_range: day('2026-03-01', '2026-03-02') }, true, false],
    [{ result_date_range: day('2026-03-02') }, false, false],
    // Of one child table two must hold for one row, and memory knows no rows.
    [{ event_type: [2] }, true, false],
    [{ event_type: [2], event_date_range: day('2026-03-20') }, true, true],
    [{ event_type: [9], event_date_range: day('2026-03-20') }, false, true],
    [{ event_type: [2], penalty_type: ['fine'] }, true, false],
    [{ penalty_type: ['fine'], penalty_hidden: true }, true, true],
    [{ event_type: [2], event_type_not: [5] }, false, false],
    [{ type: '1', regions: [77] }, true, false],
    [{ penalty_amount: { min: 5 } }, true, true],
    [{ days_to_result: { min: 5 } }, true, true],
    [{ state: 'in_past' }, true, true],
    [{ in_favorites: true }, true, true],
    [{ note: 'позвонить' }, true, true],
    [{ set_not: [3] }, true, true],
    [{ result_text_search: { text: 'плакат', mode: 'plain' } }, true, true],
  ])('%j passes: %s, is asked further: %s', (values, isPassed, asked) => {
    const conditions = of(values)
    expect([passes(conditions), conditions.asked]).toEqual([isPassed, asked])
  })
  it('passes no words where there is no text', () => {
    const silent = { ...one, values: new Map([...one.values, ['court_case.has_text', ['false']]]) }
    const words = { text: 'плакат', mode: 'plain' }
    expect(passes(of({ result_text_search: words }), silent)).toBe(false)
    expect(of({ result_text_search: words }).words).toEqual(words)
    expect(of({ type: '1' }).words).toBeUndefined()
  })
  it('passes nothing of a case of which nothing is told', () => {
    const empty = { ...one, values: new Map(), small: new Map() }
    for (const values of [{ type: '1' }, { case_number: '209' }, { entry_date_range: day('2026-03-02') }])
      expect(passes(of(values), empty)).toBe(false)
  })
  it('reads a range that moves on the day it is asked', () => {
    const moving = of({ entry_date_range: { relative: 'today' } })
    for (const [now, is] of [
      ['2026-03-01T12:00:00Z', false],
      ['2026-03-02T12:00:00Z', true],
      ['2026-03-03T12:00:00Z', false],
    ] as const) {
      vi.useFakeTimers({ now: new Date(now) })
      expect(passes(moving), now).toBe(is)
    }
  })
  // biome-ignore format: a table reads best as one
  it.each<[values: AnyValues, moving: boolean, personal: boolean]>([
    [{ type: '1' }, false, false],
    [{ entry_date_range: day('2026-03-02') }, false, false],
    [{ entry_date_range: { relative: 'today' } }, true, false],
    [{ state: 'in_past' }, true, false],
    [{ in_favorites: true }, true, true],
    [{ has_note: false }, true, true],
    [{ note: 'позвонить' }, true, true],
    [{ set_not: [3] }, true, true],
  ])('%j moves without news: %s, is somebody’s own: %s', (values, moving, personal) =>
    expect(of(values)).toMatchObject({ moving, personal }),
  )
  it('of several values tells which filters may be narrowed, but for those by which a range has its unit', () => {
    const names = (values: AnyValues) => of(values).narrowed
    expect(names({ judge: [3], regions: [77, 78], court_not: [1, 2], type: '1' })).toEqual([
      { name: 'regions', column: 'court_case.region' },
    ])
    const penalty_type = ['fine', 'arrest']
    expect(names({ penalty_type })).toEqual([{ name: 'penalty_type', column: 'case_penalty.type' }])
    expect(names({ penalty_type, penalty_amount: { min: 1 } })).toEqual([])
    expect(names({ penalty_type, days_to_result: { min: 1 } })).toHaveLength(1)
  })
})

describe('what a filter is found by', () => {
  // biome-ignore format: a table reads best as one
  it.each<[values: AnyValues, column: string | undefined, any: readonly string[] | undefined]>([
    [{ type: '1' }, 'court_case.type', ['1']],
    [{ type: '1', regions: [77] }, 'court_case.region', ['77']],
    [{ regions: [77], court: [5], judge: [3, 4] }, 'court_case.judge_id', ['3', '4']],
    [{ regions: [77], court: [5] }, 'court_case.court_id', ['5']],
    // Of equal worth the one of fewer values.
    [{ event_type: [1, 2, 3], result_type: [4, 5] }, 'court_case.result_type_id', ['4', '5']],
    [{ event_type: [1], result_type: [4, 5] }, 'case_event.event_type_id', ['1']],
    [{ judge_not: [3] }, undefined, undefined],
    [{ case_number: '5-209' }, undefined, undefined],
    [{ has_advocate: true }, undefined, undefined],
  ])('%j: by %s', (values, column, any) => {
    const { anchor } = of(values)
    expect([anchor?.column, anchor?.any]).toEqual([column, any])
  })
  it('letters of the first text, regions beside', () => {
    expect(of({ case_number: '5-209', defendant: 'Пётр' }).letters).toEqual({
      column: 'court_case.case_number',
      text: '5-209',
    })
    expect(of({ case_number_not: '5-209' }).letters).toBeUndefined()
    expect(of({ regions: [77, 78], judge: [3] }).regions?.any).toEqual(['77', '78'])
    expect(of({ regions_not: [77] }).regions).toBeUndefined()
  })
  it('tests that the index has done already are not done again', () => {
    const left = (values: AnyValues) => remainingTests(of(values)).length
    expect(left({ judge: [3] })).toBe(0)
    expect(left({ judge: [3], type: '1' })).toBe(1)
    expect(left({ judge: [3], regions: [77] })).toBe(0)
    const many = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
    expect(left({ judge: many(10), regions: many(10) })).toBe(0)
    expect(left({ judge: many(10), regions: many(11) })).toBe(1)
  })
})

describe('the index of filters', () => {
  const found = (filters: readonly AnyValues[], traits = one): number[] => {
    const index = new InvertedIndex<number>()
    for (const [n, values] of filters.entries()) index.addFilter(n, of(values))
    const seen: number[] = []
    index.candidates(traits, filter => seen.push(filter))
    return seen.toSorted((a, b) => a - b)
  }
  it('meets the filters that the case may match, each by its rarest value', () =>
    expect(
      found([
        { judge: [3] },
        { judge: [4] },
        { judge: [3], regions: [77, 78] },
        { judge: [3], regions: [78] },
        { event_type: [2, 5] },
        { event_type: [9] },
        { has_advocate: true },
        { judge_not: [3] },
        { judge: [3], case_number: '209/2' },
        { judge: [3], case_number: '210/2' },
        { judge: [3], regions: [77], defendant: 'анна' },
        { judge: [3], regions: [78], defendant: 'анна' },
        { judge: [3], case_number: '6' },
        { judge: [3], case_number: '5-209/2026' },
        { case_number: '5-209' },
        { result_text_search: { text: 'плакат', mode: 'plain' } },
      ]),
    ).toEqual([0, 2, 4, 4, 6, 7, 8, 10, 12, 13]))
  it('keeps those of letters and of words apart, and forgets what is removed', () => {
    const index = new InvertedIndex<string>()
    index.addFilter('letters', of({ case_number: '5-209' }))
    index.addFilter('words', of({ result_text_search: { text: 'плакат', mode: 'plain' } }))
    index.addFilter('any', of({}))
    index.add('case', [indexTerm('case', 7)])
    index.add('person', [indexTerm('person', 12), indexTerm('person', 99)])
    const met = (): string[] => {
      const seen: string[] = []
      index.candidates(one, filter => seen.push(filter))
      return seen
    }
    expect([index.at(commonTerms.letters), index.at(commonTerms.words)]).toEqual([['letters'], ['words']])
    expect(met()).toEqual(['case', 'person', 'any'])
    index.add('another', [indexTerm('case', 7)])
    expect(met()).toEqual(['case', 'another', 'person', 'any'])
    for (const gone of ['case', 'person', 'letters', 'nobody']) index.remove(gone)
    expect(met()).toEqual(['another', 'any'])
    expect(index.at(commonTerms.letters)).toEqual([])
  })
})
