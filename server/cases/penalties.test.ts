import { describe, expect, it } from 'vitest'
import { caseList } from '#shared/api/cases.ts'
import { fullCase } from '#shared/api/full-case.ts'
import { pivot } from '#shared/api/pivot.ts'
import { charts } from '#shared/api/statistics.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'
import type { CaseRecordInput } from '../ingest/case-record.ts'

/** Penalties as they are filtered by, counted and written out (decision 0068), on a real PostgreSQL. */
const { db, as } = await testApp()
const ask = await as(await buildAccount(db))
const uk: Partial<CaseRecordInput> = { type: 2, articles: [{ codex: 'uk', article_number: '228', part: '2' }] }
const several = [{ name: 'Багранов Иннокентий Львович' }, { name: 'Пташникова Тамара Сергеевна' }]

/** By what they are called below. */
const ids = {
  prison: await buildCase(db, {
    ...uk,
    case_number: '1-1/2026',
    penalties: [
      { type: 'fine', value: 500_000, additional: true },
      { type: 'imprisonment', value: 36, suspended: true, probation_months: 24 },
    ],
  }),
  several: await buildCase(db, {
    ...uk,
    case_number: '1-2/2026',
    defendants: several,
    penalties: [
      { type: 'imprisonment', value: 300, person: 'Багранов Иннокентий Львович' },
      { type: 'works', value: 300, person: 'Пташникова Тамара Сергеевна' },
      { type: 'deprivation', value: 24, person: 'Багранов Иннокентий Львович', additional: true },
      { type: 'confiscation' },
    ],
  }),
  changed: await buildCase(db, {
    ...uk,
    stage: 2,
    case_number: '22-3/2026',
    penalties: [
      { type: 'imprisonment', value: 90, state: 'annulled' },
      { type: 'restriction', value: 12, state: 'changed' },
    ],
  }),
  annulled: await buildCase(db, {
    ...uk,
    stage: 2,
    case_number: '22-4/2026',
    penalties: [{ type: 'imprisonment', value: 90, state: 'annulled' }],
  }),
  released: await buildCase(db, {
    ...uk,
    case_number: '1-8/2026',
    penalties: [{ type: 'imprisonment', value: 90, state: 'released' }],
  }),
  courtFine: await buildCase(db, { ...uk, case_number: '1-5/2026', penalties: [{ type: 'court_fine', value: 300 }] }),
  fined: await buildCase(db, { case_number: '5-6/2026', penalties: [{ type: 'fine', value: 300 }] }),
  arrested: await buildCase(db, { case_number: '5-7/2026', penalties: [{ type: 'arrest', value: 15 }] }),
}
const answer = async (path: string): Promise<unknown> => {
  const { status, body, text } = await ask(path)
  if (status !== 200) throw new Error(text)
  return body
}
const found = async (query: string): Promise<string[]> => {
  const { results } = caseList.parse(await answer(`cases/?size=50&${query}`))
  return Object.entries(ids).flatMap(([name, id]) => (results.some(one => one.id === id) ? [name] : []))
}

describe('filters on penalties', () => {
  it.each<[string, string[]]>([
    // A row beside the first one is found as well.
    ['penalty_type=imprisonment', ['prison', 'several']],
    ['penalty_type=deprivation', ['several']],
    ['penalty_type=restriction', ['changed']],
    ['penalty_type=court_fine', ['courtFine']],
    ['penalty_type_not=imprisonment', ['changed', 'annulled', 'released', 'courtFine', 'fined', 'arrested']],
    // What a review annulled, and what is no punishment, is none.
    ['has_penalty=true', ['prison', 'several', 'changed', 'fined', 'arrested']],
    ['has_penalty=false', ['annulled', 'released', 'courtFine']],
    ['penalty_suspended=true', ['prison']],
    ['penalty_suspended=true&penalty_type=fine', []],
    // A range is in the unit of the kinds that are chosen.
    ['penalty_type=imprisonment&penalty_from=30&penalty_to=40', ['prison']],
    ['penalty_type=imprisonment&penalty_from=90&penalty_to=90', []],
    ['penalty_type=imprisonment&penalty_type=deprivation&penalty_to=24', ['several']],
    ['penalty_type=works&penalty_from=300&penalty_to=300', ['several']],
    // None chosen: rubles, never 300 months or hours.
    ['penalty_from=300&penalty_to=300', ['courtFine', 'fined']],
    // Of several units: the first of the list.
    ['penalty_type=imprisonment&penalty_type=fine&penalty_from=300', ['prison', 'fined']],
    ['penalty_type=imprisonment&penalty_type=arrest&penalty_from=15', ['arrested']],
    ['penalty_type=confiscation&penalty_from=0', []],
    ['penalty_type=confiscation&penalty_type=imprisonment&penalty_from=300', ['several']],
    // The same row has the kind and the amount.
    ['penalty_type=fine&penalty_from=36&penalty_to=36', []],
  ])('?%s', async (query, names) => expect(await found(query)).toEqual(names))

  it.each<[string, Record<string, number>]>([
    [
      '',
      { imprisonment: 2, fine: 2, arrest: 1, works: 1, deprivation: 1, confiscation: 1, restriction: 1, court_fine: 1 },
    ],
    // Each kind as if chosen alone: in its own unit.
    ['penalty_from=30&penalty_to=300', { imprisonment: 2, fine: 1, works: 1, court_fine: 1 }],
    ['penalty_from=30&penalty_to=300&penalty_type=imprisonment', { imprisonment: 2, fine: 1, works: 1, court_fine: 1 }],
  ])('are counted by kind as they would find: ?%s', async (query, counts) => {
    const { facets } = (await answer(`cases/facets/?facets=penalty_type&facets=has_penalty&${query}`)) as {
      facets: Record<string, { value: string; count: number }[]>
    }
    expect(Object.fromEntries((facets.penalty_type ?? []).map(({ value, count }) => [value, count]))).toEqual(counts)
  })
})

it('charts of penalties are of one codex, and know nothing that was annulled', async () => {
  const { charts: drawn } = charts.parse(await answer('frontcountcases/charts/'))
  const marksOf = (key: keyof typeof drawn) =>
    Object.fromEntries(drawn[key].marks.map(({ value, count, filters }) => [value, [count, filters.type]]))
  expect(marksOf('penalties')).toEqual({ fine: [1, '1'], arrest: [1, '1'] })
  // biome-ignore format: a row of the table
  expect(marksOf('penalties_uk')).toEqual({
    imprisonment: [2, '2'], fine: [1, '2'], works: [1, '2'], deprivation: [1, '2'], confiscation: [1, '2'], restriction: [1, '2'],
    court_fine: [1, '2'],
  })
  expect(marksOf('fines')).toEqual({ '0': [1, '1'] })
  expect(marksOf('fines_uk')).toEqual({ '500000': [1, '2'] })
  expect(marksOf('arrests')).toEqual({ '15': [1, '1'] })
  expect(marksOf('imprisonments')).toEqual({ '24': [1, '2'], '288': [1, '2'] })
})

it('tables of data know terms of imprisonment and how many are conditional', async () => {
  const query = 'rows=type&columns=none&metrics=imprisonment_sum&metrics=imprisonment_median&metrics=suspended_share'
  const { rows, sides } = pivot.parse(await answer(`data/pivot/?${query}`))
  const criminal = sides[0]?.cells[rows.findIndex(({ key }) => key === 2)]?.[0]
  expect(criminal).toEqual([
    [336, 2],
    [36, 2],
    [50, 2],
  ])
})

it('a file says every penalty, the main one first, and whose it is', async () => {
  await db.updateTable('case_told_penalty').set({ certainty: 0.9 }).where('case_id', '=', ids.arrested).execute()
  const fields = 'fields=id,case_number,penalty,penalty_type,penalty_value,penalty_unit'
  const { text } = await ask(`data/casescsv/export.ndjson?${fields}`)
  const rows = text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  const columns = ['penalty', 'penalty_type', 'penalty_value', 'penalty_unit']
  const rowOf = (number: string) => {
    const row = rows.find(one => one.case_number === number)
    return columns.map(column => row?.[column])
  }
  expect(rowOf('1-1/2026')).toEqual([
    ['лишение свободы 3 года условно, испытательный срок 2 года; штраф 500 000 ₽ (дополнительное)'],
    ['Лишение свободы', 'Штраф'],
    [36, 500_000],
    ['месяцев', 'рублей'],
  ])
  expect(rowOf('1-2/2026')).toEqual([
    [
      'Багранов Иннокентий Львович: лишение свободы 25 лет и лишение права 2 года (дополнительное)',
      'Пташникова Тамара Сергеевна: обязательные работы 300 часов',
      'конфискация',
    ],
    ['Лишение свободы', 'Обязательные работы', 'Конфискация', 'Лишение права'],
    [300, 300, 24],
    ['месяцев', 'часов', 'месяцев'],
  ])
  expect(rowOf('22-4/2026')).toEqual([[], [], [], []])
  expect(rowOf('5-7/2026').slice(0, 2)).toEqual([['вероятно, арест 15 суток'], ['Арест (вероятно)']])
})

it('the card says what was annulled, and of whom each penalty is', async () => {
  const penaltiesOf = async (id: number) => fullCase.parse(await answer(`cases/${id}/`)).penalties
  expect((await penaltiesOf(ids.annulled)).map(({ type, state }) => [type, state])).toEqual([
    ['imprisonment', 'annulled'],
  ])
  expect((await penaltiesOf(ids.several)).map(({ person }) => person)).toEqual([
    'Багранов Иннокентий Львович',
    'Пташникова Тамара Сергеевна',
    'Багранов Иннокентий Львович',
    null,
  ])
})

it('are found as certain: main ones, of whom the case is about, read with 0.95 or more', async () => {
  const court = { title: 'Уверенный суд', region: 50, city: 'Выдуманск' }
  const one = (case_number: string, penalties: CaseRecordInput['penalties'], defendants?: typeof several) =>
    buildCase(db, { court, case_number, penalties, ...(defendants && { defendants }) })
  await one('5-11/2026', [{ type: 'arrest', value: 3, certainty: 0.95 }])
  await one('5-12/2026', [{ type: 'arrest', value: 3, certainty: 0.94 }])
  await one('5-13/2026', [
    { type: 'fine', value: 10_000 },
    { type: 'arrest', value: 3, additional: true },
  ])
  const numbers = async (query: string) =>
    caseList
      .parse(await answer(`cases/?regions=50&${query}`))
      .results.map(({ case_number }) => case_number)
      .toSorted()
  expect(await numbers('penalty_certain=true')).toEqual(['5-11/2026', '5-13/2026'])
  expect(await numbers('penalty_certain=true&penalty_type=arrest')).toEqual(['5-11/2026'])
  expect(await numbers('penalty_certain=false')).toEqual(['5-12/2026', '5-13/2026'])
})
