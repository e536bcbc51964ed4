import { regions } from '#shared/domain/regions.ts'
import { maxWatchText } from '#shared/domain/set-watch.ts'
import { tidyCell } from '#shared/tables/case-reference.ts'
import { articleInCell, dayInCell } from '#shared/tables/cells.ts'
import type { WatchedLine } from '../api/watching.ts'

/** Lines as typed or pasted: a name, number or УИД, then other facts in any order, separated by semicolons or cells. */
const plain = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/^г\.\s*/, '')
const regionNumbers = new Map(regions.map(({ number, title }) => [plain(title), number]))

const factOf = (cell: string): Omit<WatchedLine, 'text'> => {
  const region = regionNumbers.get(plain(cell))
  if (region !== undefined) return { region }
  if (dayInCell(cell) !== undefined) return { day: cell }
  // Anything else is taken as a court, and the server reports an unknown one.
  return articleInCell(cell) === undefined ? { court: cell } : { article: cell }
}

/** Of the shape of a day: it is one that does not exist. */
const noDay = /^(?:\d{1,2}\.\d{1,2}\.\d{4}|\d{4}-\d{1,2}-\d{1,2})$/

/** A string is the reason why the line cannot be watched. */
export function readWatchedLine(line: string): WatchedLine | string {
  const [text = '', ...cells] = line.split(/[;\t]/).map(tidyCell)
  if (text === '') return 'Начните строку с имени, номера или УИД.'
  if (line.length > maxWatchText) return `Строка длиннее ${maxWatchText} знаков.`
  const row: WatchedLine = { text }
  for (const fact of cells.filter(Boolean).map(factOf)) {
    const [key, said] = Object.entries(fact)[0] ?? []
    if (key === 'court' && noDay.test(`${said}`)) return `«${said}»\u00a0— не\u00a0дата. Дату пишут как 03.10.2026.`
    if (key === 'court' && row.court !== undefined)
      return `Непонятно, где здесь суд: «${row.court}» или «${said}». Дату пишут как 03.10.2026, регион\u00a0— его названием.`
    if (key !== undefined && key in row) return 'Суд, регион, статью и дату указывают по одному разу.'
    Object.assign(row, fact)
  }
  return row
}
