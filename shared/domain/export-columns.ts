import { keysOf } from './keys-of.ts'
import { type Holder, hasRight, type Right } from './permissions.ts'

/**
 * Columns of exported files (§3 «CSV columns offered») in order. Each format renders each `kind` of cell
 * (server/exports/).
 */
export type ValueOfKind = {
  number: number
  text: string | null
  day: string | null
  flag: boolean
  link: string | null
  texts: readonly string[]
  amounts: readonly number[]
}
export type ColumnKind = keyof ValueOfKind
export type CellValue = ValueOfKind[ColumnKind]
export const listSeparator = '; '

type ColumnOf = { kind: ColumnKind; label: string; usual: boolean; onlyFor?: Right }

// biome-ignore format: a table reads best as one
export const exportColumns = {
  id: { kind: 'number', label: 'Номер в Судмониторе', usual: true },
  entry_date: { kind: 'day', label: 'Дата поступления', usual: true },
  result_date: { kind: 'day', label: 'Дата решения', usual: true },
  type: { kind: 'text', label: 'Кодекс', usual: true },
  stage: { kind: 'text', label: 'Инстанция', usual: true },
  url: { kind: 'link', label: 'Карточка на сайте суда', usual: false },
  sm_url: { kind: 'link', label: 'Дело в Судмониторе', usual: true },
  appeal_date: { kind: 'day', label: 'Дата рассмотрения жалобы', usual: false },
  codex_articles: { kind: 'texts', label: 'Статьи', usual: true },
  result_text_url: { kind: 'link', label: 'Адрес текста решения', usual: false },
  result_text: { kind: 'text', label: 'Текст решения', usual: false },
  penalty: { kind: 'texts', label: 'Наказание', usual: true },
  defendants_simple: { kind: 'texts', label: 'Лица', usual: true },
  defendants_gender: { kind: 'texts', label: 'Пол', usual: false },
  judge: { kind: 'text', label: 'Судья', usual: true },
  court: { kind: 'text', label: 'Суд', usual: true },
  in_favorites: { kind: 'flag', label: 'В избранном', usual: false },
  court_city: { kind: 'text', label: 'Город', usual: false },
  region: { kind: 'text', label: 'Регион', usual: true },
  result_type: { kind: 'text', label: 'Результат', usual: true },
  penalty_type: { kind: 'texts', label: 'Вид наказания', usual: false },
  penalty_value: { kind: 'amounts', label: 'Размер наказания', usual: false },
  case_number: { kind: 'text', label: 'Номер дела', usual: true },
  case_uid: { kind: 'text', label: 'УИД', usual: true },
  tags: { kind: 'texts', label: 'Метки', usual: false, onlyFor: 'tag_editor' },
  penalty_unit: { kind: 'texts', label: 'Единица размера', usual: false },
} as const satisfies Readonly<Record<string, ColumnOf>>

export type ExportColumn = keyof typeof exportColumns
export type KindOfColumn<C extends ExportColumn> = (typeof exportColumns)[C]['kind']

const table: Readonly<Record<ExportColumn, ColumnOf>> = exportColumns
export const isExportColumn = (name: string): name is ExportColumn => Object.hasOwn(exportColumns, name)
export const exportColumnNames: readonly ExportColumn[] = keysOf(exportColumns)

export const exportColumnOf = (name: ExportColumn): ColumnOf => table[name]
const mayHave = (holder: Holder, name: ExportColumn): boolean => {
  const { onlyFor } = table[name]
  return onlyFor === undefined || hasRight(holder, onlyFor)
}
export const columnsFor = (holder: Holder): ExportColumn[] => exportColumnNames.filter(name => mayHave(holder, name))
export const usualColumns = (holder: Holder): ExportColumn[] => columnsFor(holder).filter(name => table[name].usual)
export const columnsInOrder = (names: readonly ExportColumn[]): ExportColumn[] =>
  exportColumnNames.filter(name => names.includes(name))
export const foreignColumns = (holder: Holder, names: readonly ExportColumn[]): ExportColumn[] =>
  names.filter(name => !mayHave(holder, name))

export const exportFormats = [
  { value: 'csv', label: 'CSV', type: 'text/csv; charset=utf-8' },
  { value: 'xlsx', label: 'Excel', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  { value: 'ndjson', label: 'NDJSON', type: 'application/x-ndjson; charset=utf-8' },
] as const
export type ExportFormat = (typeof exportFormats)[number]['value']
