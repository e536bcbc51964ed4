import { z } from 'zod'
import { type AnyValues, type Fields, type FilterParam, filterParamsOf, type Value, type Values } from './field.ts'
import { type Conflict, type Params, type Shape, wireOf } from './wire-kinds.ts'

/**
 * Filters in a query string. One wire form for page URLs, API queries, presets, saved links, subscriptions and CSV
 * links: a strict reader, a lenient one, one writer.
 */
export type WireRecord = Record<string, string | string[]>

/**
 * An empty value means «все» (§3), as an absent one does; also among several values of one parameter. `known`: an
 * unknown parameter stays, to be refused, though it is empty.
 */
export const withoutEmpty = (input: unknown, known?: object): unknown => {
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(
    Object.entries(input).flatMap(([key, value]): [string, unknown][] => {
      if (value === undefined || value === null) return []
      if (known !== undefined && !Object.hasOwn(known, key)) return [[key, value]]
      if (value === '') return []
      if (!Array.isArray(value)) return [[key, value]]
      const kept = value.filter(item => item !== '')
      if (kept.length === value.length) return [[key, kept]]
      return kept.length > 0 ? [[key, kept.length > 1 ? kept : kept[0]]] : []
    }),
  )
}

const describedShape = ({ name, field, not }: FilterParam): Shape => {
  const own = described.get(field) ?? {}
  described.set(field, own)
  own[name] ??= Object.fromEntries(
    Object.entries(wireOf(field).shape(name, field)).map(([param, schema]) => [
      param,
      schema.optional().meta({ description: not ? `${field.label}: кроме` : field.label }),
    ]),
  )
  return own[name]
}
/** Built once for a field and its name: those an account may use are picked anew for each page. */
const described = new WeakMap<FilterParam['field'], Record<string, Shape>>()

/** All parameters of the fields with the schemas of their values. Cached per set of fields. */
export const wireShape = (fields: Fields): Shape => {
  const built = shapes.get(fields) ?? Object.assign({}, ...filterParamsOf(fields).map(describedShape))
  shapes.set(fields, built)
  return built
}
const shapes = new WeakMap<Fields, Shape>()

const conflictsIn = (fields: Fields, params: Params): Conflict[] =>
  filterParamsOf(fields).flatMap(({ name, field }) => wireOf(field).conflicts?.(name, params, field) ?? [])

/**
 * Strict, for the API: an unknown parameter or an invalid value is an error that names it. `beside`: parameters that
 * are not filters, such as page, size, ordering. `takesHalves`: a single end of a date range is ignored (§4) instead of
 * refused, for filters stored as a form has them.
 */
export const querySchema = <Beside extends z.ZodRawShape>(
  fields: Fields,
  beside: Beside,
  { takesHalves = false } = {},
): QuerySchema<Beside> => {
  const shape = { ...wireShape(fields), ...beside }
  return z.preprocess(
    input => withoutEmpty(input, shape),
    z.strictObject(shape).superRefine((params, context) => {
      for (const { param, says, isHalf } of conflictsIn(fields, params))
        if (!(takesHalves && isHalf)) context.addIssue({ code: 'custom', path: [param], message: says })
    }),
    // Filter parameters are known only at run time; the others keep their types.
  ) as z.ZodType<unknown> as QuerySchema<Beside>
}
type QuerySchema<Beside extends z.ZodRawShape> = z.ZodType<z.output<z.ZodObject<Beside>> & Params>

/** Lenient, for the address bar: drops only invalid items. */
export const readLenient = <FS extends Fields>(fields: FS, record: Params): Values<FS> =>
  readValues(fields, readParams(fields, record))

/** Parameters that the lenient reader drops, as `name=value`, so that the user can be told. */
export const unreadIn = (fields: Fields, record: WireRecord): string[] => {
  const params = readParams(fields, record)
  return Object.entries(wireShape(fields)).flatMap(([param, schema]) =>
    [record[param] ?? []]
      .flat()
      .filter(item => item && !(param in params && schema.safeParse(item).success))
      .map(item => `${param}=${item}`),
  )
}

const readParams = (fields: Fields, record: Params): Params => {
  const params: Record<string, unknown> = {}
  const cleaned = z.record(z.string(), z.unknown()).parse(withoutEmpty(record))
  for (const [param, schema] of Object.entries(wireShape(fields))) {
    // Most are absent, and a page of charts parses hundreds of addresses.
    if (cleaned[param] === undefined) continue
    const whole = schema.safeParse(cleaned[param])
    if (whole.success) params[param] = whole.data
    else if (Array.isArray(cleaned[param])) {
      const good = cleaned[param].filter(item => schema.safeParse(item).success)
      const kept = schema.safeParse(good)
      if (kept.success) params[param] = kept.data
    }
  }
  for (const { drops } of conflictsIn(fields, params)) for (const param of drops) delete params[param]
  return params
}

/** Converts validated parameters to values. */
export const readValues = <FS extends Fields>(fields: FS, params: Params): Values<FS> => {
  const values: Record<string, Value> = {}
  for (const { name, field } of filterParamsOf(fields)) {
    const value = wireOf(field).read(name, params, field)
    if (value !== undefined) values[name] = value
  }
  // The schemas have given each value the type of its kind; the compiler cannot track that through a record.
  return values as Values<FS>
}

/** Converts values to their wire form, in the order of the fields. */
export const writeValues = (fields: Fields, values: AnyValues): WireRecord => {
  const record: WireRecord = {}
  for (const { name, field } of filterParamsOf(fields)) {
    const value = values[name]
    if (value === undefined) continue
    for (const [param, raw] of Object.entries(wireOf(field).write(name, value, field)))
      record[param] = typeof raw === 'string' ? raw : [...raw]
  }
  return record
}

/** Available in browsers and Node.js; the types of neither are loaded here. */
declare const URLSearchParams: new (
  init: string | [string, string][],
) => Iterable<[string, string]> & { toString(): string }

/** A query string as a record: a repeated parameter becomes an array. Safe for any name, including `__proto__`. */
export const toRecord = (query: string): WireRecord => {
  const found = new Map<string, string | string[]>()
  for (const [key, value] of new URLSearchParams(query)) {
    const before = found.get(key)
    found.set(key, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(found)
}
export const toQuery = (record: WireRecord): string =>
  new URLSearchParams(
    Object.entries(record).flatMap(([key, value]) => [value].flat().map((item): [string, string] => [key, item])),
  ).toString()
