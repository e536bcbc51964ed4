import { sql } from 'kysely'
import readXlsx from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Citation, citation, methodNote, publishedList } from '#shared/api/citations.ts'
import { charts } from '#shared/api/statistics.ts'
import { longestTitle } from '#shared/domain/figures.ts'
import { regions } from '#shared/domain/regions.ts'
import { type Ask, testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { completenessLine, demoWarning, writeMethodNote } from './method-note.ts'

/** CitedFigures for print: the note of their method, charts that are cited, and figures that everybody sees (decision 0093). */
const { app, db, as, guest } = await testApp()
const [here, there] = [77, 36]
const titleOf = (number: number): string => regions.find(region => region.number === number)?.title ?? ''
const court = (region: number) => ({ title: `Вымышленный суд ${region}`, region })
const fine = { penalties: [{ type: 'fine' as const, value: 10_000 }] }
const times = (count: number, record: object) => Array.from({ length: count }, () => record)
await buildCases(db, [
  ...times(30, { entry_date: '2026-03-02', court: court(here), ...fine }),
  ...times(14, { entry_date: '2026-04-02', court: court(here) }),
  ...times(3, { entry_date: '2026-05-02', court: court(here), judge: 'Иванова А. А.' }),
  ...times(4, { entry_date: '2026-05-02', court: court(there) }),
])
const maker = await buildAccount(db)
const ask = await as(maker)
const other = await as(await buildAccount(db))
const admin = await as(await buildAccount(db, { isSuperuser: true }))

const entered = { chart: 'entered', get_params: { regions: [String(here)] } }
const table = { rows: 'entry_month', columns: 'none', metrics: ['cases'], get_params: { regions: [String(here)] } }
const words = { title: 'Дела в Москве', source: 'Судмонитор' }
const make = async (body: object, who: Ask = ask): Promise<Citation> => {
  const made = await who('data/citations/', { method: 'POST', body })
  expect(made.status, made.text).toBe(201)
  return citation.parse(made.body)
}
const open = (id: string, body: object = words, who: Ask = ask) =>
  who(`data/citations/${id}/published/`, { method: 'PUT', body })
const close = (id: string, who: Ask = ask) => who(`data/citations/${id}/published/`, { method: 'DELETE' })
const lineOf = ({ lines }: z.output<typeof methodNote>, label: string) => lines.find(([name]) => name === label)?.[1]
const noteOf = async (query: string, who: Ask = ask) => {
  const { status, body, text } = await who(`data/note/?${query}`)
  expect(status, text).toBe(200)
  return methodNote.parse(body)
}

describe('the note of how figures were made', () => {
  it('says the filters in words, how many cases, the day, how many texts and of how much of the courts', async () => {
    const note = await noteOf(`regions=${here}&chart=entered`)
    expect(note.cases).toBe(47)
    expect(lineOf(note, 'Что посчитано')).toBe('Поступление дел, по дате поступления.')
    expect(lineOf(note, 'Выборка')).toBe(`Дела: ${titleOf(here)}.`)
    expect(lineOf(note, 'Дел в выборке')).toBe('n\u00a0=\u00a047.')
    expect(lineOf(note, 'Тексты решений')).toBe('Опубликован у 0 из 47\u00a0дел (0\u00a0%).')
    expect(lineOf(note, 'Полнота')).toMatch(/^Ни один из \d+\u00a0суд\S* не прочитан до конца: дел может быть больше\./)
    expect(lineOf(note, 'Данные на')).toMatch(/^\d{1,2}\u00a0\S+\u00a0\d{4}\.$/)
    expect(note.source).toBe(`Судмонитор, дела: ${titleOf(here)}, данные на ${lineOf(note, 'Данные на')?.slice(0, -1)}`)
    expect(note.warning).toBeNull()
  })
  it('tells every filter, however many; a line of source that is too long cuts them and keeps the day', async () => {
    const cities = Array.from({ length: 200 }, (_, n) => `Выдуманный Город ${n}`)
    const asked = { scope: { accountId: null, regions: 'all' as const }, of: {} }
    const values = { court_city: cities, as_of: '2026-03-01' }
    const note = await writeMethodNote(db, { ...asked, sides: [{ values, selection: undefined }] })
    const selection = lineOf(note, 'Выборка')
    expect(cities.filter(city => !selection?.includes(city))).toEqual([])
    expect(selection).toMatch(/по состоянию на 1\sмарта\s2026/)
    expect(note.source).toMatch(/…, данные на 1\sмарта\s2026$/)
    expect(note.source).toHaveLength(longestTitle)
  })
  it('says of which regions it speaks, and counts no others', async () => {
    const regional = await as(await buildAccount(db, { regions: [there] }))
    const note = await noteOf('', regional)
    expect([note.cases, lineOf(note, 'Регионы')]).toEqual([4, `Только ${titleOf(there)}.`])
    expect(lineOf(await noteOf(''), 'Регионы')).toBe('Все, которые подходят под выборку.')
  })
  it('tells two selections that are compared apart', async () => {
    const note = await noteOf(`regions=${here}&compare=regions%3D${there}`)
    expect([lineOf(note, 'Дел в выборке А'), lineOf(note, 'Дел в выборке Б')]).toEqual([
      'n\u00a0=\u00a047.',
      'n\u00a0=\u00a04.',
    ])
  })
  it.each([
    [
      40,
      40,
      0,
      [],
      'Прочитано до конца: 40 из 40\u00a0судов, самый давний — 20\u00a0ноября\u00a02026. Регионов: 2, прочитан хотя бы один суд каждого.',
    ],
    [
      40,
      38,
      3,
      [36],
      `Прочитано до конца: 38 из 40\u00a0судов, самый давний — 20\u00a0ноября\u00a02026. Больше недели назад: 3. Не прочитано: 2; дел в них может быть больше. Регионов, где не прочитан ни один суд: 1 из 2 (${titleOf(36)}).`,
    ],
    [
      1,
      0,
      0,
      [36, 77],
      `Ни один из 1\u00a0суда не прочитан до конца: дел может быть больше. Регионов, где не прочитан ни один суд: 2 из 2 (${titleOf(36)}, ${titleOf(77)}).`,
    ],
    [0, 0, 0, [], 'Судов, которые рассматривают такие дела, в справочнике нет.'],
  ])('of %i courts %i of which were read says so', (courts, checked, stale, unread, says) => {
    const [oldest_check_at, days] = [checked > 0 ? '2026-11-20T09:00:00Z' : null, null]
    const read = { courts, checked, stale, unread: 0, unwatched: 0, flagged: 0, oldest_check_at, days }
    expect(completenessLine(read, { count: 2, unread })).toBe(says)
  })
  it('names demonstration data as such, alone and among others', () => {
    const [demo, files] = (['demo', 'files'] as const).map(source => ({ source, cases: 5, last_at: '' }))
    expect(demoWarning(files ? [files] : [])).toBeNull()
    expect(demoWarning(demo ? [demo] : [])).toBe('Демонстрационные данные: дела и люди вымышлены, публиковать нельзя.')
    expect(demoWarning(demo && files ? [demo, files] : [])).toContain('публиковать нельзя')
  })
})

describe('a chart as a file', () => {
  it('holds the numbers of the page, and its note on the sheet «Метод»', async () => {
    const page = charts.parse((await ask(`frontcountcases/charts/?regions=${here}`)).body).charts.regions
    const answer = await app.inject({
      url: `/api/v1/frontcountcases/charts/export.xlsx?chart=regions&regions=${here}`,
      headers: { authorization: await bearer() },
    })
    const sheets = await readXlsx(answer.rawPayload)
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Данные', 'Метод'])
    expect(sheets[0]?.data).toEqual([
      ['Регион', 'Дел', 'Из скольких', 'Доля'],
      [titleOf(here), page.marks[0]?.count, page.of, '100\u00a0%'],
    ])
    expect(sheets[1]?.data).toContainEqual(['Дел в выборке', 'n\u00a0=\u00a047.'])
    const csv = await ask(`frontcountcases/charts/export.csv?chart=regions&regions=${here}`)
    // Beside its picture, under its name.
    expect(decodeURIComponent(String(csv.headers['content-disposition']))).toMatch(
      /''Дела по регионам, \d{4}-\d{2}-\d{2}\.csv$/,
    )
    expect(csv.text).toContain(`Выборка;Дела: ${titleOf(here)}.`)
  })
  it('of no such chart is refused by name', async () => {
    const { status, body } = await ask('frontcountcases/charts/export.csv?chart=nonsense')
    expect([status, Object.keys(body as object)]).toEqual([400, ['chart']])
  })
})
const bearer = async (): Promise<string> => {
  const { openSession } = await import('../accounts/sessions.ts')
  return `Bearer ${await openSession(db, maker.id)}`
}

describe('a chart that is cited', () => {
  it('stays as it was, with its question, its day and its note', async () => {
    const made = await make(entered)
    await buildCases(db, [{ entry_date: '2026-03-02', court: court(here) }])
    const read = citation.parse((await ask(`data/citations/${made.id}/`)).body)
    expect(read).toEqual(made)
    expect([made.pivot, made.chart?.key, made.chart?.chart.of, made.title]).toEqual([
      null,
      'entered',
      47,
      'Поступление дел',
    ])
    expect([made.method?.cases, made.get_params]).toEqual([47, { regions: [String(here)] }])
    const file = await ask(`data/citations/${made.id}/export.csv`)
    expect(file.text).toContain('мар\u00a02026'.replace('\u00a0', ' '))
    expect((await ask(`data/citations/${made.id}/export.xlsx`)).status).toBe(200)
    expect((await ask(`data/citations/${made.id}/now/`)).status).toBe(400)
    await sql`delete from court_case where id = (select max(id) from court_case)`.execute(db)
  })
  it('is told apart from the same numbers of another question', async () => {
    const also = { ...entered, get_params: { regions: [String(here)], type: '1' } }
    const [one, same, narrowed] = [await make(entered), await make(entered), await make(also)]
    expect([same.id === one.id, narrowed.id === one.id, narrowed.chart?.chart.of]).toEqual([
      true,
      false,
      one.chart?.chart.of,
    ])
  })
  it.each([
    [{ chart: 'entered', rows: 'type', get_params: {} }, ['rows']],
    [{ chart: 'entered', compare: {}, get_params: {} }, ['compare']],
    [{ get_params: {} }, ['rows', 'columns', 'metrics']],
    [{ chart: 'nonsense', get_params: {} }, ['chart']],
  ])('asked for as %j is refused', async (body, fields) => {
    const answer = await ask('data/citations/', { method: 'POST', body })
    expect([answer.status, Object.keys(answer.body as object)]).toEqual([400, fields])
  })
})

describe('figures for everybody', () => {
  it('are opened by their maker alone, closed by the maker, and their address then says so', async () => {
    const { id } = await make(table)
    expect((await guest(`/embed/${id}`)).status).toBe(404)
    expect((await open(id, words, other)).status).toBe(404)
    expect((await open(id, words, admin)).status).toBe(404)
    expect((await guest(`/embed/${id}`)).status).toBe(404)
    expect((await open(id)).status).toBe(200)
    expect((await guest(`/embed/${id}`)).status).toBe(200)
    expect((await close(id, other)).status).toBe(404)
    expect((await close(id)).status).toBe(200)
    const closed = await guest(`/embed/${id}`)
    expect(closed.headers['cache-control']).toBe('no-store')
    expect([closed.status, closed.text]).toEqual([410, expect.stringContaining('больше не показываются')])
    expect((await close(id)).status).toBe(404)
    expect((await open(id)).status).toBe(200)
    expect((await guest(`/embed/${id}`)).status).toBe(200)
  })
  it('show numbers from ten on, and none by which the others could be computed', async () => {
    const { id } = await make(table)
    await open(id, { title: 'Дела <b>в Москве</b>', source: 'Судмонитор, 2026' })
    const { text } = await guest(`/embed/${id}`)
    const rows = [...text.matchAll(/<tr><th scope="row">(.*?)<\/th><td class="n[^"]*">(.*?)<\/td>/g)].map(
      ([, label, cell]) => [label, cell],
    )
    expect(rows).toEqual([
      ['март 2026 (неполный: 2\u00a0марта — 31\u00a0марта\u00a02026)', '30'],
      ['апрель 2026', 'скрыто'],
      ['май 2026 (неполный: 1\u00a0мая — 2\u00a0мая\u00a02026)', 'менее\u00a010'],
    ])
    expect(text).toContain('Дела &lt;b&gt;в Москве&lt;/b&gt;')
    expect(text).toContain('Всего дел в выборке: 47.')
    expect(text).toContain(`Дела: ${titleOf(here)}.`)
    // Counts of the base beside those of the selection would tell how many are in neither.
    expect(text).not.toContain('Откуда дела')
  })
  it.each([
    ['none', [String(here)], 17],
    ['regions', [String(here), String(there)], 21],
  ])('say how many cases are in no row below the table, in no column of it: %s', async (columns, regions, others) => {
    const { id } = await make({ ...table, columns, metrics: ['penalty'], get_params: { regions } })
    expect((await open(id)).status).toBe(200)
    const { text } = await guest(`/embed/${id}`)
    expect(text).toContain(`Остальных, которых в таблице нет: ${others}.`)
    expect(text).not.toContain(`>${others}</td>`)
  })
  it('hidden in a column do not tell by its place that it is less', async () => {
    const get_params = { regions: [String(here), String(there)] }
    const { id, pivot } = await make({ ...table, columns: 'regions', get_params })
    expect(pivot?.columns.slice(1).map(({ label }) => label)).toEqual([titleOf(here), titleOf(there)])
    await open(id)
    const { text } = await guest(`/embed/${id}`)
    const heads = [...text.matchAll(/<th scope="col" class="n">(.*?)<\/th>/g)].map(([, head]) => head)
    expect(heads).toEqual([titleOf(there), titleOf(here)])
    expect(text).toContain('<td class="n">0</td><td class="n">30</td>')
  })
  it('may stand in pages of others, and nothing else of the product may', async () => {
    const { id } = await make(table)
    await open(id)
    const { headers, text } = await guest(`/embed/${id}`)
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; .*frame-ancestors \*$/)
    const { 'x-frame-options': framing, 'set-cookie': cookie, 'cache-control': kept } = headers
    expect([framing, cookie, kept, headers['cross-origin-resource-policy']]).toEqual([
      undefined,
      undefined,
      // Kept by nobody: closed, it is gone at once.
      'no-store',
      'cross-origin',
    ])
    expect(text).not.toMatch(/<script|style=|https?:\/\/(?!localhost|127)/)
    for (const path of ['/', '/api/v1/users/me/', `/data/${id}`]) {
      const page = await guest(path)
      expect(String(page.headers['content-security-policy']), path).toContain("frame-ancestors 'none'")
      expect(page.headers['x-frame-options'], path).toBe('SAMEORIGIN')
    }
    for (const path of ['/embed/2222222222222', '/embed/никто']) expect((await guest(path)).status).toBe(404)
  })
  it.each<[string, object, object, string]>([
    [
      'of fewer than ten cases',
      { ...table, get_params: { regions: [String(there)] } },
      words,
      'не меньше чем о 10 делах',
    ],
    ['by judge', { ...table, rows: 'judge' }, words, 'по судьям'],
    ['of judges', { ...entered, chart: 'judges' }, words, 'по судьям'],
    ['of shares', { ...table, metrics: ['penalty_share'] }, words, 'только число дел'],
    ['of two selections', { ...table, compare: {} }, words, 'Сравнение двух выборок'],
    ['found by a name', { ...table, get_params: { defendant_not: 'Вертоградов' } }, words, 'может назвать человека'],
    ['found by words', { ...table, get_params: { case_number_not: '5-1/2026' } }, words, 'может назвать человека'],
    ['without a title', { ...table, metrics: ['cases', 'second'] }, { ...words, title: ' ' }, 'Заголовок'],
  ])('%s are refused in a sentence', async (_, figures, body, says) => {
    const { id } = await make(figures)
    const { status, text } = await open(id, body)
    expect([status, text]).toEqual([400, expect.stringContaining(says)])
    expect((await guest(`/embed/${id}`)).status).toBe(404)
  })
  it('are hidden alike the second time, whatever was found since', async () => {
    const { id } = await make({ ...table, metrics: ['cases', 'penalty'] })
    await open(id)
    const before = (await guest(`/embed/${id}`)).text
    await close(id)
    const refused = await open(id, { ...words, metric: 'penalty' })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('другой показатель')])
    await open(id)
    expect((await guest(`/embed/${id}`)).text).toBe(before)
  })
  it('are seen and closed by a superuser, and what was done stands in the audit log', async () => {
    const { id } = await make({ ...table, metrics: ['cases', 'first'] })
    await open(id)
    const { results } = publishedList.parse((await admin('data/published/')).body)
    expect(results.find(one => one.id === id)).toMatchObject({ title: words.title, username: maker.username })
    expect((await close(id, admin)).status).toBe(200)
    const refused = await open(id)
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('закрыл администратор')])
    await sql`update citation set closed_by = null where id = ${id}`.execute(db)
    expect((await open(id)).status).toBe(400)
    expect((await guest(`/embed/${id}`)).status).toBe(410)
    const log = z.object({ results: z.array(z.object({ action: z.string(), sentence: z.string() })) })
    const said = log.parse((await admin('audit/')).body).results.map(({ sentence }) => sentence)
    expect(said[0]).toMatch(/^Цифры закрыты от всех: «.*» \(\w+\)\.$/)
    expect(said.some(sentence => sentence.startsWith('Цифры открыты всем: «Дела в Москве»'))).toBe(true)
  })
})
