import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cell, csvCell, csvFile, csvLine } from './csv.ts'

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
