import { z } from 'zod'
import { isBlank } from '../domain/blank-text.ts'
import { defaultPageSize, maxExportRows, maxId, maxPage, maxPageSize } from '../domain/limits.ts'
import { withoutEmpty } from '../filters/wire.ts'
import { asList } from '../filters/wire-kinds.ts'

/** Shapes every call shares (design §7). Response schemas carry no transforms. */
const wholeNumber = (name: string, max: number) =>
  z
    .string({ error: `${name}: нужно одно целое число.` })
    .regex(/^[1-9]\d{0,8}$/, { error: `${name}: нужно целое число от 1 до ${max}.` })
    .transform(Number)
    .refine(value => value <= max, { error: `${name}: не больше ${max}.` })

export const pageParam = wholeNumber('Страница', maxPage).optional().default(1).meta({ description: 'Страница, с 1' })
export const orderingParam = <O extends string>(orderings: readonly O[], usual: O, description: string) =>
  z
    .enum(orderings, { error: `Возможный порядок: ${orderings.join(', ')}.` })
    .optional()
    .default(usual)
    .meta({ description })
/** Only rows of at least so many: of any, unless it is said. */
export const leastParam = (name: string, description: string) =>
  wholeNumber(name, maxPageSize).optional().default(1).meta({ description })
/** Undefined: not said. */
export const flagParam = (description: string) =>
  z
    .enum(['true', 'false'], { error: 'Нужно true или false.' })
    .transform(said => said === 'true')
    .optional()
    .meta({ description })
/** How many rows of a file. */
export const rowsParam = (from: number, description: string) =>
  z
    .string({ error: 'Нужно одно целое число.' })
    .regex(/^\d{1,9}$/, { error: `Нужно целое число от ${from} до ${maxExportRows}.` })
    .transform(Number)
    .refine(value => value >= from, { error: `Нужно целое число от ${from} до ${maxExportRows}.` })
    .refine(value => value <= maxExportRows, { error: `Не больше ${maxExportRows}.` })
    .optional()
    .meta({ description })
export const sizeParam = (max: number = maxPageSize, initial: number = defaultPageSize) =>
  wholeNumber('Размер страницы', max)
    .optional()
    .default(initial)
    .meta({ description: `Строк на странице, до ${max}` })

/** An empty value means the same as an absent one (§3). */
export const strictQuery = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess(withoutEmpty, z.strictObject(shape))

/** Of a list that is told page by page. Marked as pure: pages of the web, which have no use for it, leave it out. */
export const pagedQuery = /* @__PURE__ */ strictQuery({ page: pageParam, size: /* @__PURE__ */ sizeParam() })
/** A parameter that may be repeated; said once, it is a list of one. */
export const repeated = <T extends z.ZodType>(list: T) => z.preprocess(asList, list)

/** A body of exactly these fields; `error`: what to say of anything that is no such object. */
export const bodyObject = <Shape extends z.ZodRawShape>(shape: Shape, error: string) =>
  z.strictObject(shape, { error: issue => (issue.code === 'unrecognized_keys' ? undefined : error) })

/** A number in a body that names a row; `error`: what to say of any other. */
export const rowNumber = (error: string) => z.int({ error }).positive({ error }).max(maxId, { error })

export const idParam = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, { error: 'Нет такого номера.' })
  .transform(Number)
export const idParams = z.object({ id: idParam })

export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    count: z.number().int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  })
/** Beside a total that may be short of what has been written; said of all answers in the description of the API. */
export const countIsBehind = z.literal(true).optional()
export type ListOf<T> = { count: number; next: string | null; previous: string | null; results: T[] }

/** 400; `non_field_errors` where no field is to blame. */
export const fieldErrors = z.record(z.string(), z.array(z.string()))
/** 401, 403, 404, 409, 429, 5xx. */
export const detailError = z.object({ detail: z.string() })

/**
 * Text of a person, normalised: trimmed, empty when there is nothing to see in it, `\n` line ends, no lone surrogates, which PostgreSQL would
 * replace.
 */
export const givenText = (what: string, max: number) => kept(what, max, `${what}: нужен текст.`)

export const requiredText = (what: string, max: number) => {
  const error = `${what}: заполните это поле.`
  return kept(what, max, error).min(1, { error })
}

const kept = (what: string, max: number, error: string) =>
  z
    .string({ error })
    .overwrite(text => (isBlank(text) ? '' : text.toWellFormed().replaceAll('\r\n', '\n').trim()))
    .max(max, { error: `${what}: не больше ${max} знаков.` })
    .refine(text => !text.includes('\0'), { error: `${what}: недопустимый знак с кодом 0.` })
