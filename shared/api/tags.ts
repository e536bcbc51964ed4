import { z } from 'zod'
import { isBlank } from '../domain/blank-text.ts'
import { maxTagRows, maxTagText } from '../domain/limits.ts'
import { bodyObject, listOf, pageParam, rowNumber, sizeParam, strictQuery } from './lists.ts'

/** Tags of many cases by a table (§7 upload-case-tags), and their directory. */
const cell = (name: string) =>
  z
    .string({ error: `${name}: нужен текст.` })
    .max(2_000, { error: `${name}: не больше 2 000 знаков.` })
    .refine(value => !value.includes('\0'), { error: `${name}: недопустимый знак с кодом 0.` })

const tagRow = z.strictObject({
  case: z.union([cell('Дело'), rowNumber('').transform(String)], {
    error: 'Дело: нужен номер в Судмониторе, ссылка или номер дела в суде.',
  }),
  court: cell('Суд').optional().default(''),
  tag: cell('Метка'),
  line: z
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .optional()
    .meta({ description: 'Номер строки в таблице; без него — по порядку' }),
})
export type TagRowInput = z.input<typeof tagRow>

/** Letter case, ё and spaces do not distinguish tags. */
export const sameTag = (text: string): string => text.toLowerCase().replaceAll('ё', 'е').replaceAll(/\s+/g, ' ').trim()

const tagActions = ['add', 'remove'] as const
export type TagAction = (typeof tagActions)[number]
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform(value => value === 'true')], {
  error: 'Нужно true или false.',
})
export const tagUploadRequest = bodyObject(
  {
    rows: z
      .array(tagRow, { error: 'Нужны строки таблицы: дело и метка.' })
      .min(1, { error: 'В таблице нет ни одной строки.' })
      .max(maxTagRows, { error: `Не больше ${maxTagRows} строк за раз.` }),
    action: z
      .enum(tagActions, { error: 'Возможные значения: add, remove.' })
      .optional()
      .default('add')
      .meta({ description: 'Поставить метки или снять их' }),
    dry_run: flag
      .optional()
      .default(false)
      .meta({ description: 'true: только показать, что изменится, ничего не меняя' }),
    file_name: z.string().max(200).optional().default(''),
  },
  'Нужен объект с полем rows.',
)
export type TagUploadRequest = z.output<typeof tagUploadRequest>

const id = z.number().int()
/** `change`: will be set or removed; `same`: no change needed; else the reason why nothing changes. */
const tagOutcomes = ['change', 'same', 'repeated', 'not_found', 'ambiguous', 'no_tag', 'unreadable'] as const
export type TagOutcome = (typeof tagOutcomes)[number]
const tagLine = z.object({
  /** Line of the table, from 1. */
  line: id,
  outcome: z.enum(tagOutcomes),
  /** Empty when nothing is wrong. */
  why: z.string(),
  /** As written. */
  asked: z.string(),
  tag: z.string(),
  is_new_tag: z.boolean(),
  case: z.object({ id, case_number: z.string(), court: z.string() }).nullable(),
})
export type TagLine = z.infer<typeof tagLine>

export const tagUploadAnswer = z.object({
  /** null when nothing was applied. */
  upload_id: id.nullable(),
  cases: id,
  changes: id,
  refused: id,
  new_tags: z.array(z.string()),
  lines: z.array(tagLine),
})
export type TagUploadAnswer = z.infer<typeof tagUploadAnswer>

const tagUpload = z.object({
  id,
  username: z.string().nullable(),
  uploaded_at: z.string(),
  action: z.enum(tagActions),
  file_name: z.string(),
  rows: id,
  cases: id,
  tags: z.array(z.string()),
  undone_at: z.string().nullable(),
  undone_by: z.string().nullable(),
})
export type TagUpload = z.infer<typeof tagUpload>
export const tagUploadList = listOf(tagUpload)

const directoryTag = z.object({ id, value: z.string(), cases_count: id })
export type DirectoryTag = z.infer<typeof directoryTag>
export const directoryTagList = listOf(directoryTag)
export const directoryTagsQuery = strictQuery({
  query: z
    .string()
    .trim()
    .max(200, { error: 'Не больше 200 знаков.' })
    .refine(value => !value.includes('\0'), { error: 'Недопустимый знак с кодом 0.' })
    .optional()
    .default(''),
  page: pageParam,
  size: sizeParam(),
})
const value = z
  .string({ error: 'Нужно название метки.' })
  .transform(text => text.replaceAll(/\s+/g, ' ').trim())
  .refine(text => !isBlank(text), { error: 'Введите название метки.' })
  .refine(text => text.length <= maxTagText, { error: `Не больше ${maxTagText} знаков.` })
  .refine(text => !/[;\0]/.test(text), { error: 'В метке не может быть точки с запятой: она разделяет метки.' })
export const tagValue = value
export const tagRename = z.strictObject({ value })
export const tagMerge = z.strictObject({ into: rowNumber('Нужен номер метки, которая останется.') })
