import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { strToU8, zipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  importDone,
  importPreview,
  importUndone,
  setImportList,
  type TableRead,
  tableRead,
  unfoundList,
} from '#shared/api/set-import.ts'
import { setItemList, workingSet } from '#shared/api/sets.ts'
import { maxSetUnfound } from '#shared/domain/sets.ts'
import { guessColumns, readHeads } from '#shared/tables/columns.ts'
import { type Ask, testApp } from '../../../test/app.ts'
import { buildAccount, buildCases } from '../../../test/factories.ts'
import { openSession } from '../../accounts/sessions.ts'
import { inWindows1251 } from '../../collectors/site-address.ts'
import { xlsx } from '../../exports/xlsx.ts'
import { zipped } from '../../exports/zip.ts'
import { longestCell } from '../../tables/table-limits.ts'
import { purgeUndoneImports } from './imports.ts'

/** A spreadsheet becomes a working set (decision 0103): nothing is guessed silently, and no row is lost. */
const { app, db, as } = await testApp()
const owner = await buildAccount(db)
const far = await buildAccount(db, { regions: [59] })
let ask: Ask
let askFar: Ask
let ids: number[] = []
const court = (title: string, region = 77) => ({ title, region, city: 'Москва' })
beforeAll(async () => {
  ask = await as(owner)
  askFar = await as(far)
  ids = await buildCases(db, [
    {
      court: court('Тверской районный суд'),
      case_number: '5-1/2026',
      defendants: [{ name: 'Радугодуб Вера Олеговна' }],
    },
    {
      court: court('Мещанский районный суд'),
      case_number: '5-2/2026',
      defendants: [{ name: 'Чижевский Лев Маркович' }],
    },
    {
      court: court('Мещанский районный суд'),
      case_number: '5-3/2026',
      defendants: [{ name: 'Полынцев Лев Саввич' }],
      result_date: '2026-10-03',
    },
  ])
})
const [title, heads] = ['Задержания', ['№', 'Суд', 'ФИО', 'дата', 'место', 'Кому', 'Теги', 'тел.']]
const rows = [
  [
    '5-1/26',
    'Тверской р/с',
    'Радугодуб Вера Олеговна',
    '03.10.2026',
    'площадь',
    owner.username,
    'пикет; митинг',
    '+7 900 000-00-00',
  ],
  ['5-2/2026', 'Мещанский', 'Чижевский Л.М.', '—', 'сквер', 'Прозоров', 'пикет', '+7 900 000-00-01'],
  ['5-404/2026', 'Мещанский', 'Полынцев Лев Саввич', '03.10.2026', 'сквер', '', '', '+7 900 000-00-02'],
  ['', 'Нигдейский', 'Ветрогонов Пётр Ильич', '', '', '', '', '—'],
  ['5-2/2026', 'Мещанский', 'Чижевский Л.М.', '', 'площадь', '', '', ''],
]
const read = async (text: string, by = ask): Promise<TableRead> => {
  const { status, body, text: said } = await by('sets/import/table/', { method: 'POST', body: { text } })
  expect(status, said).toBe(200)
  return tableRead.parse(body)
}
/** As the page sends it: with its guesses, without skipped columns. */
const request = (cells: readonly string[][]) => {
  const table = readHeads(cells)
  const kinds = guessColumns(cells, table).map(({ kind }) => kind)
  const taken = (row: readonly string[]) => kinds.map((kind, at) => (kind === 'skip' ? '' : (row[at] ?? '')))
  return {
    heads: kinds.map((_, at) => table.heads[at] ?? ''),
    kinds,
    rows: cells.slice(table.first).map((row, n) => ({ line: table.first + n + 1, cells: taken(row) })),
  }
}
const asText = (table: readonly string[][]): string => table.map(row => row.join('\t')).join('\n')
const load = async (given: object, by = ask) => {
  const { status, body, text } = await by('sets/import/', { method: 'POST', body: given })
  expect(status, text).toBe(201)
  return importDone.parse(body)
}
const itemsOf = async (set: number, by = ask) => setItemList.parse((await by(`sets/${set}/items/`)).body).results
const unfoundOf = async (set: number, by = ask) => unfoundList.parse((await by(`sets/${set}/unfound/`)).body).results
const change = async (path: string, method: 'POST' | 'PATCH', body: object) => {
  const { status, body: answer, text } = await ask(path, { method, body })
  expect([200, 201], text).toContain(status)
  return answer
}

describe('a table', () => {
  it('is read, shown as what becomes of it, and becomes a set with its notes', async () => {
    const asked = request((await read(asText([heads, ...rows]))).cells)
    expect(asked.kinds).toEqual(['number', 'court', 'name', 'date', 'own', 'assignee', 'tag', 'skip'])
    const preview = importPreview.parse((await ask('sets/import/preview/', { method: 'POST', body: asked })).body)
    expect(
      preview.rows.map(({ outcome, candidates }) => [outcome, candidates.map(({ id }) => ids.indexOf(id))]),
    ).toEqual([
      ['found', [0]],
      ['found', [1]],
      ['perhaps', [2]],
      ['not_found', []],
      ['found', [1]],
    ])
    expect(preview.rows[2]).toMatchObject({
      line: 4,
      why: 'По номеру дело не нашлось. Возможно, это одно из дел ниже.',
      candidates: [{ agrees: ['court', 'name', 'day'] }],
    })
    expect(preview).toMatchObject({
      cases: 2,
      courts: [{ titles: ['Тверской районный суд'] }, { titles: ['Мещанский районный суд'] }, { titles: [] }],
    })

    const done = await load({ ...asked, title })
    expect(done).toMatchObject({ added: 2, already: 0, unfound: 2, set: { title, count: 2 } })
    const [first, second] = await itemsOf(done.set.id)
    expect(first).toMatchObject({
      case_id: ids[0],
      columns: { c1: 'площадь' },
      assignee: { username: owner.username },
      labels: ['митинг', 'пикет'],
    })
    // A name outside the team stays a text; the texts of two rows of one case are joined.
    expect(second).toMatchObject({ case_id: ids[1], columns: { c1: 'сквер; площадь', c2: 'Прозоров' }, assignee: null })
    const { rows: stored } = await db
      .selectFrom('case_set_row')
      .select('cells')
      .execute()
      .then(all => ({ rows: JSON.stringify(all) }))
    expect(stored).not.toContain('900')
    expect(stored).toContain('Ветрогонов')
    expect(stored).not.toContain('Радугодуб')
  })
  it('takes what somebody has chosen for a doubtful row, and leaves what was refused', async () => {
    const asked = request([heads, ...rows])
    const chosen = asked.rows.map((row, n) =>
      n === 2 ? { ...row, choice: ids[2] } : n === 0 ? { ...row, choice: null } : row,
    )
    const done = await load({ ...asked, rows: chosen, title: 'Выбранные' })
    expect((await itemsOf(done.set.id)).map(({ case_id }) => case_id)).toEqual([ids[1], ids[2]])
    expect((await unfoundOf(done.set.id)).map(({ line }) => line)).toEqual([2, 5])
    const wrong = await ask('sets/import/', {
      method: 'POST',
      body: { ...asked, rows: asked.rows.map(row => ({ ...row, choice: 999_999 })), title: 'Чужие' },
    })
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('Нет дел с такими номерами')])
  })
  it('is mended row by row, once; who reads only may not', async () => {
    const { set } = await load({ ...request([heads, ...rows]), title: 'Чиним' })
    const [row, other] = await unfoundOf(set.id)
    expect(row?.said.map(({ head, text }) => `${head}: ${text}`)).toContain('ФИО: Полынцев Лев Саввич')
    expect(row?.candidates.map(({ id }) => id)).toEqual([ids[2]])
    const mend = (id: number | undefined, case_id: number | null, by = ask) =>
      by(`sets/${set.id}/unfound/${id}/`, { method: 'POST', body: { case_id } })
    expect((await mend(row?.id, 999_999)).status).toBe(400)
    expect((await mend(row?.id, ids[2] ?? 0, askFar)).status).toBe(404)
    await db.insertInto('case_set_member').values({ set_id: set.id, account_id: far.id, role: 'reader' }).execute()
    expect((await mend(row?.id, ids[2] ?? 0, askFar)).status).toBe(403)
    // Another member sees the row, with the candidate cases of their own regions.
    expect((await unfoundOf(set.id, askFar)).map(({ outcome }) => outcome)).toEqual(['not_found', 'not_found'])
    expect((await mend(row?.id, ids[2] ?? 0)).status).toBe(200)
    expect((await mend(row?.id, ids[2] ?? 0)).status).toBe(409)
    expect((await itemsOf(set.id)).at(-1)).toMatchObject({ case_id: ids[2], columns: { c1: 'сквер' } })
    expect((await mend(other?.id, null)).status).toBe(200)
    expect(await unfoundOf(set.id)).toEqual([])
  })
  it('is taken back whole: what it added, and nothing that was there or was worked on', async () => {
    const { set } = await load({ ...request([heads, ...rows.slice(0, 1)]), title: 'Отмена' })
    const second = await load({ ...request([heads, ...rows]), set: set.id })
    expect(second).toMatchObject({ added: 1, already: 1, unfound: 2 })
    const undo = (id: number) => ask(`sets/${set.id}/imports/${id}/undo/`, { method: 'POST' })
    expect((await undo(second.import_id)).text).toMatch(/убрано 1\sдело/)
    expect((await undo(second.import_id)).status).toBe(409)
    expect((await itemsOf(set.id)).map(({ case_id }) => case_id)).toEqual([ids[0]])
    expect(await unfoundOf(set.id)).toEqual([])
    const third = await load({ ...request([heads, ...rows]), set: set.id })
    expect(third).toMatchObject({ added: 1 })
    await ask(`sets/${set.id}/items/`, { method: 'PATCH', body: { cases: [ids[1]], change: { status: 'checked' } } })
    expect((await undo(third.import_id)).text).toMatch(/Осталось 1\sдело/)
    expect((await itemsOf(set.id)).map(({ case_id }) => case_id)).toEqual([ids[0], ids[1]])
    const listed = setImportList.parse((await ask(`sets/${set.id}/imports/`)).body).results
    expect(listed.map(({ added, unfound, undone_by }) => [added, unfound, undone_by])).toEqual([
      [1, 2, owner.username],
      [1, 2, owner.username],
      [1, 0, null],
    ])
  })
  const whole = request([heads, ...rows])
  const takeBack = async (set: number, id: number) => {
    const { status, body, text } = await ask(`sets/${set}/imports/${id}/undo/`, { method: 'POST' })
    expect(status, text).toBe(200)
    return { ...importUndone.parse(body), isThere: (await ask(`sets/${set}/`)).status === 200 }
  }
  it('that has made a set takes it along, so that its name is free; the set can be brought back', async () => {
    const { set, import_id } = await load({ ...whole, title: 'Созданная' })
    expect(await takeBack(set.id, import_id)).toEqual({
      detail: expect.stringMatching(/убрано 2\sдела\. Пустая подборка удалена\.$/),
      is_set_deleted: true,
      isThere: false,
    })
    const again = await load({ ...whole, title: 'Созданная' })
    expect((await takeBack(again.set.id, again.import_id)).is_set_deleted).toBe(true)
    expect((await ask(`sets/${set.id}/restore/`, { method: 'POST' })).status).toBe(200)
  })
  it.each<[string, (set: number) => Promise<unknown>]>([
    ['rows of another table wait in it', set => load({ ...request([heads, ...rows.slice(3, 4)]), set })],
    ['a case was put into it', set => change(`sets/${set}/items/`, 'POST', { cases: [ids[2]] })],
    ['a case was taken out of it', set => change(`sets/${set}/items/remove/`, 'POST', { cases: [ids[0]] })],
    [
      'a case was worked on',
      set => change(`sets/${set}/items/`, 'PATCH', { cases: [ids[0]], change: { status: 'checked' } }),
    ],
    [
      'it watches a row',
      set => change(`sets/${set}/watch/`, 'POST', { rows: [{ text: '5-909/2026', court: 'Тверской' }] }),
    ],
    ['it has a column of its own', set => change(`sets/${set}/`, 'PATCH', { columns: [{ title: 'Адвокат' }] })],
    ['somebody is invited', set => change(`sets/${set}/invitations/`, 'POST', { role: 'reader' })],
    [
      'somebody else is in it',
      set => db.insertInto('case_set_member').values({ set_id: set, account_id: far.id, role: 'reader' }).execute(),
    ],
  ])('that has made a set leaves it when %s', async (what, also) => {
    const { set, import_id } = await load({ ...whole, title: what })
    await also(set.id)
    expect(await takeBack(set.id, import_id)).toMatchObject({ is_set_deleted: false, isThere: true })
  })
  it('leaves an empty set that it has not made', async () => {
    const made = workingSet.parse(await change('sets/', 'POST', { title: 'Пустая' }))
    const { set, import_id } = await load({ ...whole, set: made.id })
    expect(await takeBack(set.id, import_id)).toMatchObject({ is_set_deleted: false, isThere: true })
  })
  it('is taken back by whoever sees a part of its cases: what is hidden is not called worked on, and its rows are forgotten after a day', async () => {
    const { set, import_id } = await load({ ...request([heads, ...rows]), title: 'Скрытые' })
    await db.insertInto('case_set_member').values({ set_id: set.id, account_id: far.id, role: 'editor' }).execute()
    const { text } = await askFar(`sets/${set.id}/imports/${import_id}/undo/`, { method: 'POST' })
    expect(text).toMatch(/Не видны вам и остались: 2\sдела/)
    expect(text).not.toContain('работали')
    const kept = async () =>
      (await db.selectFrom('case_set_row').where('import_id', '=', import_id).select('cells').execute()).filter(
        ({ cells }) => JSON.stringify(cells) !== '[]',
      ).length
    for (const [hours, rowsKept] of [
      [23, 2],
      [25, 0],
    ] as const) {
      await db
        .updateTable('case_set_import')
        .set({ undone_at: new Date(Date.now() - hours * 3_600_000) })
        .where('id', '=', import_id)
        .execute()
      await purgeUndoneImports(db)
      expect(await kept()).toBe(rowsKept)
    }
  })
  it('leaves no more rows waiting than somebody can look through', async () => {
    const { set, import_id } = await load({ ...request([heads, ...rows]), title: 'Много' })
    await sql`insert into case_set_row (import_id, line, cells, outcome)
      select ${import_id}, n, '[]', 'not_found' from generate_series(1, ${maxSetUnfound - 4}) n`.execute(db)
    await load({ ...request([heads, ...rows]), set: set.id })
    const answer = await ask('sets/import/', { method: 'POST', body: { ...request([heads, ...rows]), set: set.id } })
    expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(/не больше 10\s000 строк/)])
  })
  it('does not write over what a team has noted', async () => {
    const { set } = await load({ ...request([heads, ...rows.slice(0, 1)]), title: 'Заметки' })
    await load({ ...request([heads, [rows[0]?.[0] ?? '', 'Тверской', '', '', 'другое', '', '', '']]), set: set.id })
    const [before] = await itemsOf(set.id)
    expect(before).toMatchObject({ columns: { c1: 'площадь' } })
    const again = async (line: string[]) =>
      (await load({ ...request([heads, ...rows.slice(0, 1), line]), set: set.id })).not_overwritten
    // Existing values are no change, and keep the version.
    expect(await again(rows[0] ?? [])).toBe(0)
    expect((await itemsOf(set.id))[0]?.version).toBe(before?.version)
    await db.insertInto('case_set_member').values({ set_id: set.id, account_id: far.id, role: 'editor' }).execute()
    expect(await again(['5-1/2026', 'Тверской', '', '', 'переулок', far.username, '', ''])).toBe(2)
    expect((await itemsOf(set.id))[0]).toEqual(before)
    const stored = await db
      .selectFrom('case_set_row')
      .innerJoin('case_set_import as import', 'import.id', 'import_id')
      .where('import.set_id', '=', set.id)
      .orderBy('import.id')
      .select('cells')
      .execute()
    expect(stored.map(({ cells }) => JSON.stringify(cells)).filter(cells => cells !== '[]')).toEqual([
      expect.stringContaining('другое'),
      expect.stringContaining('переулок'),
    ])
    expect(await again(['5-1/2026', 'Тверской', '', '', '', '', 'новая; Пикет', ''])).toBe(0)
    const [after] = await itemsOf(set.id)
    expect(after?.labels).toContain('новая')
    expect(after?.version).toBeGreaterThan(before?.version ?? 0)
  })
  it('keeps texts with half a sign in them, as its heads, cells and labels may have', async () => {
    const half = '\ud83d'
    const texts = ['5-1/2026', 'Тверской', `Радугодуб 𐐀ера${half}`, `пло${half}щадь`, `пикет${half}`]
    const asked = {
      heads: ['дело', 'суд', 'имя', `место${half}`, 'Теги'],
      kinds: ['number', 'court', 'name', 'own', 'tag'],
      rows: [
        { line: 2, cells: texts },
        { line: 3, cells: texts.with(0, '5-404/2026') },
        { line: 4, cells: ['', 'Тверской', 'Радугодуб 𐐀ера 𐐀леговна', '', ''] },
      ],
    }
    expect((await ask('sets/import/preview/', { method: 'POST', body: asked })).status).toBe(200)
    const done = await load({ ...asked, title: 'Половинки' })
    expect((await itemsOf(done.set.id))[0]).toMatchObject({ columns: { c1: 'пло\ufffdщадь' }, labels: ['пикет\ufffd'] })
    const table = { cells: [[`место${half}`], ['5-1/2026']], sheets: 1 }
    expect((await ask('sets/import/table/', { method: 'POST', body: { table } })).status).toBe(200)
    expect((await read(`${'д'.repeat(longestCell - 1)}😀\tсуд\n5-1/2026\tТверской`)).cells[0]?.[0]).toMatch(/д\ufffd$/)
  })
  it('with the same heads is read as the last one was, by the same account', async () => {
    const asked = request([heads, ...rows])
    const kinds = asked.kinds.map(kind => (kind === 'own' ? 'note' : kind))
    await load({ ...asked, kinds, title: 'Запомним', remember: true })
    expect((await read(asText([heads, ...rows]))).kinds).toEqual(kinds)
    expect((await read(asText([heads, ...rows]), askFar)).kinds).toBeNull()
    expect((await read(asText([[...heads, 'ещё'], ...rows]))).kinds).toBeNull()
  })
  it('means cases of other regions like those that there are not (§6)', async () => {
    const asked = request([heads, ...rows])
    const preview = importPreview.parse((await askFar('sets/import/preview/', { method: 'POST', body: asked })).body)
    expect(preview.rows.map(({ outcome }) => outcome)).toEqual(rows.map(() => 'not_found'))
    expect((await load({ ...asked, title: 'Дальние' }, askFar)).set.count).toBe(0)
  })
})

const upload = async (file: Uint8Array, name = 'таблица') => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(file)]), name)
  const whole = new Response(form)
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/sets/import/table/',
    headers: {
      authorization: `Bearer ${await openSession(db, owner.id)}`,
      'content-type': whole.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await whole.arrayBuffer()),
  })
  return { status: answer.statusCode, text: answer.body, body: answer.json() as unknown }
}
const ods = (body: string, about = 'application/vnd.oasis.opendocument.spreadsheet') =>
  zipSync({
    mimetype: [strToU8(about), { level: 0 }],
    'content.xml': strToU8(
      `<?xml version="1.0"?><office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="A">${body}</table:table><table:table table:name="B"><table:table-row><table:table-cell><text:p>другой лист</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
    ),
  })
const cell = (text: string, more = '') => `<table:table-cell${more}><text:p>${text}</text:p></table:table-cell>`
const row = (cells: string, more = '') => `<table:table-row${more}>${cells}</table:table-row>`

describe('a file', () => {
  it('of LibreOffice is read by what is seen in its first sheet: days, repeated and blank cells', async () => {
    const body = [
      row(cell('Номер дела') + cell('Дата') + cell('Место')),
      row('<table:table-cell table:number-columns-repeated="16384"/>', ' table:number-rows-repeated="2"'),
      row(
        `${cell('5-1/2026')}${cell('3 окт.', ' office:value-type="date" office:date-value="2026-10-03T00:00:00"')}<table:table-cell><office:annotation><text:p>тайна</text:p></office:annotation><text:p>две</text:p><text:p>строки</text:p></table:table-cell>`,
      ),
      row(`<table:table-cell/>${cell('—', ' table:number-columns-repeated="2"')}`, ' table:number-rows-repeated="2"'),
      row('<table:table-cell table:number-columns-repeated="16384"/>', ' table:number-rows-repeated="1048570"'),
    ].join('')
    expect(tableRead.parse((await upload(ods(body), 'дела.ods')).body)).toEqual({
      file_name: 'дела.ods',
      sheet: 1,
      sheets: 2,
      kinds: null,
      cells: [
        ['Номер дела', 'Дата', 'Место'],
        [],
        [],
        ['5-1/2026', '2026-10-03', 'две\nстроки'],
        ['', '—', '—'],
        ['', '—', '—'],
      ],
    })
  })
  it('of Excel and CSV of Windows say the same; a quotation mark that nothing closes loses no row', async () => {
    const table = [
      ['Номер дела', 'Суд'],
      ['5-1/2026', 'Тверской "районный'],
      ['5-2/2026', 'Мещанский'],
    ]
    const [labels = [], ...cells] = table
    const book = await buffer(
      xlsx(
        { title: 'Л', columns: labels.map(label => ({ label, kind: 'text' as const, width: 10 })) },
        (async function* () {
          yield cells
        })(),
        { title: 'О', lines: [] },
      ),
    )
    expect(tableRead.parse((await upload(book)).body).cells).toEqual(table)
    const csv = table.map(line => line.join(';')).join('\r\n')
    expect(tableRead.parse((await upload(inWindows1251(csv))).body).cells).toEqual(table)
    const open = tableRead.parse((await upload(Buffer.from('Дело;Место\n5-1/2026;"сквер\n5-2/2026;площадь'))).body)
    expect(open.cells).toHaveLength(3)
  })
  it('says in every row what is merged downwards, in the first sheet with anything in it, which a chart is not; a row of nothing else stays none', async () => {
    const table = [
      ['Номер дела', 'Суд', 'Место'],
      ['5-1/2026', 'Тверской', 'сквер'],
      ['5-2/2026', '', ''],
      ['', '', ''],
      ['5-3/2026', 'Мещанский', 'сквер'],
    ]
    const said = [
      ['Номер дела', 'Суд', 'Место'],
      ['5-1/2026', 'Тверской', 'сквер'],
      ['5-2/2026', 'Тверской', 'сквер'],
      ['', '', ''],
      ['5-3/2026', 'Мещанский', 'сквер'],
    ]
    const written = table.map((cells, y) => {
      const xml = cells.map((text, x) => `<c r="${'ABC'.charAt(x)}${y + 1}" t="inlineStr"><is><t>${text}</t></is></c>`)
      return `<row r="${y + 1}">${xml.join('')}</row>`
    })
    const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const book = zipSync({
      'xl/workbook.xml': strToU8(
        `<workbook xmlns:r="${relations}"><sheets><sheet name="А" sheetId="1" r:id="r1"/><sheet name="Диаграмма" sheetId="3" r:id="r3"/><sheet name="Б" sheetId="2" r:id="r2"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships>${[1, 2].map(n => `<Relationship Id="r${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="r3" Type="${relations}/chartsheet" Target="chartsheets/sheet1.xml"/></Relationships>`,
      ),
      'xl/worksheets/sheet1.xml': strToU8('<worksheet><sheetData/></worksheet>'),
      'xl/chartsheets/sheet1.xml': strToU8('<chartsheet/>'),
      'xl/worksheets/sheet2.xml': strToU8(
        `<worksheet><sheetData>${written.join('')}</sheetData><mergeCells><mergeCell ref="B2:B4"/><mergeCell ref="C2:C4"/><mergeCell ref="A5:B5"/></mergeCells></worksheet>`,
      ),
    })
    const read = tableRead.parse((await upload(book)).body)
    expect([read.sheet, read.sheets, read.cells]).toEqual([3, 3, said])
    const three = ' table:number-rows-spanned="3"'
    const covered = '<table:covered-table-cell/>'.repeat(2)
    const body = [
      row(table[0]?.map(text => cell(text)).join('') ?? ''),
      row(cell('5-1/2026') + cell('Тверской', three) + cell('сквер', three)),
      row(cell('5-2/2026') + covered),
      row(`<table:table-cell/>${covered}`),
      row(cell('5-3/2026') + cell('Мещанский') + cell('сквер')),
    ].join('')
    const blank = `${row('<table:table-cell/>')}</table:table><table:table table:name="Б">`
    const open = tableRead.parse((await upload(ods(blank + body), 'дела.ods')).body)
    expect([open.sheet, open.sheets, open.cells]).toEqual([2, 3, said.map(cells => (cells[0] === '' ? [] : cells))])
  })
  it('may be a letter, of which the cases are taken', async () =>
    expect(
      (await read('Добрый день! Просим посмотреть дело № 5-1893/2026, и ещё 77RS0027-01-2026-001234-56 (обжаловано).'))
        .cells,
    ).toEqual([['5-1893/2026'], ['77RS0027-01-2026-001234-56']]))
  it.each<[string, () => Uint8Array | Promise<Uint8Array>, number, RegExp]>([
    [
      'with a hundred thousand rows',
      () => Buffer.from(Array.from({ length: 100_000 }, (_, n) => `5-${n}/2026`).join('\n')),
      400,
      /Больше 10000 строк/,
    ],
    ['with a thousand columns', () => Buffer.from('а;'.repeat(1_000)), 400, /Больше 500 столбцов/],
    [
      'of LibreOffice with a million full rows',
      () => ods(row(cell('5-1/2026'), ' table:number-rows-repeated="1000000"')),
      400,
      /больше 20000 строк/,
    ],
    [
      'of LibreOffice with a thousand full columns',
      () => ods(row(cell('а', ' table:number-columns-repeated="1000"'))),
      400,
      /больше 500 столбцов/,
    ],
    [
      'that unpacks into gigabytes',
      () =>
        buffer(
          zipped([
            { path: 'mimetype', body: 'application/vnd.oasis.opendocument.spreadsheet' },
            // Compressed by Node itself: the library for small files would take seconds.
            { path: 'content.xml', body: Readable.from(Array.from({ length: 210 }, () => Buffer.alloc(1_000_000))) },
          ]),
        ),
      400,
      /слишком велика|не читается/,
    ],
    ['with signs that are none', () => Buffer.from('Дело\0;Суд\n1;2'), 400, /Это не таблица/],
    ...['%PDF-1.7\n1 0 obj', '{\\rtf1 5-1/2026}', '<!DOCTYPE html><table>', '<?xml version="1.0"?><Workbook/>'].map(
      (text): [string, () => Uint8Array, number, RegExp] => [
        `that begins with ${text.slice(0, 5)}`,
        () => Buffer.from(text),
        400,
        /Это не таблица/,
      ],
    ),
    ['that is empty', () => new Uint8Array(0), 400, /нет ни одной строки/],
    ['of six megabytes', () => new Uint8Array(6_000_000), 413, /Файл больше 5 МБ/],
  ])('%s is answered in a sentence', async (_, file, status, sentence) => {
    const answer = await upload(await file())
    expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(sentence)])
  })
})
