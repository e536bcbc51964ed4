import { hasShortYear, isCaseLink, isNumber, isProtocolNumber, tidyCell, writtenUid } from './case-reference.ts'
import { areSerialDays, articleInCell, dayInCell, dayInColumn, isMailAddress, isPhone, nameInCell } from './cells.ts'
import {
  columnRule,
  headKind,
  isOfAnother,
  isOfCase,
  isPrivate,
  kindOfHead,
  partsOf,
  plainHead,
  referenceKinds,
  type TableColumnKind,
  unsureHeads,
} from './column-kinds.ts'

/** Kinds of the columns of a user's table, and the interpretation of their cells. */

export type CellTable = readonly (readonly string[])[]
type ReadColumn = { head: string; kind: TableColumnKind }
/** `first`: the first row of values; `headRows`: the number of heading rows above it. */
export type ReadHeads = { heads: string[]; first: number; headRows: number }

const mostTitles = 10
const isBlankRow = (row: readonly string[] | undefined): boolean =>
  row === undefined || row.every(cell => tidyCell(cell) === '')
const tellsCase = (cell: string): boolean =>
  isNumber(cell) || writtenUid(cell) !== undefined || isCaseLink(cell) || isProtocolNumber(cell)

/** The row of headings, possibly after a title; without one, columns are recognised by their values. */
export function readHeads(table: CellTable, isOneRow = false): ReadHeads {
  const first = table.findIndex(row => !isBlankRow(row))
  const isHead = (row: readonly string[]): boolean =>
    !row.some(tellsCase) && row.some(cell => headKind(cell) !== undefined)
  const until = table.findIndex(row => row.some(tellsCase))
  const titled = table.slice(0, until < 0 ? mostTitles : Math.min(until, mostTitles))
  const at = titled.findIndex(isHead)
  if (at >= 0) return isOneRow ? oneRow(table, at) : headsAt(table, at)
  const row = table[first] ?? []
  // Words above numbers are unknown headings.
  const isWords = !row.some(cell => tellsCase(cell) || dayInCell(cell) !== undefined) && until > first
  return isWords && first >= 0 ? oneRow(table, first) : { heads: [], first: Math.max(first, 0), headRows: 0 }
}

const tidyRow = (table: CellTable, at: number): string[] => [...(table[at] ?? [])].map(tidyCell)
const oneRow = (table: CellTable, at: number): ReadHeads => ({ heads: tidyRow(table, at), first: at + 1, headRows: 1 })
/** Including a second row with columns of groups, and one that numbers the columns. */
function headsAt(table: CellTable, at: number): ReadHeads {
  const upper = tidyRow(table, at)
  const lower = tidyRow(table, at + 1)
  const heads = isSecondRow(upper, lower) ? joinedHeads(upper, lower) : undefined
  const named = heads === undefined ? oneRow(table, at) : { heads, first: at + 2, headRows: 2 }
  if (!numbersColumns(named.heads, tidyRow(table, named.first), tidyRow(table, named.first + 1))) return named
  return { ...named, first: named.first + 1, headRows: named.headRows + 1 }
}
/** Words that never make up a row of values; «суд», «телеграм» and «обвиняемый» may be values. */
const surelyHead = /^(?:№|номер|ф\. ?и\. ?о|фио|фамилия|уид|статья|дата)/
/**
 * A second row of headings contains no person: names of groups leave gaps above, and every cell below is a known
 * heading or repeats the one above.
 */
function isSecondRow(upper: readonly string[], lower: readonly string[]): boolean {
  const written = lower.flatMap((cell, n) => (cell === '' ? [] : [{ cell, above: upper[n] ?? '' }]))
  const hasGap = lower.some((cell, n) => cell !== '' && !upper[n] && upper.slice(0, n).some(Boolean))
  const areHeads = written.every(({ cell, above }) => cell === above || kindOfHead.has(plainHead(cell)))
  return written.length > 1 && hasGap && areHeads && written.some(({ cell }) => surelyHead.test(plainHead(cell)))
}
/** The name of a group is only above its first column. */
function joinedHeads(upper: readonly string[], lower: readonly string[]): string[] {
  let group = ''
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, n) => {
    const [above = '', below = ''] = [upper[n], lower[n]]
    group = above || group
    if (below === '' || below === above) return above
    return group === '' ? below : `${group}: ${below}`
  })
}
/** A row that numbers every column with a heading; if the next row continues the count, it is a row of values. */
function numbersColumns(heads: readonly string[], row: readonly string[], next: readonly string[]): boolean {
  const isEach = heads.every((head, n) => head === '' || row[n] === String(n + 1))
  const isOnly = row.every((cell, n) => cell === '' || cell === String(n + 1))
  return isEach && isOnly && row.filter(Boolean).length > 2 && next[0] !== '2'
}

const looked = 300
const mostly = 0.6
/** From the most to the least specific. */
const byValues = [
  'uid',
  'link',
  'number',
  'protocol',
  'date',
  'article',
  'court',
  'name',
] as const satisfies readonly TableColumnKind[]

/** `beside`: for a column without a heading, the nearest heading on its left, which may be its group. */
function kindByValues(head: string, cells: readonly string[], beside: string): TableColumnKind | undefined {
  if (cells.length === 0) return undefined
  const share = (reads: (cell: string) => boolean): number => cells.filter(reads).length / cells.length
  if (share(isPhone) >= mostly / 2 || share(isMailAddress) >= mostly / 2) return 'skip'
  const mayBe = (kind: TableColumnKind): boolean =>
    kind === 'name'
      ? !isOfAnother(head || beside)
      : kind !== 'article' || plainHead(head) === '' || cells.some(saysArticle)
  const known = byValues.find(kind => mayBe(kind) && share(cell => columnRule(kind).reads?.(cell) ?? false) >= mostly)
  if (known !== undefined) return known
  return countsRows(head, cells) ? 'skip' : undefined
}
/** «150» and «1.5» may also be sums; «20.2 ч. 5», «ст. 318», «20.3 КоАП» and «20.2.5» may not. */
const saysArticle = (cell: string): boolean =>
  articleInCell(cell) !== undefined && /\p{L}|\(|\d\.\d+\.\d/u.test(tidyCell(cell))
/**
 * Years, terms and sums may be ascending as well: row numbers need a matching heading, or no heading and a start from
 * 1.
 */
const rowHead = /^(?:#|строка|№ строки|номер строки|порядковый номер|нпп|пп)$/
const mayCount = (head: string, first: number): boolean => {
  const told = headKind(head)
  const plain = plainHead(head)
  if (plain === '') return first <= 1
  return told === 'skip' || isReferenceKind(told) || unsureHeads.has(plain) || rowHead.test(plain)
}
const isReferenceKind = (kind: TableColumnKind | undefined): boolean => referenceKinds.some(one => one === kind)
/** 1, 2, 3, possibly with gaps. */
function countsRows(head: string, cells: readonly string[]): boolean {
  if (!cells.every(cell => /^\d{1,5}\.?$/.test(cell))) return false
  const [first = 0, ...others] = cells.map(cell => Number.parseInt(cell, 10))
  if (!mayCount(head, first)) return false
  const isAscending = others.every((number, at) => number > (others[at - 1] ?? first))
  return isAscending && (others.length === 0 ? first === 1 : (others.at(-1) ?? 0) - first < 2 * cells.length)
}

/**
 * One kind per column; unrecognised columns keep their heading, and columns that look like phone numbers are left out.
 */
export function guessColumns(table: CellTable, { heads, first }: ReadHeads = readHeads(table)): ReadColumn[] {
  const width = table.reduce((most, row) => Math.max(most, row.length), heads.length)
  const taken = new Set<TableColumnKind>()
  const guessed = Array.from({ length: width }, (_, at): ReadColumn => {
    const head = heads[at] ?? ''
    const cells = table
      .slice(first, first + looked)
      .flatMap(row => tidyCell(row[at] ?? '').replace(/^'(?=\S)/, '') || [])
    const beside = head === '' ? (heads.slice(0, at).findLast(Boolean) ?? '') : ''
    return { head, kind: kindOfColumn(head, cells, beside) }
  })
  // Digits under «ID» or «Дело» are row ids of that table when another column names cases.
  if (guessed.some(({ kind }) => kind === 'number' || kind === 'uid' || kind === 'link' || kind === 'own_link'))
    for (const column of guessed)
      if (column.kind === 'id' && unsureHeads.has(plainHead(column.head))) column.kind = 'skip'
  // Known headings have priority over recognised values.
  const order = guessed
    .map((_, at) => at)
    .toSorted((a, b) => Number(isSure(guessed[b])) - Number(isSure(guessed[a])) || a - b)
  for (const at of order) {
    const column = guessed[at]
    if (column === undefined) continue
    if (columnRule(column.kind).isOnly && taken.has(column.kind)) guessed[at] = { ...column, kind: 'own' }
    taken.add(column.kind)
  }
  return guessed
}
const isSure = (column: ReadColumn | undefined): boolean =>
  column !== undefined && headKind(column.head) === column.kind

function kindOfColumn(head: string, cells: readonly string[], beside: string): TableColumnKind {
  const told = headKind(head)
  const seen = kindByValues(head, cells, beside)
  if (cells.length === 0) return told ?? 'skip'
  // «Паспорт» is only above its series; the number has no heading.
  if (beside !== '' && isPrivate(beside)) return seen === 'uid' || seen === 'link' || seen === 'number' ? seen : 'skip'
  // Regardless of the heading: phone numbers are never imported silently.
  if (told === 'id' && (seen === undefined || seen === 'skip')) return 'id'
  if (seen === 'skip') return 'skip'
  if (told === undefined) return seen ?? 'own'
  const { group, own } = partsOf(head) ?? { group: '', own: head }
  if (told === 'own' || isPrivate(group) || !unsureHeads.has(plainHead(own))) return told
  // A number in a group of people may be a passport number.
  if (group !== '' && !isOfCase(group)) return isReferenceKind(seen) && seen !== undefined ? seen : 'skip'
  return seen ?? told
}

/** How much of a column was parsed as its kind; `odd`: indexes of other cells, from 0. */
export type UnderstoodCells = {
  read: number
  empty: number
  odd: number[]
  shortYears: number
  initials: number
  /** Days stored as serial numbers. */
  serialDays: string[]
  values: Map<string, number>
}
export function understoodColumn(cells: readonly string[], kind: TableColumnKind): UnderstoodCells {
  const isSerial = kind === 'date' && areSerialDays(cells.filter(cell => !isEmptyCell(tidyCell(cell))))
  const { reads } = columnRule(kind)
  const told: UnderstoodCells = {
    read: 0,
    empty: 0,
    odd: [],
    shortYears: 0,
    initials: 0,
    serialDays: [],
    values: new Map(),
  }
  for (const [at, written] of cells.entries()) {
    const cell = tidyCell(written)
    const serialDay = isSerial ? dayInColumn(cell) : undefined
    if (isEmptyCell(cell)) told.empty += 1
    else if (serialDay !== undefined) {
      told.read += 1
      told.serialDays.push(serialDay)
    } else if (reads !== undefined && !reads(cell)) told.odd.push(at)
    else {
      told.read += 1
      if (kind === 'number' && hasShortYear(cell)) told.shortYears += 1
      if (kind === 'name' && (nameInCell(cell)?.rest ?? []).every(word => word.length === 1)) told.initials += 1
      if (told.values.size < looked) told.values.set(cell, (told.values.get(cell) ?? 0) + 1)
    }
  }
  return told
}
/** «—» means empty. */
export const isEmptyCell = (cell: string): boolean =>
  /^[\s\-–—.?]*$/u.test(cell) || /^(?:нет|н\/д|не указан[оа]?)$/iu.test(cell)
