import { z } from 'zod'
import { isBlank } from '../domain/blank-text.ts'
import { defaultPageSize, maxExportRows, maxId, maxPage, maxPageSize } from '../domain/limits.ts'
import { withoutEmpty } from '../filters/wire.ts'
import { asList } from '../filters/wire-kinds.ts'

/** Shapes shared by all calls (design §7). Response schemas have no transforms. */
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
/** Only rows with at least this many; no restriction by default. */
export const leastParam = (name: string, description: string) =>
  wholeNumber(name, maxPageSize).optional().default(1).meta({ description })
/** Undefined when absent. */
export const flagParam = (description: string) =>
  z
    .enum(['true', 'false'], { error: 'Нужно true или false.' })
    .transform(said => said === 'true')
    .optional()
    .meta({ description })
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

/** An empty value equals an absent one (§3). */
export const strictQuery = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess(input => withoutEmpty(input, shape), z.strictObject(shape))

/** For paged lists. Marked as pure, so that web bundles that do not use it can drop it. */
export const pagedQuery = /* @__PURE__ */ strictQuery({ page: pageParam, size: /* @__PURE__ */ sizeParam() })
/** A repeatable parameter; a single value becomes a list of one. */
export const repeated = <T extends z.ZodType>(list: T) => z.preprocess(asList, list)

/** A body with exactly these fields; `error` is for a body that is not such an object. */
export const bodyObject = <Shape extends z.ZodRawShape>(shape: Shape, error: string) =>
  z.strictObject(shape, { error: issue => (issue.code === 'unrecognized_keys' ? undefined : error) })

/** A row id in a body; `error` is for any other value. */
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
/** Set when a total may lag behind recent writes; documented once in the description of the API. */
export const countIsBehind = z.literal(true).optional()
export type ListOf<T> = { count: number; next: string | null; previous: string | null; results: T[] }

/** 400; `non_field_errors` for errors without a field. */
export const fieldErrors = z.record(z.string(), z.array(z.string()))
/** 401, 403, 404, 409, 429, 5xx. */
export const detailError = z.object({ detail: z.string() })

/**
 * Text typed by a person, normalised: trimmed, empty if nothing is visible, `\n` line ends, without lone surrogates, which PostgreSQL would replace.
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
