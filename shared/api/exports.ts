import { z } from 'zod'
import { exportColumnNames, exportFormats } from '../domain/export-columns.ts'
import { maxListValues, maxPicked } from '../domain/limits.ts'
import { defaultOrdering, listOrderingValues } from '../domain/orderings.ts'
import { caseListFields } from '../filters/case-fields.ts'
import { querySchema } from '../filters/wire.ts'
import { columnNamed } from './columns.ts'
import { orderingParam, rowNumber, rowsParam, strictQuery } from './lists.ts'
import { givenParams } from './saved.ts'
import { chatIdPattern } from './telegram.ts'

/** Cases as files (§3 «Export request», «CSV columns offered», §7). The order of columns is fixed. */
const columns = z
  .array(columnNamed(exportColumnNames), { error: 'Нужен список столбцов.' })
  .max(exportColumnNames.length, { error: 'Столбец назван дважды.' })
  .refine(names => new Set(names).size === names.length, { error: 'Столбец назван дважды.' })
  .refine(names => names.includes('id'), { error: 'Среди столбцов нужен id.' })

const ordering = orderingParam(
  listOrderingValues,
  defaultOrdering,
  'Порядок строк; минус впереди обращает его. relevance: по релевантности, когда ищутся слова, до 10 000 дел',
)

const fields = z
  .preprocess(
    asked => (asked === undefined ? undefined : [asked].flat().flatMap(name => String(name).split(','))),
    columns.optional(),
  )
  .meta({ description: 'Столбцы, среди них id: повторённый параметр или через запятую; без параметра — все' })

const limit = rowsParam(1, 'Не больше стольких строк')
const offset = rowsParam(0, 'Столько строк пропустить')

/** Picked cases: restricts the result of the filters to these. Comma-separated in a URL. */
const noCase = 'Нужны номера дел.'
const fewCases = `По ссылке не больше ${maxListValues.toLocaleString('ru-RU')} выбранных дел: закажите выгрузку.`
export const casesParam = z
  .string({ error: noCase })
  .regex(/^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/, { error: noCase })
  .transform(text => [...new Set(text.split(',').map(Number))])
  .refine(ids => ids.length <= maxListValues, { error: fewCases })
  .optional()
  .meta({ description: 'Только эти дела из найденных, через запятую' })

/** The direct link (§7 `data/casescsv/export.csv`). */
export const caseExportQuery = querySchema(caseListFields, { ordering, fields, limit, offset, cases: casesParam })

const formats = exportFormats.map(({ value }) => value)
const format = z.enum(formats, { error: `Возможные виды файла: ${formats.join(', ')}.` })

/** In the words of the specification (§5, §8). */
export const noTelegramId = 'Что-то пошло не так. Обновите страницу и попробуйте еще раз'

/** POST exports/ (§3). `telegram: null` does not send the file. */
export const exportRequest = z.strictObject({
  selected_columns: columns,
  filters: givenParams,
  cases: z
    .array(rowNumber(noCase), { error: noCase })
    .min(1, { error: noCase })
    .max(maxPicked, { error: `Не больше ${maxPicked.toLocaleString('ru-RU')} выбранных дел.` })
    .transform(ids => [...new Set(ids)])
    .optional()
    .meta({ description: 'Только эти дела из найденных' }),
  telegram: z
    .preprocess(
      given => (typeof given === 'number' ? String(given) : given),
      z
        .string({ error: noTelegramId })
        .trim()
        .regex(/\d/, { error: noTelegramId, abort: true })
        .regex(chatIdPattern, { error: 'Номер в Telegram: только цифры, у группы — дефис впереди.' })
        .nullable(),
    )
    .default(null),
  format: format.default('csv'),
  ordering,
})

export const exportSettings = z.object({
  /** Above this, no direct link is offered (§9). */
  direct_limit: z.number().int(),
  /** The last selection, or the default. */
  selected_columns: z.array(z.enum(exportColumnNames)),
})
export const exportSettingsChange = z.strictObject({ selected_columns: columns })

export const oneCaseExportQuery = strictQuery({ format: format.optional().default('csv') })
