import { z } from 'zod'
import type { ReadRow } from '#shared/api/set-import.ts'
import { columnKindNames, type TableColumnKind } from '#shared/tables/column-kinds.ts'
import { isEmptyCell } from '#shared/tables/columns.ts'
import type { MeantRow } from '../../tables/find-meant-cases.ts'
import type { RowMatch } from '../../tables/judge-row.ts'

/** What rows of a table say by their columns: which case, and what the team notes about it. Pure. */
export type ImportedTable = { heads: readonly string[]; kinds: readonly TableColumnKind[] }
export type ImportedRow = { line: number; cells: readonly string[] }

export const texts = z.array(z.string())
const kindsOf = z.array(z.enum(columnKindNames).catch('own'))
export const tableOf = ({ heads, kinds }: { heads: unknown; kinds: unknown }) => ({
  heads: texts.parse(heads),
  kinds: kindsOf.parse(kinds),
})

/** Our own exports escape formulas with an apostrophe. */
export const writtenCell = (cell: string | undefined): string => {
  const text = (cell ?? '').trim().replace(/^'(?=\S)/, '')
  return isEmptyCell(text) ? '' : text
}
const textsOf = ({ kinds }: ImportedTable, { cells }: ImportedRow, kind: TableColumnKind): string[] =>
  kinds.flatMap((own, at) => (own === kind ? [writtenCell(cells[at])] : [])).filter(text => text !== '')

export function meantRow(table: ImportedTable, row: ImportedRow): MeantRow {
  const all = (kind: TableColumnKind): string[] => textsOf(table, row, kind)
  const one = (kind: TableColumnKind): string => all(kind)[0] ?? ''
  return {
    references: [...all('own_link'), ...all('link'), ...all('uid'), ...all('number')],
    ids: all('id'),
    protocol: one('protocol'),
    court: one('court'),
    name: one('name'),
    date: one('date'),
    article: one('article'),
  }
}

type KeptOfRow = { note: string; assignee: string; labels: string[]; columns: { title: string; text: string }[] }
/** `names`: kept columns are named by their heading, or by position. */
export function keptOfRow(table: ImportedTable, row: ImportedRow): KeptOfRow {
  const columns = table.kinds.flatMap((kind, at) => {
    const text = writtenCell(row.cells[at])
    return kind === 'own' && text !== '' ? [{ title: columnTitle(table.heads, at), text }] : []
  })
  return {
    note: textsOf(table, row, 'note').join('\n'),
    assignee: textsOf(table, row, 'assignee')[0] ?? '',
    labels: textsOf(table, row, 'tag')
      .flatMap(cell => cell.split(/[;\n]/).map(label => label.trim()))
      .filter(Boolean),
    columns,
  }
}
export const columnTitle = (heads: readonly string[], at: number): string => {
  const head = (heads[at] ?? '').trim()
  const same = heads.slice(0, at).filter(other => other.trim().toLowerCase() === head.toLowerCase()).length
  return head === '' ? `Столбец ${at + 1}` : same > 0 ? `${head} (${same + 1})` : head
}

/** Cells that may be kept: those of mapped columns. */
export const takenCells = ({ kinds }: ImportedTable, { cells }: ImportedRow): string[] =>
  kinds.map((kind, at) => (kind === 'skip' ? '' : (cells[at] ?? '')))
export const isBlankRow = (table: ImportedTable, row: ImportedRow): boolean =>
  takenCells(table, row).every(cell => writtenCell(cell) === '')

export const readRowOf = (line: number, match: RowMatch): ReadRow => ({
  line,
  outcome: match.outcome,
  why: match.outcome === 'found' ? '' : match.why,
  candidates: match.outcome === 'found' ? [match.case] : match.outcome === 'perhaps' ? match.candidates : [],
})
