import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import type { CaseRecordInput } from '../case-record.ts'
import { importCommand } from './import-command.ts'
import { importFiles } from './import-file.ts'
import { readLine } from './importer.ts'

const { db, url } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'sudmonitor-import-'))
afterAll(() => rmSync(folder, { recursive: true }))

let serial = 0
/** A line of our own format, right or wrong. */
const own = (given: { [F in keyof CaseRecordInput]?: unknown } & Record<string, unknown> = {}) => ({
  source_key: `file|${++serial}`,
  type: 1,
  stage: 1,
  court: { title: 'Заречный районный суд г. Вымышленска', region: 59 },
  case_number: `5-${serial}/2021`,
  ...given,
})
const registry = (number: string, given: object = {}) => ({
  number,
  persons: 'Сёмин Пётр Ильич',
  articles: 'ст.20.2 ч.5 КоАП РФ',
  entry_date: '01.02.2021',
  region: 'Пермский край',
  court: 'Заречный районный суд г. Вымышленска',
  result: null,
  result_date: '',
  ...given,
})
const json = (...rows: unknown[]): string =>
  rows.map(row => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n')
const put = (content: string | Buffer, name = `${++serial}.ndjson`): string => {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}
const rejectedIn = (path: string | undefined) =>
  readFileSync(path ?? '', 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

describe('files of cases', () => {
  it('are imported, and again without a change', async () => {
    const file = put(json(own(), own(), own()))
    expect(await importFiles(db, [file])).toEqual({ new: 3, changed: 0, same: 0, rejected: 0 })
    expect(await importFiles(db, [file])).toEqual({ new: 0, changed: 0, same: 3, rejected: 0 })
  })
  it('may be gzip, registry exports and mixed, with marks of UTF-8, empty lines and \\r\\n', async () => {
    const plain = put(`\ufeff${JSON.stringify(own())}\r\n\r\n${JSON.stringify(registry('5-1001/2021'))}\r\n`)
    const packed = put(gzipSync(json(registry('5-1002/2021'), registry('12-1003/2021'))))
    expect(await importFiles(db, [plain, packed])).toEqual({ new: 4, changed: 0, same: 0, rejected: 0 })
    const origins = await db
      .selectFrom('case_source')
      .select(['source_key', 'origin'])
      .where('source_key', 'like', 'registry|%')
      .execute()
    expect(new Set(origins.map(({ origin }) => origin))).toEqual(new Set(['registry']))
    expect(origins).toHaveLength(3)
  })
  it('may be standard input', async () => {
    const stdin = Readable.from([Buffer.from(json(own(), own()))])
    expect(await importFiles(db, ['-'], { stdin })).toMatchObject({ new: 2, rejected: 0 })
  })
  it('leave rejected lines in a file, with number and reason', async () => {
    const good = own()
    const file = put(
      json('{"source_key": ', good, '[1]', own({ type: 3 }), '{"a":1}', own({ court: { title: 'Суд', region: 20 } })),
    )
    const summary = await importFiles(db, [file])
    expect(summary).toMatchObject({ new: 1, rejected: 5, rejectedPath: `${file}.rejected.ndjson` })
    expect(rejectedIn(summary.rejectedPath)).toMatchObject([
      { file, line: 1, reason: 'не JSON: строка обрывается', text: '{"source_key": ' },
      { line: 3, reason: 'в строке должен быть объект JSON' },
      { line: 4, reason: 'type: нужно одно из: 1, 2' },
      { line: 5, reason: expect.stringContaining('source_key: не указано') },
      { line: 6, reason: 'court.region: нет такого региона' },
    ])
  })
  it.each([
    ['{"source_key": ', 'не JSON: строка обрывается'],
    ['{"source_key": "5-1', 'не JSON: строка обрывается'],
    ['{"source_key": "5-17"', 'не JSON: строка обрывается'],
    ['{"source_key": "5-17"}}', 'не JSON: ошибка у знака 23'],
    ['5-17/2021, Ёлкин П.И.', 'не JSON: ошибка у знака 2'],
    ['дело 5-17/2021', 'не JSON: неожиданный знак «д»'],
  ])('say of %s whether it is cut off or something else', (line, reason) => {
    expect(readLine(line)).toMatchObject({ reason })
  })
  it('leave them where they are told to', async () => {
    const rejectedPath = join(folder, 'отвергнутые.ndjson')
    const summary = await importFiles(db, [put('это не дела'), put('и это')], { rejectedPath })
    expect(summary).toEqual({ new: 0, changed: 0, same: 0, rejected: 2, rejectedPath })
    expect(rejectedIn(rejectedPath)).toHaveLength(2)
  })
  it('in another encoding lose only the lines that are', async () => {
    const file = put(
      Buffer.concat([Buffer.from(`${json(own())}\n{"`), Buffer.from([0xf1, 0xf3, 0xe4]), Buffer.from('"}\n')]),
    )
    const summary = await importFiles(db, [file])
    expect(summary).toMatchObject({ new: 1, rejected: 1 })
    expect(rejectedIn(summary.rejectedPath)).toMatchObject([{ line: 2, reason: expect.stringContaining('не UTF-8') }])
  })
  it('lose only the record that the database refuses, not its batch', async () => {
    // A title is indexed; three bytes a letter make this one longer than an index takes.
    const result = Array.from({ length: 1000 }, (_, at) => String.fromCodePoint(0xac00 + ((at * 7919) % 11172))).join(
      '',
    )
    const rows = [own(), own({ result }), own(), own()]
    const summary = await importFiles(db, [put(json(...rows))])
    expect(summary).toMatchObject({ new: 3, rejected: 1 })
    expect(rejectedIn(summary.rejectedPath)).toMatchObject([
      { line: 2, reason: expect.stringMatching(/^слишком велико для базы данных/) },
    ])
  })
  it('keep the order of two readings of one case, however far apart', async () => {
    const key = `file|${++serial}`
    const many = Array.from({ length: 1200 }, () => own())
    const file = put(
      json(
        own({ source_key: key }),
        ...many,
        own({ source_key: key, case_number: '5-2/2021' }),
        ...many.slice(0, 700),
        own({ source_key: key, case_number: '5-3/2021' }),
      ),
    )
    expect(await importFiles(db, [file])).toMatchObject({ new: 1201, changed: 2, same: 700 })
    const { case_number } = await db
      .selectFrom('case_source')
      .innerJoin('court_case', 'court_case.id', 'case_id')
      .select('case_number')
      .where('source_key', '=', key)
      .executeTakeFirstOrThrow()
    expect(case_number).toBe('5-3/2021')
  })
  it('are shared among threads when they are long, and come in as by one', async () => {
    const key = `file|${++serial}`
    const heavy = Array.from({ length: 1000 }, (_, at) => String.fromCodePoint(0xac00 + ((at * 7919) % 11172))).join('')
    const rows: unknown[] = Array.from({ length: 4500 }, () => own())
    for (let at = 0; at < 9; at++) rows[at * 500 + 250] = own({ source_key: key, case_number: `5-${at}/2022` })
    rows[3321] = 'не дело'
    rows[4003] = own({ result: heavy })
    const summary = await importFiles(db, [put(json(...rows))], { url })
    expect(summary).toMatchObject({ new: 4490, changed: 8, same: 0, rejected: 2 })
    const lines = rejectedIn(summary.rejectedPath)
    expect(new Set(lines.map(({ line }) => line))).toEqual(new Set([3322, 4004]))
    expect(lines.find(({ line }) => line === 4004)).toMatchObject({ reason: expect.stringMatching(/^слишком велико/) })
    const { case_number } = await db
      .selectFrom('case_source')
      .innerJoin('court_case', 'court_case.id', 'case_id')
      .select('case_number')
      .where('source_key', '=', key)
      .executeTakeFirstOrThrow()
    expect(case_number).toBe('5-8/2022')
  })
  it('say what went wrong in another thread', async () => {
    const nowhere = new URL(url)
    nowhere.pathname = '/sudmonitor_nowhere'
    const file = put(json(...Array.from({ length: 3500 }, () => own())))
    await expect(importFiles(db, [file], { url: nowhere.href })).rejects.toMatchObject({ code: '3D000' })
  })
  it('complete an import that was cut short', async () => {
    const rows = Array.from({ length: 1500 }, () => own())
    const file = put(json(...rows))
    const cut = Readable.from(
      (async function* () {
        yield Buffer.from(json(...rows.slice(0, 1100)))
        throw new Error('связь прервалась')
      })(),
    )
    await expect(importFiles(db, ['-'], { stdin: cut })).rejects.toThrow('связь прервалась')
    const { new: added, same } = await importFiles(db, [file])
    expect(same).toBeGreaterThan(0)
    expect(added + same).toBe(1500)
  })
})

describe('what goes wrong around the files', () => {
  it('refuses a missing file before anything is imported', async () => {
    const row = own()
    await expect(importFiles(db, [put(json(row)), join(folder, 'нет.ndjson')])).rejects.toThrow(/^Файл не найден: /)
    const stored = await db
      .selectFrom('case_source')
      .select('case_id')
      .where('source_key', '=', String(row.source_key))
      .execute()
    expect(stored).toEqual([])
  })
  it('imports what a cut archive still holds', async () => {
    const whole = gzipSync(
      json(...Array.from({ length: 900 }, (_, index) => own({ protocol_number: `${Math.sin(index)}` }))),
    )
    const file = put(whole.subarray(0, whole.length / 2))
    await expect(importFiles(db, [file])).rejects.toThrow(/Архив обрывается/)
    expect((await importFiles(db, [put(whole)])).same).toBeGreaterThan(200)
  })
  it('never writes rejected lines over a file that is imported', async () => {
    const file = put('нет')
    const earlier = put('и это нет', `${basename(file)}.rejected.ndjson`)
    const summary = await importFiles(db, [file, earlier])
    expect(summary).toMatchObject({ rejected: 2, rejectedPath: `${file}.rejected-2.ndjson` })
    expect(readFileSync(earlier, 'utf8')).toBe('и это нет')
    await expect(importFiles(db, [file], { rejectedPath: file })).rejects.toThrow(/один из загружаемых/)
  })
  it('completes what was killed', async () => {
    const file = put(json(...Array.from({ length: 6000 }, () => own())))
    const count = async () =>
      Number((await db.selectFrom('case_source').select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n)
    const before = await count()
    const cli = join(import.meta.dirname, '../../../bin/sudmonitor.js')
    const running = spawn(process.execPath, [cli, 'import', file], {
      env: { ...process.env, DATABASE_URL: url },
      stdio: 'ignore',
    })
    const ended = once(running, 'exit')
    while ((await count()) === before && running.exitCode === null) await pause(5)
    running.kill('SIGKILL')
    await ended
    const { new: added, same } = await importFiles(db, [file])
    expect([added + same, added > 0, same > 0]).toEqual([6000, true, true])
    const children =
      await sql`select from court_case where not exists (select from case_source where case_id = id)`.execute(db)
    expect(children.rows).toEqual([])
  })
})

describe('sudmonitor import', () => {
  const run = async (files: string[], options: { strict?: boolean } = {}) => {
    let said = ''
    const stdout = new Writable({
      write(chunk, _, done) {
        said += chunk
        done()
      },
    })
    const before = process.exitCode
    await importCommand(db, files, { ...options, stdout, stderr: stdout })
    const code = process.exitCode ?? 0
    process.exitCode = before
    return { said: said.replaceAll('\u00a0', ' '), code }
  }
  it('ends with a summary and the place of the rejected lines', async () => {
    const file = put(json(own(), 'нет'))
    const { said, code } = await run([file])
    expect(said).toMatch(/^Прочитано: 2 строки за [\d,]+ с \([\d\s]+ в секунду\)\.\n/)
    expect(said).toContain('Новых: 1 дело, изменённых: 0, без изменений: 0, отвергнуто: 1 строка.\n')
    expect(said).toContain(`Отвергнутые строки с номерами и причинами: ${file}.rejected.ndjson\n`)
    expect(code).toBe(0)
  })
  it('fails for a rejected line only when it is asked to be strict', async () => {
    expect((await run([put('нет')], { strict: true })).code).toBe(1)
    expect((await run([put(json(own()))], { strict: true })).code).toBe(0)
  })
  it('says plainly that a file is empty', async () => {
    const file = put('')
    expect(await run([file])).toEqual({
      said: `Загружать нечего: ${file} — пусто.\nНовых: 0 дел, изменённых: 0, без изменений: 0, отвергнуто: 0 строк.\n`,
      code: 0,
    })
  })
})

describe('reasons name the field', () => {
  const { source_key: _, ...keyless } = own()
  it.each([
    [keyless, 'source_key: не указано'],
    [{ ...own(), type: undefined }, 'type: не указано'],
    [own({ source_key: '' }), 'source_key: не может быть пустым'],
    [own({ colour: 'red' }), 'неизвестное поле «colour»'],
    [own({ entry_date: '01.02.2021' }), 'entry_date: нужна дата ГГГГ-ММ-ДД'],
    [own({ entry_date: '2021-02-30' }), 'entry_date: нужна дата ГГГГ-ММ-ДД'],
    [own({ judge: 5 }), 'judge: нужна строка'],
    [own({ judge: 'Я'.repeat(201) }), 'judge: длиннее 200 знаков'],
    [own({ articles: 'ст. 20.2' }), 'articles: нужен список'],
    [own({ defendants: [{ name: 'Ким А.' }, {}] }), 'defendants[1].name: не указано'],
    [own({ events: [{ type: 'Суд', date: '2021-01-01', time: '25:00' }] }), 'events[0].time: нужно время ЧЧ:ММ'],
    [own({ penalties: [{ type: 'fine', value: -1 }] }), 'penalties[0].value: меньше 0'],
    [own({ url: 'javascript:alert(1)' }), 'url: нужен адрес http или https'],
    [own({ case_number: 'а\0б' }), 'case_number: содержит знак, которого не бывает в тексте'],
    [own({ case_number: 'а\ud800б' }), 'case_number: содержит знак, которого не бывает в тексте'],
  ])('%o', (row, reason) => expect(readLine(JSON.stringify(row))).toMatchObject({ reason }))
  it('names the place where JSON breaks', () =>
    expect(readLine('{"a": 1,}')).toMatchObject({ reason: 'не JSON: ошибка у знака 9' }))
})
