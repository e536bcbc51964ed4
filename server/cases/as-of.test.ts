import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAccount } from '../../test/factories.ts'
import { type CaseRecordInput, caseRecord } from '../ingest/case-record.ts'
import { ingest } from '../ingest/ingest.ts'

/** Each call about cases and people can be asked as of the end of a day (decision 0086). */
const { db, as } = await testApp()
const member = await as(await buildAccount(db))
const ofPetersburg = await as(await buildAccount(db, { regions: [78] }))
const beOn = (day: string) =>
  sql`create or replace function moscow_today() returns date language sql stable as ${sql.lit(`select date '${day}'`)}`.execute(
    db,
  )
const put = async (given: Partial<CaseRecordInput>): Promise<number> => {
  const one = caseRecord.parse({
    ...{ source_key: 'as-of:1', type: 1, stage: 1, case_number: '5-1/2026', entry_date: '2026-02-01' },
    court: { title: 'Заречный районный суд', region: 77 },
    articles: [{ codex: 'koap', article_number: '20.2', part: '5' }],
    ...given,
  })
  return (await ingest(db, [one], { origin: 'test' }))[0]?.case_id ?? 0
}
await beOn('2026-03-01')
const id = await put({ defendants: [{ name: 'Багранов Игнат Львович' }] })
await beOn('2026-03-03')
await put({ defendants: [{ name: 'Крутоярова Ольга Петровна' }], result: 'Прекращено', result_date: '2026-03-02' })
await put({ source_key: 'as-of:2', case_number: '5-2/2026', court: { title: 'Выдуманный суд', region: 78 } })

const get = async (path: string, ask = member): Promise<unknown> => {
  const { status, body } = await ask(path)
  return status === 200 ? body : { status, body }
}
const text = async (path: string) => (await member(path)).text
const [then, before] = ['as_of=2026-03-02', 'as_of=2026-02-28']

describe('as of a day (§14)', () => {
  it('are the list, its total and what it shows of a case', async () => {
    expect(await get(`cases/?${then}`)).toMatchObject({
      count: 1,
      results: [{ id, result_type: null, defendants: [{ name: 'Багранов Игнат Львович' }] }],
    })
    expect(await get('cases/?')).toMatchObject({ count: 2 })
    expect(await get(`cases/?${before}`)).toMatchObject({ count: 0 })
    expect(await get(`cases/?${then}&has_result=true`)).toMatchObject({ count: 0 })
    expect(await get(`cases/?${then}&size=1`)).toMatchObject({ next: null })
  })
  it('are the case and the person, each absent before they were known', async () => {
    expect(await get(`cases/${id}/?${then}`)).toMatchObject({ id, result_type: null })
    expect(await get(`cases/${id}/?${before}`)).toMatchObject({ status: 404 })
    const { results } = (await get(`defendants/?${then}`)) as { results: { id: number; name: string }[] }
    expect(results.map(({ name }) => name)).toEqual(['Багранов Игнат Львович'])
    expect(await get(`defendants/${results[0]?.id}/?${then}`)).toMatchObject({ cases: [{ id }] })
    expect(await get(`defendants/${results[0]?.id}/?${before}`)).toMatchObject({ status: 404 })
  })
  it('are facets, statistics, charts and tables', async () => {
    expect(await get(`cases/facets/?${then}&facets=regions&facets=has_result`)).toMatchObject({
      facets: { regions: [{ value: '77', count: 1 }], has_result: [{ value: 'false', count: 1 }] },
    })
    const total = async (query: string) => {
      const tree = (await get(`frontcountcases/?${query}`)) as { total?: number; count?: number }[]
      return JSON.stringify(tree).includes('"count":2')
    }
    expect([await total(then), await total('')]).toEqual([false, true])
    expect(JSON.stringify(await get(`frontcountcases/charts/?${then}`))).not.toContain('Прекращено')
    expect(await get(`data/pivot/?rows=regions&metrics=cases&${then}`)).toMatchObject({
      sides: [{ cells: expect.anything() }],
    })
    expect(await get(`data/pivot/?rows=regions&metrics=cases&${then}&compare=type%3D1`)).toMatchObject({
      status: 400,
      body: { compare: [expect.stringContaining('одну дату')] },
    })
  })
  it('are files of cases and of people', async () => {
    expect(await text(`data/casescsv/export.csv?${then}`)).not.toContain('Прекращено')
    expect(await text('data/casescsv/export.csv?')).toContain('Прекращено')
    expect(await text(`data/defendantscsv/export.csv?${then}`)).not.toContain('Крутоярова')
    expect(await text('data/defendantscsv/export.csv?')).toContain('Крутоярова')
  })
  it('is kept in links and sets', async () => {
    const get_params = { as_of: '2026-03-02' }
    const link = await member('links/', { method: 'POST', body: { get_params } })
    expect(link).toMatchObject({ status: 201 })
    const { id: linkId } = link.body as { id: string }
    expect(await get(`links/${linkId}/`)).toMatchObject({ get_params })
    const preset = await member('presets/', { method: 'POST', body: { title: 'Тогда', get_params } })
    expect(preset).toMatchObject({ status: 201, body: { get_params } })
  })
  it('keeps to the regions of the account', async () => {
    expect(await get(`cases/?${then}`, ofPetersburg)).toMatchObject({ count: 0 })
    expect(await get(`cases/${id}/?${then}`, ofPetersburg)).toMatchObject({ status: 404 })
  })
  it('is refused for days to come, for what is no day, and for days that the base does not reach back to', async () => {
    expect(await get('cases/?as_of=2099-03-01')).toEqual({
      status: 400,
      body: { as_of: ['Этот день ещё не наступил.'] },
    })
    expect(await get('cases/?as_of=вчера')).toMatchObject({
      status: 400,
      body: { as_of: [expect.stringContaining('ГГГГ')] },
    })
    expect(await get('cases/1/?as_of=2099-03-01')).toMatchObject({ status: 400 })
    // What is known now would be taken for what was known then.
    expect(await get('cases/1/?as-of=2026-03-02')).toEqual({
      status: 400,
      body: { 'as-of': ['Неизвестный параметр.'] },
    })
    await sql`insert into installation (key, value) values ('days_known_since', '"2026-03-02"')`.execute(db)
    expect(await get('cases/?as_of=2026-03-01')).toMatchObject({
      status: 400,
      body: { as_of: [expect.stringContaining('2\u00a0марта\u00a02026')] },
    })
    expect(await get('cases/?as_of=2026-03-02')).toMatchObject({ count: 1 })
  })
  it('is nothing to subscribe to', async () => {
    const given = { get_params: { as_of: '2026-03-02' }, channels: [] }
    expect(await member('subscriptions/', { method: 'POST', body: given })).toMatchObject({ status: 400 })
  })
})
