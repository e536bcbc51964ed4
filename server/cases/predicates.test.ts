import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { wholeUid } from '#shared/domain/number-index.ts'
import { caseFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { measuredBy } from '#shared/filters/measured-kinds.ts'
import { readLenient, toRecord } from '#shared/filters/wire.ts'
import { coldDatabase } from '../../test/cold-database.ts'
import { matchesInCopy } from '../replica/copy-cases.ts'
import { selectCases } from './case-query.ts'
import {
  columnNameOf,
  columnsAsked,
  type Excluding,
  isKnownInMemory,
  isPersonal,
  matches,
  pick,
  type Scope,
  tableOfFilter,
  valuesOfRow,
} from './predicates.ts'
import { scheduleOf, stateNow } from './schedule.ts'

/** Compiles without a database: this table is the reference of what each filter asks of PostgreSQL. */
const { db: cold } = coldDatabase()
afterEach(() => vi.useRealTimers())
const everyone: Scope = { accountId: 7, regions: 'all' }
const compiled = (query: string, scope = everyone) =>
  selectCases(cold, scope, readLenient(caseFields, toRecord(query)))
    .select('court_case.id')
    .compile()
const where = (query: string, scope = everyone): string =>
  compiled(query, scope).sql.replaceAll('"', '').split(' where true and ').slice(1).join('')
const child = (table: string, condition: string) =>
  `exists (select 1 from ${table} where (${table}.case_id = court_case.id and ${condition}))`

describe('a filter in SQL', () => {
  // biome-ignore format: a table reads best as one
  it.each([
    ['type=1', 'court_case.type = $1'],
    ['state=is_planned', '(court_case.hearing_until >= now() or court_case.possible_hearing_at >= now())'],
    ['state=no_info', '(court_case.hearing_until is null and (court_case.possible_hearing_at >= now()) is not true)'],
    ['state=in_past', '(court_case.hearing_until < now() and (court_case.possible_hearing_at >= now()) is not true)'],
    ['case_number=5-12', "(translate(court_case.case_number, 'Ёё', 'Ее') ilike $1 or (court_case.other_numbers <> '' and translate(court_case.other_numbers, 'Ёё', 'Ее') ilike $2))"],
    ['case_uid=RS0001-01', "translate(court_case.case_uid, 'Ёё', 'Ее') ilike $1"],
    ['case_uid=77rs0001-01-2026-000001-01', `(court_case.case_uid collate C = $1 or (court_case.case_uid !~ '${wholeUid}' and translate(court_case.case_uid, 'Ёё', 'Ее') ilike $2))`],
    ['judge=3&judge=4', 'court_case.judge_id = any($1::integer[])'],
    ['judge_not=3', '(court_case.judge_id = any($1::integer[])) is not true'],
    ['court_city=Барнаул', "translate(court_case.city, 'Ёё', 'Ее') = any($1)"],
    ['in_question=true', 'court_case.in_question = $1'],
    ['is_gone=true', 'court_case.is_gone = $1'],
    ['gone_date_range_min=2026-03-01&gone_date_range_max=2026-03-31', 'court_case.gone_on between $1 and $2'],
    ['has_result=true', 'court_case.has_result = $1'],
    ['entry_date_range_min=2020-01-01&entry_date_range_max=2020-02-01', 'court_case.entry_date between $1 and $2'],
    ['codex_articles=3', child('case_article', 'case_article.article_id = any($1::integer[])')],
    ['codex_articles_not=3', `not ${child('case_article', 'case_article.article_id = any($1::integer[])')}`],
    ['participant=Прозоров', child('case_participant', "translate(case_participant.name, 'Ёё', 'Ее') ~* $1")],
    ['advocate=Прозоров', child('case_advocate', "translate(case_advocate.name, 'Ёё', 'Ее') ~* $1")],
    ['has_advocate=false', 'not exists (select 1 from case_advocate where case_advocate.case_id = court_case.id)'],
    ['in_favorites=true', child('favourite', 'favourite.account_id = $1')],
    ['set=3', child('case_in_set', 'case_in_set.account_id = $1 and case_in_set.set_id = any($2::integer[])')],
    ['note=звонок', child('case_note', "case_note.account_id = $1 and translate(case_note.text, 'Ёё', 'Ее') ilike $2")],
    ['in_set=true', child('case_in_set', 'case_in_set.account_id = $1')],
    ['set_not=3', `not ${child('case_in_set', 'case_in_set.account_id = $1 and case_in_set.set_id = any($2::integer[])')}`],
    ['event_type=2&event_date_range_min=2020-01-01&event_date_range_max=2020-02-01', child('case_event', 'case_event.event_type_id = any($1::integer[]) and case_event.event_date between $2 and $3')],
    ['penalty_type=fine&penalty_from=100&penalty_to=500&penalty_hidden=false', child('case_penalty', 'case_penalty.type = any($1) and (case_penalty.value >= $2 and case_penalty.value <= $3) and case_penalty.hidden = $4')],
    ['penalty_from=100', child('case_penalty', '(case_penalty.type = any($1) and case_penalty.value >= $2)')],
    ['penalty_type=fine&penalty_type=imprisonment&penalty_to=100', child('case_penalty', 'case_penalty.type = any($1) and (case_penalty.type = any($2) and case_penalty.value <= $3)')],
    ['penalty_type=imprisonment&penalty_suspended=true', child('case_penalty', 'case_penalty.type = any($1) and case_penalty.suspended = $2')],
    ['penalty_certain=true', child('case_penalty', 'case_penalty.is_certain = $1')],
    ['result_text_search=плакат&text_search_type=phrase', 'court_case.id in (select case_id from case_text_seen where held_words @@ $1::tsquery)'],
    ['defendants=Ветрогонов,Сиротинин', child('case_defendant', "(translate(case_defendant.name, 'Ёё', 'Ее') ~* $1 or translate(case_defendant.name, 'Ёё', 'Ее') ~* $2)")],
    ['days_to_result_from=0', '(court_case.result_date - court_case.entry_date)::numeric >= $1'],
    // Both are of rubles, and say so themselves.
    ['penalty_type=fine&penalty_type=court_fine&penalty_from=100', child('case_penalty', 'case_penalty.type = any($1) and case_penalty.value >= $2')],
    ['penalty_type=caution&penalty_from=100', child('case_penalty', 'case_penalty.type = any($1) and (case_penalty.type = any($2) and case_penalty.value >= $3)')],
    ['in_favorites=false&has_note=true', `(not ${child('favourite', 'favourite.account_id = $1')} and ${child('case_note', 'case_note.account_id = $2')})`],
  ])('?%s', (query, condition) => expect(where(query)).toBe(condition))
  it('finds nothing by an amount of what has none', () =>
    expect(compiled('penalty_type=caution&penalty_from=100').parameters).toEqual([['caution'], [], 100]))

  /** What holds for a case, where rows of a table stand beside it, or in the copy. */
  const condition = (
    values: AnyValues,
    how: { joined?: string; excludes?: Excluding; lowered?: typeof matches } = {},
  ) => {
    const { lowered = matches, joined, excludes } = how
    const { sql: text, parameters } = cold
      .selectFrom('court_case')
      .where(lowered(values, everyone, joined, excludes))
      .selectAll()
      .compile()
    return { text: text.replaceAll('"', '').split(' where ').slice(1).join(' where '), parameters }
  }
  it('takes an amount of each kind in its own unit where kinds are counted side by side', () =>
    expect(condition({ penalty_amount: { min: 5, inEach: true } }).text).toBe(
      child('case_penalty', 'case_penalty.value >= $1'),
    ))

  const ofSet = 'case_in_set.set_id = any($1::integer[])'
  // biome-ignore format: a table reads best as one
  it.each<[what: string, joined: string, excludes: Excluding, values: AnyValues, condition: string]>([
    ['what is asked of the row', 'case_event', 'case', { event_type: [2] }, 'case_event.event_type_id = any($1::integer[])'],
    ['what is asked of another table', 'case_event', 'row', { codex_articles: [3] }, child('case_article', 'case_article.article_id = any($1::integer[])')],
    ['what the case excludes', 'case_article', 'case', { codex_articles_not: [3] }, `not ${child('case_article', 'case_article.article_id = any($1::integer[])')}`],
    ['what the row excludes', 'case_article', 'row', { codex_articles_not: [3] }, '(case_article.article_id = any($1::integer[])) is not true'],
    ['what the row of another table excludes', 'case_event', 'row', { codex_articles_not: [3] }, `not ${child('case_article', 'case_article.article_id = any($1::integer[])')}`],
    ['what the case itself excludes', 'case_event', 'case', { judge_not: [3] }, '(court_case.judge_id = any($1::integer[])) is not true'],
    ['words, of the case', 'case_article', 'row', { result_text_search: { text: 'плакат', mode: 'phrase' } }, 'court_case.id in (select case_id from case_text_seen where held_words @@ $1::tsquery)'],
    ['own rows alone', 'case_in_set', 'case', { set: [3] }, `(${ofSet} and case_in_set.account_id = $2)`],
    ['own rows alone, whatever is asked', 'case_note', 'case', {}, 'case_note.account_id = $1'],
  ])('beside a joined row holds %s', (_, joined, excludes, values, expected) =>
    expect(condition(values, { joined, excludes }).text).toBe(expected),
  )

  it('in the copy looks for sets of rows, where there are such, and for what is asked of them', () => {
    const there = (values: AnyValues) => condition(values, { lowered: matchesInCopy }).text
    expect(there({ codex_articles: [3] })).toBe(
      'court_case.case_article_set in (select case_article.set_id from case_article where case_article.article_id = any($1::integer[]))',
    )
    expect(there({ event_type: [2] })).toBe(
      'court_case.case_event_kind_set in (select case_event.set_id from case_event_kind as case_event where case_event.event_type_id = any($1::integer[]))',
    )
    expect(there({ event_type: [2], event_date_range: { min: '2020-01-01', max: '2020-02-01' } })).toBe(
      'court_case.id in (select case_event.case_id from case_event where (case_event.event_type_id = any($1::integer[]) and case_event.event_date between $2 and $3))',
    )
    expect(there({ event_type_not: [2], has_advocate: true })).toBe(
      '(not court_case.case_event_kind_set in (select case_event.set_id from case_event_kind as case_event where case_event.event_type_id = any($1::integer[])) and court_case.case_advocate_set in (select case_advocate.set_id from case_advocate where 1 = 1))',
    )
  })

  it('of a field tells its table, its column and whether memory knows it', () => {
    expect(columnNameOf('case_event.event_date')).toBe('event_date')
    const { event_type, has_advocate, result_text_search, note, penalty_amount } = caseFields
    expect([event_type, has_advocate, result_text_search].map(tableOfFilter)).toEqual([
      'case_event',
      'case_advocate',
      'court_case',
    ])
    expect([event_type, has_advocate, note, penalty_amount].map(isKnownInMemory)).toEqual([true, true, false, false])
    const personal = ['case_note', 'case_visit', 'favourite', 'case_in_set', 'case_tag'].filter(isPersonal)
    expect(personal).toHaveLength(4)
  })
  it('of values tells those of a row of a table, and the columns they read', () => {
    const day = { min: '2020-01-01', max: '2020-02-01' }
    const values = { event_type: [2], event_date_range: day, event_type_not: [3], type: '1', has_advocate: true }
    expect(columnsAsked('case_event', values)).toEqual(['event_type_id', 'event_date'])
    expect(columnsAsked('case_advocate', values)).toEqual([])
    expect(valuesOfRow(values, 'case_event')).toEqual({ event_type: [2], event_date_range: day })
    expect(pick(values, new Set(['type', 'judge']))).toEqual({ type: '1' })
    expect(pick(values, new Set(['type', 'event_type', 'event_type_not', 'event_date_range']), false)).toEqual({
      has_advocate: true,
    })
  })
  it('of a hearing tells whether it is ahead', () => {
    const state = (value: typeof stateNow) =>
      cold.selectFrom('court_case').select(value.as('state')).compile().sql.replaceAll('"', '').replace(/\s+/g, ' ')
    const told = (at: string, possible: string) =>
      `select case when ${at} >= now() or ${possible} >= now() then 'is_planned' when ${at} is null then 'no_info' else 'in_past' end as state from court_case`
    expect(state(stateNow)).toBe(told('court_case.hearing_until', 'court_case.possible_hearing_at'))
    expect(state(scheduleOf(sql.ref('a'), sql.ref('b')))).toBe(told('a', 'b'))
  })

  it('turns a range that moves into the days it is now, by the calendar of Moscow', () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T21:30:00Z') })
    const moving = compiled('entry_date_range_relative=last_7_days')
    expect(moving.parameters).toEqual(['2026-11-16', '2026-11-22'])
    expect(moving.sql).toBe(compiled('entry_date_range_min=2020-01-01&entry_date_range_max=2020-02-01').sql)
  })
  it('takes a list as one parameter, so that the SQL text does not depend on its length', () => {
    expect(compiled('judge=3&judge=4&judge=5').sql).toBe(compiled('judge=3').sql)
    expect(compiled('judge=3&judge=4').parameters).toEqual([[3, 4]])
  })
  it('takes ё and е for one letter, and whatever stands between words for one space', () => {
    const [pattern] = compiled('defendant=Полётов   Пётр').parameters
    expect(compiled('defendant=Полетов-Петр').parameters).toEqual([pattern])
    expect(pattern).toMatch(/^полетов\[.*\]\+петр$/s)
  })
  it('takes text literally, in names and in numbers', () => {
    expect(compiled('participant=5_1%25\\(a|b)*').parameters).toEqual(['5_1%\\\\\\(a\\|b\\)\\*'])
    expect(compiled('protocol_number=5_1%25\\').parameters).toEqual(['%5\\_1\\%\\\\%'])
  })
})

describe('the unit of an amount (decision 0068)', () => {
  const { kinds } = caseFields.penalty_amount
  it.each<[chosen: readonly string[] | undefined, unit: string | null, measured: readonly string[]]>([
    [undefined, 'rubles', ['fine', 'court_fine']],
    [['fine'], 'rubles', ['fine']],
    // In the order of the list, whatever the order of the question.
    [['imprisonment', 'fine'], 'rubles', ['fine']],
    [['caution', 'suspension', 'arrest'], 'days', ['arrest', 'suspension']],
    [['restriction', 'imprisonment', 'works'], 'hours', ['works']],
    [['caution', 'confiscation'], null, []],
  ])('of %j is %s', (chosen, unit, measured) =>
    expect(measuredBy(kinds, chosen === undefined ? {} : { penalty_type: chosen })).toEqual(
      unit === null ? null : { unit, kinds: measured },
    ),
  )
})

describe('scope (design §4)', () => {
  it('is not a filter: no query can touch it', () =>
    expect(compiled('regions=78', { accountId: 1, regions: [77] }).sql).toContain(
      'where "court_case"."region" = any($1::integer[]) and "court_case"."region" = any($2::integer[])',
    ))
  it('shows nothing when it holds no region', () =>
    expect(compiled('', { accountId: 1, regions: [] }).parameters).toEqual([[]]))
})
