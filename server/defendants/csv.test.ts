import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { waitingForLocks } from '../../test/database.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { openPeopleCsv } from './routes.ts'

/** The list of people as a file (`/data/defendantscsv/export.csv`). */
const { db, as } = await testApp({ publicUrl: 'https://sud.example' })
const court = (region: number) => ({ title: 'Заречный районный суд', region, city: 'Заречинск; центр' })
await buildCases(db, [
  { court: court(77), entry_date: '2026-03-02', defendants: [{ name: 'Ветрогонов Пётр Ильич' }] },
  { court: court(78), entry_date: '2026-03-03', defendants: [{ name: 'Заморских С.' }, { name: 'Информация скрыта' }] },
  { court: court(78), entry_date: undefined, defendants: [{ name: '=HYPERLINK("https://e.example")' }] },
])
await buildCases(
  db,
  Array.from({ length: 1_200 }, (_, n) => ({
    court: court(50),
    defendants: [{ name: `Однофамильцев А. ${letter(n)}.` }],
  })),
)
function letter(n: number): string {
  return String.fromCharCode('А'.charCodeAt(0) + (n % 26))
}
const everybody = { columns: ['id'], ordering: 'name', limit: undefined, least: 1, origin: '' } as const
const ask = await as(await buildAccount(db))
const file = async (query: string, asker = ask) => {
  const { status, text, headers } = await asker(`data/defendantscsv/export.csv?${query}`)
  expect(status, text).toBe(200)
  return { text, headers, lines: text.split('\r\n') }
}

describe('the export of people', () => {
  it('is a CSV with the mark of UTF-8, semicolons and a name', async () => {
    const { text, headers, lines } = await file('regions=77')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="defendants.csv"; filename\*=UTF-8''%D0%9B/)
    expect(text.startsWith('\uFEFFid;name;gender;regions;cities;cases_count;')).toBe(true)
    expect(lines[1]).toMatch(
      /^\d+;Ветрогонов Пётр Ильич;m;Москва;"Заречинск; центр";1;0;;2026-03-02;2026-03-02;false;https:\/\/sud\.example\/defendants\/\d+$/,
    )
    expect(lines.slice(2)).toEqual([''])
  })
  it('has the list whole, in its order, nobody twice', async () => {
    const { lines } = await file('ordering=name&fields=id&fields=name')
    const ids = lines.slice(1, -1).map(line => line.split(';')[0])
    expect(ids.length).toBe(1_203)
    expect(new Set(ids).size).toBe(1_203)
    const first = await ask('defendants/?ordering=name&size=100')
    expect(ids.slice(0, 100)).toEqual((first.body as { results: { id: number }[] }).results.map(({ id }) => String(id)))
  })
  it('has the columns asked for, no more lines than asked for, and nothing a table program computes', async () => {
    expect((await file('fields=name&fields=last_entry_date&limit=2&ordering=-entry_date&regions=78')).lines).toEqual([
      '\uFEFFname;last_entry_date',
      'Заморских С.;2026-03-03',
      '"\'=HYPERLINK(""https://e.example"")";',
      '',
    ])
  })
  it('keeps to the regions of the account', async () => {
    const limited = await as(await buildAccount(db, { regions: [77] }))
    expect((await file('', limited)).text).not.toMatch(/Замор|HYPER|Однофам/)
  })
  it('ends the query that whoever left was waiting for', async () => {
    const lock = await db.startTransaction().execute()
    await sql`lock table defendant`.execute(lock)
    const leaving = new AbortController()
    const asked = { ...everybody, signal: leaving.signal }
    const body = await openPeopleCsv({ db }, { accountId: null, regions: 'all' }, {}, asked)
    body.resume()
    await expect.poll(() => waitingForLocks(db)).toHaveLength(1)
    leaving.abort()
    body.destroy()
    await expect.poll(() => waitingForLocks(db)).toEqual([])
    await lock.rollback().execute()
  })
  it.each([
    ['page=1', 'page'],
    ['fields=password', 'fields'],
    ['limit=0', 'limit'],
    ['court=1', 'court'],
  ])('refuses %s', async (query, name) => {
    const { status, body } = await ask(`data/defendantscsv/export.csv?${query}`)
    expect(status).toBe(400)
    expect(Object.keys(body as object)).toEqual([name])
    if (name === 'fields') expect(body).toEqual({ fields: [expect.stringMatching(/^Столбца «password» нет\./)] })
  })
})
