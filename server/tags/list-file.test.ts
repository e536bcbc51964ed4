import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { listFileRead } from '#shared/api/list-file.ts'
import { maxListRows } from '#shared/api/today.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount } from '../../test/factories.ts'
import { openSession } from '../accounts/sessions.ts'
import { xlsx } from '../exports/xlsx.ts'
import { UnreadableTable } from '../tables/table-limits.ts'
import { listRowsOf } from './table-rows.ts'

/** A list of cases that somebody has in a file (§8): read as tables of tags are, by whoever may see cases. */
const { app, db } = await testApp()
const account = await buildAccount(db, { regions: [77] })
const token = await openSession(db, account.id)
const read = async (file: Buffer<ArrayBufferLike>) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(file)]), 'список.xlsx')
  const whole = new Response(form)
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/today/list/file/',
    headers: { authorization: `Bearer ${token}`, 'content-type': whole.headers.get('content-type') ?? '' },
    payload: Buffer.from(await whole.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json() as unknown }
}
const book = (labels: readonly string[], rows: readonly (readonly string[])[]) =>
  buffer(
    xlsx(
      { title: 'Список', columns: labels.map(label => ({ label, kind: 'text' as const, width: 10 })) },
      (async function* () {
        yield rows.map(row => [...row])
      })(),
      { title: 'О выгрузке', lines: [] },
    ),
  )

describe('a list of cases in a file', () => {
  it('is read from a book of Excel by its headers, for who edits no tags', async () => {
    const file = await book(
      ['Примечание', 'Суд', 'Номер дела'],
      [
        ['первое', 'Заречный районный суд', '5-1/2026'],
        ['', '', '77RS9999-01-2026-000001-11'],
      ],
    )
    const { status, body } = await read(file)
    expect(status).toBe(200)
    expect(listFileRead.parse(body).rows).toEqual([
      { case: '5-1/2026', court: 'Заречный районный суд' },
      { case: '77RS9999-01-2026-000001-11', court: '' },
    ])
  })
  it.each<[string, () => Buffer | Promise<Buffer>, number, RegExp]>([
    ['without such a column', () => book(['Имя', 'Город'], [['Вера', 'Тверь']]), 400, /^Не нашёлся столбец с делами/],
    ['with a header alone', () => book(['Номер дела'], []), 400, /^Под заголовком нет ни одной строки/],
    ['that is empty', () => Buffer.from(''), 400, /^В таблице нет ни одной строки/],
    ['that is no table', () => Buffer.from([0, 1, 2]), 400, /^Это не таблица/],
    ['that is broken', () => Buffer.from('PK\u0003\u0004 не книга'), 400, /[а-я]+.*\.$/],
    ['of the former format', () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]), 400, /^Это старый формат Excel/],
    ['that is too large', () => Buffer.alloc(5_000_001, 'а'), 413, /^Файл больше 5 МБ/],
  ])('%s is refused in a sentence', async (_, file, status, sentence) => {
    const answer = await read(await file())
    expect(answer.status).toBe(status)
    expect(Object.values(answer.body as Record<string, string | string[]>).flat()[0]).toMatch(sentence)
  })

  // biome-ignore format: a table reads best as one
  it.each<[string, string[][], { case: string; court: string }[]]>([
    ['without headers, by what stands in the cells', [['1', '2026-01-02', '02/03/2026', '+7 900 000-00-00', '5-1/2026', 'Заречный районный суд', '2 суток']], [{ case: '5-1/2026', court: 'Заречный районный суд' }]],
    ['under headers that are not known, likewise', [['№ п/п', 'Что'], ['1', '5-2/2026']], [{ case: '5-2/2026', court: '' }]],
    ['by our own number, which needs no court', [['Номер в Судмониторе', 'Суд'], ['17', 'Нагорный районный суд'], ['', '']], [{ case: '17', court: '' }]],
    ['by number and court where digits of its own rows stand before them', [['ID', 'Номер дела', 'Суд'], ['17', '5-1893/2026', 'Заречный районный суд']], [{ case: '5-1893/2026', court: 'Заречный районный суд' }]],
    ['with the rows that name no case, as they are written', [['Номер дела', 'Лицо'], ['5-3/2026', 'Ветрогонов П. И.'], ['', 'Полынцев Л. С.']], [{ case: '5-3/2026', court: '' }, { case: 'Полынцев Л. С.', court: '' }]],
  ])('is read %s', (_, table, rows) => expect(listRowsOf(table)).toEqual(rows))
  it(`has ${maxListRows} rows at most`, () => {
    const table = Array.from({ length: maxListRows }, (_, n) => [`5-${n + 1}/2026`])
    expect(listRowsOf(table)).toHaveLength(maxListRows)
    expect(() => listRowsOf([...table, ['5-0/2026']])).toThrow(UnreadableTable)
  })
})
