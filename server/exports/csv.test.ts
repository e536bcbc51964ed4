import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CellValue, ColumnKind } from '#shared/domain/export-columns.ts'
import { type Cell, csvCell, csvFile, csvLine, csvTable } from './csv.ts'
import { xmlText } from './xlsx.ts'

describe('a cell of a CSV file', () => {
  it.each<[Cell, string]>([
    ['Ветрогонов Пётр', 'Ветрогонов Пётр'],
    ['20.2 ч.\u00a05 КоАП', '20.2 ч. 5 КоАП'],
    ['ООО «Ромашка»; филиал', '"ООО «Ромашка»; филиал"'],
    ['он сказал "да"', '"он сказал ""да"""'],
    ['две\nстроки', '"две\nстроки"'],
    ['=1+1', "'=1+1"],
    ['+7 900', "'+7 900"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['  =HYPERLINK("x")', '"\'  =HYPERLINK(""x"")"'],
    ['\t=1', "'\t=1"],
    ['5-209/2026', '5-209/2026'],
    [-5, '-5'],
    [true, 'true'],
    [null, ''],
    ['', ''],
  ])('%j', (cell, written) => expect(csvCell(cell)).toBe(written))

  it('never begins with what a table program computes', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const opened = csvCell(text).replace(/^"/, '')
        expect(/^[\s]*[=+\-@]/.test(opened)).toBe(false)
      }),
    ))
  it('is read back as it was written, whatever stands in it', () =>
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 4 }), cells => {
        const shown = cells.map(cell => cell.replaceAll('\u00a0', ' ').replaceAll('\0', ''))
        expect(readLine(csvLine(cells)).map(cell => cell.replace(/^'/, ''))).toEqual(
          shown.map(cell => cell.replace(/^'/, '')),
        )
      }),
    ))
})

describe('a CSV file', () => {
  it('begins with the mark of UTF-8 and its heads, and ends every line', async () => {
    async function* batches() {
      yield [[1, 'а']]
      yield []
      yield [[2, 'б;в']]
    }
    let text = ''
    for await (const piece of csvFile(['id', 'name'], batches())) text += piece
    expect(text).toBe('\uFEFFid;name\r\n1;а\r\n2;"б;в"\r\n')
  })
})

describe('a typed cell', () => {
  const table = async (kind: ColumnKind, value: CellValue) => {
    let text = ''
    for await (const piece of csvTable([{ label: 'x', kind }], once([[value]]))) text += piece
    return text.slice('\uFEFFx\r\n'.length, -'\r\n'.length)
  }
  it.each<[ColumnKind, CellValue, string]>([
    ['number', 1204, '1204'],
    ['text', 'Ветрогонов Пётр', 'Ветрогонов Пётр'],
    ['text', null, ''],
    // Excel takes all of these for something else.
    ['text', '1-12/2026', "'1-12/2026"],
    ['text', '20.2', "'20.2"],
    ['text', '2026-03-02', "'2026-03-02"],
    ['text', '007', "'007"],
    ['text', '1e5', "'1e5"],
    ['text', '123456789012345678', "'123456789012345678"],
    ['text', '5-209/2026', '5-209/2026'],
    ['text', '77RS0001-01-2026-000123-45', '77RS0001-01-2026-000123-45'],
    ['text', '=1+1', "'=1+1"],
    ['day', '2026-03-02', '2026-03-02'],
    ['day', null, ''],
    ['flag', true, 'да'],
    ['link', 'https://e.example/?a=1;b', '"https://e.example/?a=1;b"'],
    ['link', '@e', "'@e"],
    ['texts', [], ''],
    ['texts', ['20.2 ч. 5 КоАП', '19.3 ч. 1 КоАП'], '"20.2 ч. 5 КоАП; 19.3 ч. 1 КоАП"'],
    ['amounts', [], ''],
    ['amounts', [10_000], '10000'],
    ['amounts', [2.5], '2,5'],
    ['amounts', [500, 2.5], '"500; 2,5"'],
  ])('%s %j', async (kind, value, written) => expect(await table(kind, value)).toBe(written))
})
async function* once<T>(value: T): AsyncGenerator<T> {
  yield value
}

describe('a text of a workbook', () => {
  it.each([
    ['a < b & "c"', 'a &lt; b &amp; "c"'],
    // A letter to Excel, unless it is told otherwise.
    ['_x0041_', '_x005F_x0041_'],
    ['\u0000\u0008ноль\uFFFE', 'ноль'],
    ['пара \uD800', 'пара \uFFFD'],
  ])('%j', (text, written) => expect(xmlText(text)).toBe(written))
  it('is no longer than a cell holds', () => expect(xmlText('а'.repeat(40_000)).length).toBe(32_767))
})

/** RFC 4180, the reading side. */
function readLine(line: string): string[] {
  const cells: string[] = []
  let at = 0
  while (at <= line.length - 2) {
    let cell = ''
    if (line[at] === '"') {
      for (at += 1; line[at] !== '"' || line[at + 1] === '"'; at += 1) {
        if (line[at] === '"') at += 1
        cell += line[at]
      }
      at += 1
    } else for (; line[at] !== ';' && !(line[at] === '\r' && at === line.length - 2); at += 1) cell += line[at]
    cells.push(cell)
    at += 1
  }
  return cells
}
