import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { anyValues } from '../../test/any-values.ts'
import { caseFields, caseListFields, defendantFields, statsFields } from './case-fields.ts'
import { querySchema, readLenient, readValues, toQuery, toRecord, unreadIn, wireShape, writeValues } from './wire.ts'

const schema = querySchema(caseFields, {})
const parse = (query: string) =>
  readValues(caseFields, z.record(z.string(), z.unknown()).parse(schema.parse(toRecord(query))))
const errorsOf = (query: string): Record<string, string> => {
  const result = schema.safeParse(toRecord(query))
  return Object.fromEntries(
    (result.error?.issues ?? []).map(issue => [
      issue.code === 'unrecognized_keys' ? issue.keys.join() : String(issue.path[0]),
      issue.message,
    ]),
  )
}

describe('one wire form (design §4)', () => {
  it('reads back whatever it wrote, for every field, excluded or not', () =>
    fc.assert(
      fc.property(anyValues, values => {
        expect(parse(toQuery(writeValues(caseFields, values)))).toEqual(values)
      }),
    ))
  it('reads the same strictly and leniently when nothing is wrong', () =>
    fc.assert(
      fc.property(anyValues, values => {
        const record = writeValues(caseFields, values)
        expect(readLenient(caseFields, record)).toEqual(
          readValues(caseFields, z.record(z.string(), z.unknown()).parse(schema.parse(record))),
        )
      }),
    ))
  it('never throws on an address, whatever stands there', () =>
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(fc.constantFrom(...Object.keys(wireShape(caseFields))), fc.string()),
          fc.oneof(fc.string(), fc.array(fc.string())),
        ),
        record => {
          const values = readLenient(caseFields, record)
          expect(parse(toQuery(writeValues(caseFields, values)))).toEqual(values)
        },
      ),
    ))
})

describe('a filter on the wire', () => {
  it.each([
    ['type=1', { type: '1' }],
    ['type=', {}],
    ['type=&type=1', { type: '1' }],
    ['judge=&judge=3&judge=4', { judge: [3, 4] }],
    ['state=is_planned', { state: 'is_planned' }],
    ['judge=3&judge=4', { judge: [3, 4] }],
    ['judge=3', { judge: [3] }],
    ['court_not=5', { court_not: [5] }],
    ['case_number_not=5-1', { case_number_not: '5-1' }],
    ['court_city=Барнаул', { court_city: ['Барнаул'] }],
    ['in_favorites=true', { in_favorites: true }],
    ['has_penalty=false', { has_penalty: false }],
    ['defendants=Ветрогонов, Сиротинин Г. П.', { defendants: ['Ветрогонов', 'Сиротинин Г. П.'] }],
    ['penalty_from=100', { penalty_amount: { min: 100 } }],
    ['days_to_result_from=0&days_to_result_to=3', { days_to_result: { min: 0, max: 3 } }],
    ['penalty_from=100&penalty_to=500,50', { penalty_amount: { min: 100, max: 500.5 } }],
    [
      'entry_date_range_min=2020-01-01&entry_date_range_max=2020-02-01',
      { entry_date_range: { min: '2020-01-01', max: '2020-02-01' } },
    ],
    ['entry_date_range_relative=last_7_days', { entry_date_range: { relative: 'last_7_days' } }],
    ['entry_date_range_relative=', {}],
    ['result_text_search=плакат', { result_text_search: { text: 'плакат', mode: 'plain' } }],
    ['result_text_search=плакат&text_search_type=phrase', { result_text_search: { text: 'плакат', mode: 'phrase' } }],
    ['text_search_type=phrase', {}],
  ])('?%s', (query, values) => expect(parse(query)).toEqual(values))

  it('counts a date range as set only when both ends are chosen (§4)', () =>
    expect(readLenient(caseFields, toRecord('entry_date_range_min=2020-01-01&type=1'))).toEqual({ type: '1' }))
  it('reads both spellings of the defence parameter and writes one (§3)', () => {
    expect(parse('case_defense_params=3&case_defence_params=4')).toEqual({ case_defence_params: [4, 3] })
    expect(parse('case_defense_params_not=3')).toEqual({ case_defence_params_not: [3] })
    expect(toQuery(writeValues(caseFields, { case_defence_params: [3] }))).toBe('case_defence_params=3')
  })
})

describe('a bad query', () => {
  it.each([
    ['judgee=3', 'judgee'],
    ['in_favorites_not=true', 'in_favorites_not'],
    ['type=9', 'type'],
    ['type=1&type=2', 'type'],
    ['judge=x', 'judge'],
    ['judge=0', 'judge'],
    ['judge=3,4', 'judge'],
    ['judge=99999999999', 'judge'],
    ['codex_articles=group_id_20.2', 'codex_articles'],
    ['penalty_type=any', 'penalty_type'],
    ['has_penalty=yes', 'has_penalty'],
    ['entry_date_range_min=01.02.2020', 'entry_date_range_min'],
    ['entry_date_range_min=2020-02-30', 'entry_date_range_min'],
    ['entry_date_range_min=2020-01-01', 'entry_date_range_max'],
    ['entry_date_range_max=2020-01-01&entry_date_range_min=', 'entry_date_range_min'],
    ['entry_date_range_min=0000-01-01', 'entry_date_range_min'],
    ['entry_date_range_min=2021-01-01&entry_date_range_max=2020-01-01', 'entry_date_range_min'],
    ['entry_date_range_relative=last_8_days', 'entry_date_range_relative'],
    ['entry_date_range_relative=today&entry_date_range_min=2020-01-01', 'entry_date_range_relative'],
    [
      'entry_date_range_relative=today&entry_date_range_min=2020-01-01&entry_date_range_max=2020-02-01',
      'entry_date_range_relative',
    ],
    ['penalty_from=-5', 'penalty_from'],
    ['penalty_from=500&penalty_to=100', 'penalty_from'],
    ['case_number=%00', 'case_number'],
    [`case_number=${'5'.repeat(201)}`, 'case_number'],
    ['text_search_type=fuzzy', 'text_search_type'],
    ['defendants=, ,', 'defendants'],
  ])('?%s is refused by the API, naming the parameter', (query, parameter) =>
    expect(Object.keys(errorsOf(query))).toEqual([parameter]),
  )

  it('speaks Russian', () => expect(errorsOf('judge=x')).toEqual({ judge: 'Нужно целое положительное число.' }))
  it('loses only its bad items in the address bar', () => {
    expect(readLenient(caseFields, toRecord('type=9&judge=3&judge=x&unknown=1'))).toEqual({ judge: [3] })
    expect(
      readLenient(caseFields, toRecord('entry_date_range_min=2021-01-01&entry_date_range_max=2020-01-01&stage=2')),
    ).toEqual({ stage: '2' })
    const moving = 'entry_date_range_relative=today'
    const [from, to] = ['entry_date_range_min=2020-01-01', 'entry_date_range_max=2020-02-01']
    const today = { entry_date_range: { relative: 'today' } }
    expect(readLenient(caseFields, toRecord(`${moving}&${from}`))).toEqual(today)
    expect(readLenient(caseFields, toRecord(`${moving}&${from}&entry_date_range_max=2019-01-01`))).toEqual(today)
    expect(readLenient(caseFields, toRecord(`${moving}&${from}&${to}`))).toEqual({
      entry_date_range: { min: '2020-01-01', max: '2020-02-01' },
    })
  })
})

describe('filter sets (§3)', () => {
  it('the case list has every field but defendants', () =>
    expect(Object.keys(caseListFields)).toEqual(Object.keys(caseFields).filter(key => key !== 'defendants')))
  it('defendants have their own', () =>
    expect(Object.keys(defendantFields).sort()).toEqual(
      [
        'as_of',
        'codex_articles',
        'court_city',
        'defendant_gender',
        'defendant_risk_group',
        'defendants',
        'in_favorites',
        'regions',
        'set',
        'set_mine',
        'set_status',
      ].sort(),
    ))
  it('statistics exclude defendants, stage, codex_articles and type', () =>
    expect(Object.keys(statsFields)).toEqual(
      Object.keys(caseFields).filter(key => !['defendants', 'stage', 'codex_articles', 'type'].includes(key)),
    ))
  it('every parameter the specification names is on the wire', () => {
    const specified =
      'state advocate prosecutor case_number case_uid protocol_number codex_articles tags type court judge regions stage in_favorites result_type result_text_search defendant defendants defendant_gender defendant_risk_group court_city has_advocate has_prosecutor has_result has_result_text text_search_type penalty_type has_penalty penalty_hidden defendant_hidden entry_date_range_min entry_date_range_max result_date_range_min result_date_range_max last_scheduled_hearing_date_range_min last_scheduled_hearing_date_range_max event_date_range_min event_date_range_max penalty_from penalty_to event_type case_defence_params case_defense_params'
    expect(Object.keys(wireShape(caseFields))).toEqual(expect.arrayContaining(specified.split(' ')))
  })
  it('the schema of a parameter is built once, whichever fields an account may use', () => {
    const { regions, ...others } = caseFields
    expect(wireShape({ ...caseFields }).judge_not).toBe(wireShape(others).judge_not)
    expect(wireShape(others)).not.toHaveProperty('regions')
  })
})

describe('what a lenient reader drops is told', () => {
  it.each<[string, string[]]>([
    ['regions=77&type=1', []],
    ['regions=77&codex_articles=group_id_20.2', ['codex_articles=group_id_20.2']],
    ['judge=3&judge=x&type=9', ['type=9', 'judge=x']],
    [
      'entry_date_range_min=2025-03-40&entry_date_range_max=2025-04-01',
      ['entry_date_range_min=2025-03-40', 'entry_date_range_max=2025-04-01'],
    ],
    [
      'entry_date_range_min=2021-01-01&entry_date_range_max=2020-01-01',
      ['entry_date_range_min=2021-01-01', 'entry_date_range_max=2020-01-01'],
    ],
    ['type=', []],
  ])('%s: %o', (query, unread) => expect(unreadIn(caseFields, toRecord(query)).toSorted()).toEqual(unread.toSorted()))
})
