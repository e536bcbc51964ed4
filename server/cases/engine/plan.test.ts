import { describe, expect, it } from 'vitest'
import { caseFields } from '#shared/filters/case-fields.ts'
import { readLenient, toRecord } from '#shared/filters/wire.ts'
import type { Capabilities } from './engine.ts'
import { planOf } from './plan.ts'

/** Which engine answers which question: what the copy lacks PostgreSQL finds, and the copy answers about these cases. */
const copy: Capabilities = {
  filters: new Set([
    'type',
    'regions',
    'has_result',
    'event_type',
    'event_date_range',
    'defendant_gender',
    'penalty_type',
  ]),
  tables: new Set(['case_event', 'case_defendant', 'case_penalty']),
}
const said = (query: string, joined?: string, capabilities: Capabilities | undefined = copy): string => {
  const plan = planOf({ values: readLenient(caseFields, toRecord(query)), joined }, capabilities)
  if (plan.on === 'postgresql') return 'postgresql'
  const names = (values: object): string => Object.keys(values).join(', ') || 'everything'
  if (plan.find === undefined) return `copy: ${names(plan.answer)}`
  const { values, among } = plan.find
  const found = `postgresql: ${names(values)}${among ? ` among ${names(among)}` : ''}`
  return `${found} | copy: ${names(plan.answer)} of these`
}

describe('a question is answered', () => {
  // biome-ignore format: a table reads best as one
  it.each([
    ['by the copy, when it can answer every filter', '', 'copy: everything'],
    ['by the copy, when it can answer every filter', 'type=1&regions=77', 'copy: type, regions'],
    ['by both, when only PostgreSQL can answer a filter', 'type=1&case_number=5-12', 'postgresql: case_number | copy: type of these'],
    ['by both, whether a filter excludes or not', 'type=1&case_number_not=5-12', 'postgresql: case_number_not | copy: type of these'],
    ['by both; whoever’s favourites and notes they are, PostgreSQL finds them', 'in_favorites=true&note=звонок&has_result=true', 'postgresql: in_favorites, note | copy: has_result of these'],
    ['by both, with filters on one child table together, for they hold for one of its rows', 'defendant=Ветрогонов&defendant_gender=f&event_type=2&type=1', 'postgresql: defendant, defendant_gender | copy: type, event_type of these'],
    ['by both; words alone are looked for among the rest where that spares a reading of texts', 'result_text_search=плакат&text_search_type=plain&type=1', 'postgresql: result_text_search among type | copy: type of these'],
    ['by both; words with another filter of PostgreSQL are one query there', 'result_text_search=плакат&text_search_type=plain&case_number=5-12&type=1', 'postgresql: case_number, result_text_search | copy: type of these'],
  ])('%s: ?%s', (_, query, plan) => expect(said(query)).toBe(plan))

  // biome-ignore format: a table reads best as one
  it.each([
    ['by the copy, when it has the rows that are asked about', 'type=1&event_type=2', 'case_event', 'copy: type, event_type'],
    ['by PostgreSQL, when the copy lacks the rows', 'type=1', 'case_participant', 'postgresql'],
    ['by PostgreSQL, when a filter on the rows is one that the copy lacks: a set of cases would not say which row it holds for', 'defendant=Ветрогонов', 'case_defendant', 'postgresql'],
    ['by both, when the filter that the copy lacks is on other rows', 'case_number=5-12', 'case_defendant', 'postgresql: case_number | copy: everything of these'],
  ])('about rows of a child table %s', (_, query, joined, plan) => expect(said(query, joined)).toBe(plan))

  it('by PostgreSQL, when there is no copy', () =>
    expect(planOf({ values: { type: '1' } }, undefined)).toEqual({ on: 'postgresql' }))
})
