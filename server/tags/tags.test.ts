import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { directoryTagList, type TagRowInput, tagUploadAnswer, tagUploadList } from '#shared/api/tags.ts'
import { referenceOf } from '#shared/tables/case-reference.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { openSession } from '../accounts/sessions.ts'
import { xlsx } from '../exports/xlsx.ts'
import { createPreset } from '../saved/presets.ts'
import { refuseHugeWorkbook } from '../tables/refuse-huge-workbook.ts'
import { UnreadableTable } from '../tables/table-limits.ts'
import { tagRowsOf } from './table-rows.ts'

/** Tags on many cases at once (§7 upload-case-tags), and their directory. */
const { app, db, as } = await testApp()
const court = (title: string, region = 77) => ({ title, region, city: 'Заречинск' })
const ids = await buildCases(db, [
  { court: court('Заречный районный суд'), case_number: '5-1/2026', url: 'https://court.example/1' },
  { court: court('Нагорный районный суд'), case_number: '5-1/2026', case_uid: '77RS9999-01-2026-000001-11' },
  { court: court('Заречный районный суд'), case_number: '5-3/2026' },
  { court: court('Дальний районный суд', 36), case_number: '5-4/2026' },
])
const [first = 0, second = 0, third = 0, far = 0] = ids
const account = await buildAccount(db, { isSuperuser: true })
const superuser = await as(account)
const local = await buildAccount(db, { groups: ['tag_editor'], regions: [77] })
const editor = await as(local)

type Rows = readonly TagRowInput[]
type Beside = { action?: 'add' | 'remove'; dry_run?: boolean }
const upload = async (rows: Rows, beside: Beside = {}, ask = superuser) => {
  const { status, body, text } = await ask('upload-case-tags/', { method: 'POST', body: { rows, ...beside } })
  expect(status, text).toBe(200)
  return tagUploadAnswer.parse(body)
}
const borne = async () =>
  (
    await db
      .selectFrom('case_tag')
      .innerJoin('tag', 'tag.id', 'tag_id')
      .select(['case_id', 'value'])
      .orderBy('case_id')
      .orderBy('value')
      .execute()
  ).map(({ case_id, value }) => [case_id, value])
const tagNumber = async (value: string): Promise<number> =>
  (await db.selectFrom('tag').where('value', '=', value).select('id').executeTakeFirstOrThrow()).id
const clear = () => db.deleteFrom('tag').execute()
const outcomes = (answer: z.infer<typeof tagUploadAnswer>) =>
  answer.lines.map(({ case: found, outcome }) => [found?.id ?? null, outcome])

describe('a case in a table', () => {
  it.each([
    ['17', '', { by: 'id', id: 17 }],
    ['№ 17', '', { by: 'id', id: 17 }],
    ['https://sudmonitor.example/cases/17', '', { by: 'id', id: 17 }],
    ['/cases/text/17/?q=1', '', { by: 'id', id: 17 }],
    ['https://court.example/1', '', { by: 'url', text: 'https://court.example/1' }],
    ['77rs9999-01-2026-000001-11', '', { by: 'uid', text: '77RS9999-01-2026-000001-11' }],
    ['5-1/2026', 'Заречный', { by: 'number', text: '5-1/2026' }],
    ['17', 'Заречный', { by: 'number', text: '17' }],
    ['  ', '', undefined],
  ])('«%s» (%s) is read as %o', (text, title, asked) =>
    expect(referenceOf({ case: text, court: title })).toEqual(asked),
  )
})

describe('a table', () => {
  it('is known by its heads, those of our own files among them', () =>
    expect(
      tagRowsOf([
        ['Дата', 'Номер в Судмониторе', 'Номер дела', 'Суд', 'Метки'],
        ['2026-03-02', '17', "'5-1/2026", 'Заречный', 'пикет; митинг'],
        ['', '', '', '', ''],
        ['', '', "'5-1/2026", 'Заречный', 'пикет'],
      ]),
    ).toEqual([
      { line: 2, case: '17', court: '', tag: 'пикет; митинг' },
      { line: 4, case: '5-1/2026', court: 'Заречный', tag: 'пикет' },
    ]))
  it('has tags in every cell from the last head on', () =>
    expect(
      tagRowsOf([
        ['Дело', 'Метки'],
        ['17', 'пикет', 'митинг', ''],
      ]),
    ).toEqual([{ line: 2, case: '17', court: '', tag: 'пикет; митинг' }]))
  it('without heads is the case and the tag, or the number, the court and the tag', () => {
    expect(tagRowsOf([['17', 'пикет']])).toEqual([{ line: 1, case: '17', court: '', tag: 'пикет' }])
    expect(tagRowsOf([['5-1/2026', 'Заречный', 'пикет']])).toEqual([
      { line: 1, case: '5-1/2026', court: 'Заречный', tag: 'пикет' },
    ])
  })
  it.each([
    [[], 'нет ни одной строки'],
    [[['Дело', 'Метки']], 'Под заголовком'],
    [
      [
        ['Дело', 'Цвет'],
        ['1', 'x'],
      ],
      'столбец с метками',
    ],
    [
      [
        ['Метки', 'Цвет'],
        ['x', 'y'],
      ],
      'столбец с делами',
    ],
    [[['1', '2', '3', '4']], 'Непонятно, где что'],
  ])('%j is refused: %s', (table, why) => expect(() => tagRowsOf(table)).toThrow(why))
})

describe('an upload', () => {
  it('previews line by line without changing anything, and then does just that (§7)', async () => {
    await clear()
    const rows: Rows = [
      { case: String(first), tag: 'Пикет' },
      { case: '5-1/2026', court: 'нагорный районный  суд', tag: 'пикет; митинг' },
      { case: 'https://court.example/1', tag: 'ПИКЕТ' },
      { case: '5-1/2026', tag: 'пикет' },
      { case: '999999', tag: 'пикет' },
      { case: '5-1/2026', court: 'районный суд', tag: 'пикет' },
      { case: '5-3/2026', court: 'Заречный районный суд', tag: ' ' },
      { case: '', tag: 'пикет' },
      { case: '77RS9999-01-2026-000001-11', tag: 'митинг' },
    ]
    const preview = await upload(rows, { dry_run: true })
    expect(outcomes(preview)).toEqual([
      [first, 'change'],
      [second, 'change'],
      [second, 'change'],
      [first, 'repeated'],
      [null, 'ambiguous'],
      [null, 'not_found'],
      [null, 'ambiguous'],
      [third, 'no_tag'],
      [null, 'unreadable'],
      [second, 'repeated'],
    ])
    expect(preview).toMatchObject({ upload_id: null, cases: 2, changes: 3, refused: 5, new_tags: ['Пикет', 'митинг'] })
    expect(await borne()).toEqual([])
    const applied = await upload(rows)
    expect(applied).toEqual({ ...preview, upload_id: expect.any(Number) })
    expect(await borne()).toEqual([
      [first, 'Пикет'],
      [second, 'Пикет'],
      [second, 'митинг'],
    ])
    expect(await upload(rows)).toMatchObject({ upload_id: null, changes: 0 })
  })
  it('does not reach cases of other regions, and says of them no more than of absent ones (§6)', async () => {
    const answer = await upload(
      [
        { case: String(far), tag: 'чужая' },
        { case: '999999', tag: 'чужая' },
      ],
      {},
      editor,
    )
    expect(outcomes(answer)).toEqual([
      [null, 'not_found'],
      [null, 'not_found'],
    ])
    expect(answer.lines[0]?.why).toBe(answer.lines[1]?.why)
    expect((await borne()).some(([id]) => id === far)).toBe(false)
  })
  it('is undone: what it changed, and nothing else', async () => {
    await clear()
    await upload([{ case: String(first), tag: 'была' }])
    const { upload_id } = await upload([first, second].map(id => ({ case: String(id), tag: 'была' })))
    const undo = () => superuser(`tag-uploads/${upload_id}/undo/`, { method: 'POST' })
    expect((await undo()).status).toBe(200)
    expect(await borne()).toEqual([[first, 'была']])
    expect((await undo()).status).toBe(409)
    const taken = await upload([{ case: String(first), tag: 'Была; небылица' }], { action: 'remove' })
    expect(outcomes(taken)).toEqual([
      [first, 'change'],
      [first, 'same'],
    ])
    expect(await borne()).toEqual([])
    expect((await superuser(`tag-uploads/${taken.upload_id}/undo/`, { method: 'POST' })).status).toBe(200)
    expect(await borne()).toEqual([[first, 'была']])
    const { results } = tagUploadList.parse((await superuser('tag-uploads/')).body)
    expect(results[0]).toMatchObject({
      id: taken.upload_id,
      username: account.username,
      tags: ['была'],
      action: 'remove',
    })
    expect(results[0]?.undone_at).not.toBeNull()
  })
  it('of another person is neither seen nor undone, but by a superuser', async () => {
    const { upload_id } = await upload([{ case: String(third), tag: 'общая' }])
    expect((await editor(`tag-uploads/${upload_id}/undo/`, { method: 'POST' })).status).toBe(404)
    expect(tagUploadList.parse((await editor('tag-uploads/')).body).count).toBe(0)
  })
  it('comes as CSV of either encoding or as a book of Excel', async () => {
    await clear()
    const lines = `Дело;Метки\r\n${first};пикет\r\n${second};"митинг; пикет"\r\n`
    const cp1251 = Buffer.from([...lines].map(char => cyrillic(char)))
    const book = await buffer(
      xlsx(
        {
          title: 'Дела',
          columns: [
            { label: 'Номер в Судмониторе', kind: 'number', width: 10 },
            { label: 'Метки', kind: 'texts', width: 10 },
          ],
        },
        (async function* () {
          yield [
            [first, ['пикет']],
            [second, ['митинг', 'пикет']],
          ]
        })(),
        { title: 'О выгрузке', lines: [] },
      ),
    )
    for (const file of [
      Buffer.from(lines),
      Buffer.from(`\uFEFF${lines.replaceAll(';', '\t')}`.replace('\t пикет"', '; пикет"')),
      cp1251,
      book,
    ]) {
      const { status, body } = await sendFile(file, { dry_run: 'true' })
      expect(status).toBe(200)
      expect(outcomes(tagUploadAnswer.parse(body))).toEqual([
        [first, 'change'],
        [second, 'change'],
        [second, 'change'],
      ])
    }
  })
  it('that is no table is refused in a sentence', async () => {
    for (const file of [
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]),
      Buffer.from('PK\u0003\u0004 не книга'),
      Buffer.from([0, 1, 2]),
      Buffer.from(''),
    ]) {
      const { status, body } = await sendFile(file, {})
      expect(status).toBe(400)
      expect(z.object({ file: z.array(z.string()) }).parse(body).file[0]).toMatch(/[а-я]+.*\.$/)
    }
    expect(await sendFile(Buffer.alloc(5_000_001, 'а'), {})).toMatchObject({ status: 413 })
    expect((await superuser('upload-case-tags/', { method: 'POST', body: { rows: [] } })).status).toBe(400)
    expect((await superuser('upload-case-tags/', { method: 'POST', body: { rows: [{ case: '1' }] } })).status).toBe(400)
  })
})

/** Latin letters and signs as they are, Russian ones where windows-1251 has them. */
const cyrillic = (char: string): number => {
  const code = char.charCodeAt(0)
  return code < 128 ? code : code - 0x410 + 0xc0
}
async function sendFile(file: Buffer<ArrayBuffer>, fields: Readonly<Record<string, string>>, cutAt?: number) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([file]), 'метки.csv')
  const whole = new Response(form)
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/upload-case-tags/',
    headers: {
      authorization: `Bearer ${await openSession(db, account.id)}`,
      'content-type': whole.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await whole.arrayBuffer()).subarray(0, cutAt),
  })
  const body: unknown = answer.json()
  return { status: answer.statusCode, body }
}

describe('a form that is cut short', () => {
  const file = Buffer.from('Дело;Метка\r\n1;пикет\r\n')
  it.each([0, 10, 60, 150, 230, -60, -10, -4])('after %i bytes is refused in a sentence', async at => {
    const { status, body } = await sendFile(file, { dry_run: 'true' }, at)
    expect(status).toBe(400)
    expect(Object.values(z.record(z.string(), z.array(z.string())).parse(body)).flat()[0]).toMatch(/[а-я]+.*\.$/)
  })
})

/** A workbook of one sheet with these rows, which shrink a thousandfold. */
function workbook(rows: string, path = 'worksheets/sheet1.xml', others: Record<string, Uint8Array> = {}): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  const sheet = `<Relationship Id="rId1" Type="${office}/worksheet" Target="${path}"/>`
  const files = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"/>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="А" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${sheet}</Relationships>`,
    [`xl/${path}`]: `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  }
  return Buffer.from(
    zipSync({ ...Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])), ...others }),
  )
}

describe('a workbook of a few kilobytes', () => {
  const refused = (file: Buffer, most?: number): string | undefined => {
    try {
      refuseHugeWorkbook(file, most)
      return undefined
    } catch (error) {
      return error instanceof UnreadableTable ? error.message : String(error)
    }
  }
  const cell = (at: string) => `<c r="${at}" t="inlineStr"><is><t>1</t></is></c>`
  const rowsUpTo = (count: number, name = 'row') => `<${name}><c/></${name}>`.repeat(count)
  it.each([
    ['by the number of one', `<row r="1048576">${cell('A1048576')}</row>`, /^На листе 1.048.576 строк/],
    ['by the number of a cell', `<row>${cell('A1048576')}</row>`, /^На листе 1.048.576 строк/],
    ['one after another', rowsUpTo(1_000_000), /^На листе 20.001 строк/],
    ['under a prefix', rowsUpTo(30_000, 'x:row'), /^На листе 20.001 строк/],
  ])('that claims a million rows %s is refused before it is read', async (_, rows, sentence) => {
    const file = workbook(rows)
    expect(file.length).toBeLessThan(70_000)
    const { user } = process.cpuUsage()
    expect(refused(file)).toMatch(sentence)
    // Reading all of them takes seconds; microseconds of the processor are the same on a busy machine.
    expect(process.cpuUsage().user - user).toBeLessThan(1_000_000)
    const { status, body } = await sendFile(Buffer.from(file), {})
    expect([status, body]).toEqual([400, { file: [expect.stringMatching(sentence)] }])
  })
  const million = `<row r="1048576">${cell('A1048576')}</row>`
  /** Of another kind of packing, which this reader of archives does not know, and the other takes for the usual one. */
  const packedOddly = (file: Buffer): Buffer => {
    const copy = Buffer.from(file)
    copy.writeUInt16LE(12, 8)
    return copy
  }
  const noise = (length: number) => randomBytes(length).toString('hex')
  it.each([
    ['in a file of another name', workbook(million, 'other/one.xml')],
    ['by a reference to a character', workbook(million.replaceAll('1048576', '&#49;048576'))],
    ['by an odd number', workbook(million.replaceAll('1048576', '1e6'))],
    ['behind something like a number', workbook(million.replaceAll(/<(row|c) /g, `<$1 x=" r='A1'" `))],
    ['before something like a number', workbook(million.replace('"1048576"', `"1048576" x=" r='1'"`))],
    ['behind something like an end', workbook(million.replace('<row', '<row x=">"').replace('<c', '<c x=">"'))],
    [
      'in the midst of a long tag',
      workbook(
        million
          .replace('<row', `<row x="${noise(4_000)}"`)
          .replace('>', ` y="${noise(8_000)}">`)
          .replace('A1048576', 'A1'),
      ),
    ],
    ['in an archive of an odd kind', packedOddly(workbook(million))],
  ])('that claims a million rows %s is refused before it is read', (_, file) =>
    expect(refused(file)).toMatch(/^(На листе 1.048.576 строк|Книга записана необычно или испорчена)/),
  )
  it('that claims as many columns is refused', () =>
    expect(refused(workbook(`<row r="1">${cell('XFD1')}</row>`))).toMatch(/^На листе больше 500 столбцов/))
  it('that unpacks into more than anybody needs is refused', () =>
    expect(refused(workbook(' '.repeat(1_000_000)), 900_000)).toMatch(/^Книга слишком велика/))
  it('that has as many rows as may be is read', () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => `<row r="${2 * n + 1}">${cell(`A${2 * n + 1}`)}</row>`)
    expect(refused(workbook(rows.join('')))).toBeUndefined()
  })
  it('with a picture, in which letters meet by chance, is read', () => {
    const logo = Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
      Buffer.from('<c \x01<row \xff'),
    ])
    const drawing = strToU8('<xdr:wsDr xmlns:xdr="d"><xdr:from><xdr:row>5</xdr:row></xdr:from></xdr:wsDr>')
    const others = { 'xl/media/image1.png': logo, 'xl/drawings/drawing1.xml': drawing }
    expect(refused(workbook(`<row r="1">${cell('A1')}</row>`, undefined, others))).toBeUndefined()
    expect(refused(workbook('', 'other.png', { 'xl/other.png': strToU8('<c \0 r="A1"/><b/>') }))).toMatch(
      /^Книга записана/,
    )
  })
})

describe('the directory of tags', () => {
  it('is searched, and counts the cases its reader sees (§6)', async () => {
    await clear()
    await upload([first, far].map(id => ({ case: String(id), tag: 'Ёлка' })))
    await upload([{ case: String(first), tag: 'митинг' }])
    const found = async (ask: typeof editor, query: string) =>
      directoryTagList.parse((await ask(`tags/?query=${encodeURIComponent(query)}`)).body).results
    expect(await found(superuser, 'елк')).toMatchObject([{ value: 'Ёлка', cases_count: 2 }])
    expect(await found(editor, 'елк')).toMatchObject([{ value: 'Ёлка', cases_count: 1 }])
    expect((await found(editor, '')).map(({ value }) => value)).toEqual(['Ёлка', 'митинг'])
  })
  it('renames and merges; uploads, presets and their filters follow', async () => {
    await clear()
    await upload([first, second].map(id => ({ case: String(id), tag: 'пикет' })))
    const { upload_id } = await upload([second, third].map(id => ({ case: String(id), tag: 'одиночный пикет' })))
    const [one, other] = [await tagNumber('пикет'), await tagNumber('одиночный пикет')]
    const preset = await createPreset(db, account, {
      title: 'Пикеты',
      description: '',
      category: null,
      get_params: { tags: [String(other)] },
    })
    const patch = (id: number, value: string, ask = superuser) =>
      ask(`tags/${id}/`, { method: 'PATCH', body: { value } })
    expect(await patch(other, 'ПИКЕТ')).toMatchObject({
      status: 400,
      body: { value: ['Метка «пикет» уже есть: объедините их.'] },
    })
    expect((await patch(one, 'Пикет')).status).toBe(200)
    expect((await patch(one, 'Пикет', editor)).status).toBe(403)
    expect((await superuser(`tags/${other}/`, { method: 'DELETE' })).status).toBe(409)
    const into = (id: number) => superuser(`tags/${other}/merge/`, { method: 'POST', body: { into: id } })
    for (const none of [0, -9_007_199_254_740_991, 9_007_199_254_740_991]) expect((await into(none)).status).toBe(400)
    expect((await into(one)).status).toBe(200)
    expect(await borne()).toEqual([first, second, third].map(id => [id, 'Пикет']))
    const kept = await db
      .selectFrom('preset')
      .where('id', '=', preset?.id ?? 0)
      .select('get_params')
      .executeTakeFirstOrThrow()
    expect(kept.get_params).toEqual({ tags: [String(one)] })
    expect((await superuser(`tag-uploads/${upload_id}/undo/`, { method: 'POST' })).status).toBe(200)
    expect(await borne()).toEqual([[first, 'Пикет']])
    await db.deleteFrom('case_tag').execute()
    expect((await superuser(`tags/${one}/`, { method: 'DELETE' })).status).toBe(200)
  })
  it('is written down in the journal', async () => {
    const { body } = await superuser('audit/?size=100')
    const sentences = z.object({ results: z.array(z.object({ sentence: z.string() })) }).parse(body).results
    const told = sentences.map(({ sentence }) => sentence).join('\n')
    for (const words of [
      'Загружены метки',
      'Сняты метки',
      'Отменена загрузка',
      'переименована',
      'объединена',
      'Удалена метка',
    ])
      expect(told).toContain(words)
  })
})
