import { z } from 'zod'
import { maxTagRows } from '../domain/limits.ts'
import { maxSetTitle } from '../domain/sets.ts'
import { columnKindNames } from '../tables/column-kinds.ts'
import { bodyObject, detailError, givenText, idParam, listOf, requiredText, rowNumber } from './lists.ts'
import { workingSet } from './sets.ts'

/** Import of a user's table into a working set (decision 0103). */
const id = z.int()
const kind = z.enum(columnKindNames, { error: 'Такого вида столбца нет.' })
const mostCells = 100
const mostSheets = 100_000
const tooManySheets = 'В книге слишком много листов.'
/** PostgreSQL cannot store a lone surrogate. */
const storable = z
  .string({ error: 'Нужен текст.' })
  .overwrite(text => text.toWellFormed())
  .refine(text => !text.includes('\0'), { error: 'Недопустимый знак с кодом 0.' })
const cell = storable.max(2_000, { error: 'Ячейка: не больше 2 000 знаков.' })
const cells = z
  .array(cell, { error: 'Нужны ячейки строки.' })
  .max(mostCells, { error: `Не больше ${mostCells} столбцов.` })

export const tableText = z.strictObject(
  {
    text: z.string().max(2_000_000, { error: 'Текст длиннее 2 000 000 знаков. Разделите его на части.' }).optional(),
    table: z
      .object({
        cells: z.array(z.array(storable)),
        sheet: z.int().min(1).max(mostSheets, { error: tooManySheets }).default(1),
        sheets: z.int().min(0).max(mostSheets, { error: tooManySheets }),
      })
      .optional(),
    file_name: z.string().max(200).optional().default(''),
  },
  { error: 'Приложите файл XLSX, ODS или CSV или пришлите текст.' },
)
/** `kinds`: how the last file with these headings was mapped; `sheet`: the first non-empty one. */
export const tableRead = z.object({
  file_name: z.string(),
  // The previous version always reads the first sheet and omits this field.
  sheet: id.default(1),
  sheets: id,
  cells: z.array(z.array(z.string())),
  kinds: z.array(kind).nullable(),
})
export type TableRead = z.infer<typeof tableRead>

const line = z.int({ error: 'Нужен номер строки.' }).min(1).max(10_000_000)
const table = {
  heads: cells,
  kinds: z.array(kind, { error: 'Нужны виды столбцов.' }).max(mostCells, { error: `Не больше ${mostCells} столбцов.` }),
}
const noRows = 'Нужны строки таблицы.'
const tooMany = `Не больше ${maxTagRows} строк за раз.`
/** Cells of columns that are not taken may be omitted. */
const rowsOf = <Row extends z.ZodType>(row: Row) =>
  z
    .array(row, { error: noRows })
    .min(1, { error: 'В таблице нет ни одной строки.' })
    .max(maxTagRows, { error: tooMany })
export const previewRequest = bodyObject({ ...table, rows: rowsOf(z.strictObject({ line, cells })) }, noRows)
export type PreviewRequest = z.output<typeof previewRequest>

const rowAgreements = [
  'link',
  'uid',
  'protocol',
  'number',
  'court',
  'name',
  'initials',
  'surname',
  'day',
  'article',
] as const
export type RowAgreement = (typeof rowAgreements)[number]
const caseCandidate = z.object({
  id,
  case_number: z.string(),
  court: z.string(),
  people: z.array(z.string()),
  day: z.string().nullable(),
  agrees: z.array(z.enum(rowAgreements)),
})
export type CaseCandidate = z.infer<typeof caseCandidate>
const rowOutcomes = ['found', 'perhaps', 'not_found'] as const
const readRow = z.object({
  line: id,
  outcome: z.enum(rowOutcomes),
  why: z.string(),
  /** The match, or the cases to choose from. */
  candidates: z.array(caseCandidate),
})
export type ReadRow = z.infer<typeof readRow>
export const importPreview = z.object({
  rows: z.array(readRow),
  cases: id.meta({ description: 'Сколько разных дел найдено точно' }),
  /** `titles`: empty when no court has this name; several when they cannot be distinguished. */
  courts: z.array(z.object({ written: z.string(), titles: z.array(z.string()) })),
})
export type ImportPreview = z.infer<typeof importPreview>

/** `choice`: the case chosen for an ambiguous row; null leaves it in «не найдено». */
export const importRequest = bodyObject(
  {
    ...table,
    rows: rowsOf(z.strictObject({ line, cells, choice: rowNumber('Такого дела нет.').nullable().optional() })),
    set: rowNumber('Такой подборки нет.').optional(),
    title: requiredText('Название', maxSetTitle).optional(),
    file_name: givenText('Имя файла', 200).optional().default(''),
    remember: z.boolean({ error: 'Нужно true или false.' }).optional().default(false),
  },
  'Нужны строки таблицы и title новой подборки или номер своей (set).',
)
export type ImportRequest = z.output<typeof importRequest>
export const importDone = z.object({
  import_id: id,
  added: id,
  already: id,
  unfound: id,
  not_overwritten: id.meta({ description: 'Сколько текстов таблицы не записано: в подборке на их месте другие' }),
  set: workingSet,
})
export type ImportDone = z.infer<typeof importDone>

const unfoundRow = readRow.extend({
  id,
  import_id: id,
  file_name: z.string(),
  /** What was taken from the row, by headings of its table. */
  said: z.array(z.object({ head: z.string(), text: z.string() })),
})
export type UnfoundRow = z.infer<typeof unfoundRow>
export const unfoundList = listOf(unfoundRow)
export const unfoundParams = z.object({ id: idParam, row: idParam })
export const unfoundChange = bodyObject(
  { case_id: rowNumber('Такого дела нет.').nullable() },
  'Нужен номер дела; null — убрать строку.',
)
const setImport = z.object({
  id,
  username: z.string().nullable(),
  file_name: z.string(),
  created_at: z.string(),
  rows: id,
  added: id,
  unfound: id,
  undone_at: z.string().nullable(),
  undone_by: z.string().nullable(),
})
export type SetImport = z.infer<typeof setImport>
export const setImportList = listOf(setImport)
/** Servers of the previous version omit `is_set_deleted`. */
export const importUndone = detailError.extend({
  is_set_deleted: z.boolean().optional().meta({ description: 'Удалена ли и подборка, которую таблица создала' }),
})
export type ImportUndone = z.infer<typeof importUndone>
export const importParams = z.object({ id: idParam, import: idParam })
