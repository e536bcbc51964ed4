import type { ImportRequest, PreviewRequest, ReadRow, TableRead } from '#shared/api/set-import.ts'
import { showDate } from '#shared/domain/dates.ts'
import { counted, plural, showNumber } from '#shared/domain/wording.ts'
import { tidyCell } from '#shared/tables/case-reference.ts'
import { dayInColumn } from '#shared/tables/cells.ts'
import { columnRule, type TableColumnKind } from '#shared/tables/column-kinds.ts'
import {
  guessColumns,
  type ReadHeads,
  readHeads,
  type UnderstoodCells,
  understoodColumn,
} from '#shared/tables/columns.ts'

/** A table being imported, as the page holds it: phone numbers and other excluded columns stay in the browser. */
export type OpenTable = ReadHeads & { read: TableRead; kinds: TableColumnKind[]; isRemembered: boolean }
const mostShownColumns = 100

/** `isOneRow`: the second heading row is a row of values after all. */
export function openTable(read: TableRead, isOneRow = false): OpenTable {
  const head = readHeads(read.cells, isOneRow)
  const guessed = guessColumns(read.cells, head)
    .map(({ kind }) => kind)
    .slice(0, mostShownColumns)
  // Remembered kinds belong to the headings as read at first.
  const kinds = !isOneRow && read.kinds?.length === guessed.length ? read.kinds : guessed
  return { ...head, read, kinds, isRemembered: kinds === read.kinds }
}
/** Kinds that must be unique have one column: the former one becomes a kept column. */
export const withColumnKind = (
  kinds: readonly TableColumnKind[],
  at: number,
  kind: TableColumnKind,
): TableColumnKind[] => kinds.map((own, n) => (n === at ? kind : own === kind && columnRule(kind).isOnly ? 'own' : own))

export const cellsOfColumn = ({ read, first }: OpenTable, at: number): string[] =>
  read.cells.slice(first).flatMap(row => (row.some(cell => tidyCell(cell) !== '') ? [row[at] ?? ''] : []))
/** Serial numbers are sent as days, because a single row cannot tell them from sums. */
export const rowsOfTable = (table: OpenTable): PreviewRequest => {
  const { read, first, kinds, heads } = table
  const hasSerials = kinds.map((kind, at) => kind === 'date' && columnTold(table, at, kind).serialDays.length > 0)
  const taken = (cell: string, at: number): string => (hasSerials[at] ? (dayInColumn(cell) ?? cell) : cell)
  return {
    heads: kinds.map((_, at) => (heads[at] ?? '').slice(0, 2_000)),
    kinds,
    rows: read.cells.slice(first).flatMap((row, n) => {
      const cells = kinds.map((kind, at) => (kind === 'skip' ? '' : taken(row[at] ?? '', at)))
      return cells.every(cell => tidyCell(cell) === '') ? [] : [{ line: first + n + 1, cells }]
    }),
  }
}

export type Choices = ReadonlyMap<number, number | null>
export const withChoices = (table: OpenTable, choices: Choices): Pick<ImportRequest, 'heads' | 'kinds' | 'rows'> => {
  const { rows, ...rest } = rowsOfTable(table)
  return {
    ...rest,
    rows: rows.map(row => (choices.has(row.line) ? { ...row, choice: choices.get(row.line) ?? null } : row)),
  }
}

/** How many cases will be added and how many rows will wait, by the choices so far. */
export function outlook(rows: readonly ReadRow[], choices: Choices): { cases: number; waiting: number; left: number } {
  const cases = new Set<number>()
  let waiting = 0
  let left = 0
  for (const { line, outcome, candidates } of rows) {
    const chosen = choices.get(line)
    const id = chosen === undefined && outcome === 'found' ? candidates[0]?.id : chosen
    if (id === undefined || id === null) waiting += 1
    else cases.add(id)
    if (outcome === 'perhaps' && chosen === undefined) left += 1
  }
  return { cases: cases.size, waiting, left }
}

const headRowsText = [
  'без заголовков',
  'первая строка\u00a0— заголовки',
  'первые две строки\u00a0— заголовки',
  'первые три строки\u00a0— заголовки',
] as const
export const headsText = ({ headRows }: OpenTable): string => headRowsText[headRows] ?? ''
export const hasMoreHeads = ({ read }: OpenTable): boolean => readHeads(read.cells).headRows > 1

export const rowForms = ['строка', 'строки', 'строк'] as const
const serialsText = (days: readonly string[]): string => {
  const [from = '', ...others] = days.toSorted()
  if (from === '') return ''
  const until = others.at(-1) ?? from
  const range = from === until ? showDate(from) : `от ${showDate(from)} до ${showDate(until)}`
  return `${counted(days.length, ['число', 'числа', 'чисел'])} читаем как ${plural(days.length, ['дату', 'даты', 'даты'])} Excel: ${range}`
}
export const understoodText = (kind: TableColumnKind, told: UnderstoodCells, firstLine: number): string[] => {
  const { read, empty, odd, shortYears, initials, serialDays, values } = told
  const lines = odd.slice(0, 3).map(at => showNumber(at + firstLine))
  const more = odd.length > lines.length ? ` и ещё ${showNumber(odd.length - lines.length)}` : ''
  const notes = [
    odd.length > 0
      ? `не читается: ${plural(odd.length, ['строка', 'строки', 'строки'])} ${lines.join(', ')}${more}`
      : '',
    empty > 0 ? `${showNumber(empty)} ${plural(empty, ['пустая', 'пустые', 'пустых'])}` : '',
    shortYears > 0 ? 'год из двух цифр дополняем' : '',
    serialsText(serialDays),
    initials > 0 ? `у ${showNumber(initials)} только инициалы` : '',
  ].filter(Boolean)
  if (kind === 'tag') {
    const most = [...values].toSorted(([, a], [, b]) => b - a).slice(0, 3)
    return [
      counted(values.size, ['значение', 'значения', 'значений']),
      most.map(([text, count]) => `«${text}» ${showNumber(count)}`).join(', '),
    ]
  }
  return [`${showNumber(read)} из ${showNumber(read + empty + odd.length)}`, notes.join('; ')]
}
export const columnTold = (table: OpenTable, at: number, kind: TableColumnKind): UnderstoodCells =>
  understoodColumn(cellsOfColumn(table, at), kind)

const agreementNames = {
  link: 'ссылка',
  uid: 'УИД',
  protocol: 'протокол',
  number: 'номер',
  court: 'суд',
  name: 'имя',
  initials: 'фамилия и инициалы',
  surname: 'фамилия',
  day: 'день',
  article: 'статья',
} as const
export const agreementText = (agrees: readonly (keyof typeof agreementNames)[]): string =>
  agrees.length === 0 ? '' : `Совпадает: ${agrees.map(one => agreementNames[one]).join(', ')}`
