import { afterEach, describe, expect, it, vi } from 'vitest'
import { wholeUid } from '#shared/domain/case-uid.ts'
import { caseFields } from '#shared/filters/case-fields.ts'
import { readLenient, toRecord } from '#shared/filters/wire.ts'
import { coldDatabase } from '../../test/cold-database.ts'
import { selectCases } from './case-query.ts'
import type { Scope } from './predicates.ts'

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
  it.each([
    ['type=1', 'court_case.type = $1'],
    ['state=is_planned', '(court_case.hearing_until >= now() or court_case.possible_hearing_at >= now())'],
    ['state=no_info', '(court_case.hearing_until is null and (court_case.possible_hearing_at >= now()) is not true)'],
    ['state=in_past', '(court_case.hearing_until < now() and (court_case.possible_hearing_at >= now()) is not true)'],
    [
      'case_number=5-12',
      "(translate(court_case.case_number, 'Ёё', 'Ее') ilike $1 or (court_case.other_numbers <> '' and translate(court_case.other_numbers, 'Ёё', 'Ее') ilike $2))",
    ],
    ['case_uid=RS0001-01', "translate(court_case.case_uid, 'Ёё', 'Ее') ilike $1"],
    [
      'case_uid=77rs0001-01-2026-000001-01',
      `(court_case.case_uid collate C = $1 or (court_case.case_uid !~ '${wholeUid}' and translate(court_case.case_uid, 'Ёё', 'Ее') ilike $2))`,
    ],
    ['judge=3&judge=4', 'court_case.judge_id = any($1::integer[])'],
    ['judge_not=3', '(court_case.judge_id = any($1::integer[])) is not true'],
    ['court_city=Барнаул', "translate(court_case.city, 'Ёё', 'Ее') = any($1)"],
    ['in_question=true', 'court_case.in_question = $1'],
    ['has_result=true', 'court_case.has_result = $1'],
    ['entry_date_range_min=2020-01-01&entry_date_range_max=2020-02-01', 'court_case.entry_date between $1 and $2'],
    ['codex_articles=3', child('case_article', 'case_article.article_id = any($1::integer[])')],
    ['codex_articles_not=3', `not ${child('case_article', 'case_article.article_id = any($1::integer[])')}`],
    ['participant=Прозоров', child('case_participant', "translate(case_participant.name, 'Ёё', 'Ее') ilike $1")],
    ['advocate=Прозоров', child('case_advocate', "translate(case_advocate.name, 'Ёё', 'Ее') ilike $1")],
    ['has_advocate=false', 'not exists (select 1 from case_advocate where case_advocate.case_id = court_case.id)'],
    ['in_favorites=true', child('favourite', 'favourite.account_id = $1')],
    [
      'favorite_folder=3',
      child(
        'favourite_in_folder',
        'favourite_in_folder.account_id = $1 and favourite_in_folder.folder_id = any($2::integer[])',
      ),
    ],
    ['note=звонок', child('case_note', "case_note.account_id = $1 and translate(case_note.text, 'Ёё', 'Ее') ilike $2")],
    [
      'favorite_folder_not=3',
      `not ${child('favourite_in_folder', 'favourite_in_folder.account_id = $1 and favourite_in_folder.folder_id = any($2::integer[])')}`,
    ],
    [
      'event_type=2&event_date_range_min=2020-01-01&event_date_range_max=2020-02-01',
      child('case_event', 'case_event.event_type_id = any($1::integer[]) and case_event.event_date between $2 and $3'),
    ],
    [
      'penalty_type=fine&penalty_from=100&penalty_to=500&penalty_hidden=false',
      child(
        'case_penalty',
        'case_penalty.type = any($1) and (case_penalty.value >= $2 and case_penalty.value <= $3) and case_penalty.hidden = $4',
      ),
    ],
    ['penalty_from=100', child('case_penalty', '(case_penalty.type = any($1) and case_penalty.value >= $2)')],
    [
      'penalty_type=fine&penalty_type=imprisonment&penalty_to=100',
      child(
        'case_penalty',
        'case_penalty.type = any($1) and (case_penalty.type = any($2) and case_penalty.value <= $3)',
      ),
    ],
    [
      'penalty_type=imprisonment&penalty_suspended=true',
      child('case_penalty', 'case_penalty.type = any($1) and case_penalty.suspended = $2'),
    ],
    [
      'result_text_search=плакат&text_search_type=phrase',
      'court_case.id in (select case_id from case_text where word_index(words, grams) @@ $1::tsquery)',
    ],
    [
      'defendants=Ветрогонов,Сиротинин',
      child(
        'case_defendant',
        "(translate(case_defendant.name, 'Ёё', 'Ее') ilike $1 or translate(case_defendant.name, 'Ёё', 'Ее') ilike $2)",
      ),
    ],
  ])('?%s', (query, sql) => expect(where(query)).toBe(sql))

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
  it('takes ё and е for one letter, and any white space for one space', () =>
    expect(compiled('defendant=Полётов   Пётр').parameters).toEqual(['%Полетов Петр%']))
  it('takes text literally', () => expect(compiled('protocol_number=5_1%25\\').parameters).toEqual(['%5\\_1\\%\\\\%']))
})

describe('scope (design §4)', () => {
  it('is not a filter: no query can touch it', () =>
    expect(compiled('regions=78', { accountId: 1, regions: [77] }).sql).toContain(
      'where "court_case"."region" = any($1::integer[]) and "court_case"."region" = any($2::integer[])',
    ))
  it('shows nothing when it holds no region', () =>
    expect(compiled('', { accountId: 1, regions: [] }).parameters).toEqual([[]]))
})
