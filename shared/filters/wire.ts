import { z } from 'zod'
import { firstYear, lastYear } from '../domain/dates.ts'
import { maxFilterText, maxId, maxListValues, maxWordsText } from '../domain/limits.ts'
import { type RelativeRange, relativeRanges } from '../domain/relative-dates.ts'
import {
  type AnyValues,
  type Facet,
  type Field,
  type FieldOf,
  type Fields,
  facetsOf,
  type Kind,
  type Value,
  type ValueOf,
  type Values,
} from './field.ts'

/**
 * How each kind travels in a query string. One wire form serves the page URL, the API query,
 * saved presets, saved links, subscriptions and CSV links. Long because it is one thing: every kind's form, both readers, the writer.
 */
export type WireRecord = Record<string, string | string[]>
type Shape = Record<string, z.ZodType>
type Params = Readonly<Record<string, unknown>>
type Written = Record<string, string | readonly string[]>

/** `name` is the key on the wire: the field's own, or `key_not` when it excludes. */
type Wire<K extends Kind> = {
  shape(name: string, field: FieldOf[K]): Shape
  read(name: string, params: Params, field: FieldOf[K]): ValueOf[K] | undefined
  write(name: string, value: ValueOf[K], field: FieldOf[K]): Written
  /** What is wrong with parameters that are each right. */
  conflicts?(name: string, params: Params, field: FieldOf[K]): readonly Conflict[]
}
/** Refused by the strict reader under the name of `param`; the lenient one lets go of `drops`. */
type Conflict = { param: string; says: string; drops: readonly string[] }

const say = (error: string) => ({ error })
const asList = (input: unknown): unknown => (input === undefined || Array.isArray(input) ? input : [input])
const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    asList,
    z
      .array(item)
      .min(1)
      .max(maxListValues, say(`Не больше ${maxListValues} значений.`)),
  )

const text = (limit: number) =>
  z
    .string(say('Нужно одно значение.'))
    .trim()
    .min(1, say('Пустое значение.'))
    .max(limit, say(`Не больше ${limit} знаков.`))
    .refine(value => !value.includes('\0'), say('Недопустимый знак с кодом 0.'))
const oneOf = (options: readonly { value: string }[]) => {
  const values = options.map(option => option.value)
  return z.enum(values, say(`Возможные значения: ${values.join(', ')}.`))
}
const id = z
  .string(say('Нужно целое положительное число.'))
  .regex(/^\d{1,10}$/, say('Нужно целое положительное число.'))
  .transform(Number)
  .refine(value => value > 0 && value <= maxId, say('Нет такого номера.'))
const flag = z.enum(['true', 'false'], say('Возможные значения: true, false.')).transform(value => value === 'true')
const day = z.iso.date(say('Нужна дата в виде ГГГГ-ММ-ДД.')).refine(
  value => {
    const year = Number(value.slice(0, 4))
    return year >= firstYear && year <= lastYear
  },
  say(`Год от ${firstYear} до ${lastYear}.`),
)
const amount = z
  .string(say('Нужно одно число.'))
  .regex(/^\d{1,12}([.,]\d{1,2})?$/, say('Нужно число, не меньше нуля.'))
  .transform(value => Number(value.replace(',', '.')))

/** The schema of a parameter has checked its value: what is read here has the type of its kind. */
const only = <T>(params: Params, name: string): T | undefined => params[name] as T | undefined
const single = <K extends Kind>(
  shape: (field: FieldOf[K]) => z.ZodType,
  write: (value: ValueOf[K]) => string | readonly string[],
): Wire<K> => ({
  shape: (name, field) => ({ [name]: shape(field) }),
  read: (name, params) => only<ValueOf[K]>(params, name),
  write: (name, value) => ({ [name]: write(value) }),
})

/** A range that ends before it begins is an error, not an empty list. */
const inverted = (params: Params, from: string, to: string): Conflict[] => {
  const [min, max] = [params[from], params[to]]
  const isInverted =
    (typeof min === 'string' && typeof max === 'string' && min > max) ||
    (typeof min === 'number' && typeof max === 'number' && min > max)
  return isInverted ? [{ param: from, says: 'Начало больше конца.', drops: [from, to] }] : []
}

const wires: { [K in Kind]: Wire<K> } = {
  text: single<'text'>(() => text(maxFilterText), String),
  choice: single<'choice'>(field => oneOf(field.options), String),
  choices: single<'choices'>(
    field => listOf(oneOf(field.options)),
    values => values,
  ),
  schedule: single<'schedule'>(field => oneOf(field.options), String),
  names: single<'names'>(
    () => listOf(text(maxFilterText)),
    values => values,
  ),
  flag: single<'flag'>(() => flag, String),
  presence: single<'presence'>(() => flag, String),
  own: single<'own'>(() => flag, String),
  people: single<'people'>(
    () =>
      text(maxWordsText).transform(list =>
        list
          .split(',')
          .map(name => name.trim())
          .filter(Boolean),
      ),
    names => names.join(','),
  ),
  reference: {
    shape: (name, { alias }) => ({
      [name]: listOf(id),
      ...(alias !== undefined && { [aliasOf(name, alias)]: listOf(id) }),
    }),
    read: (name, params, { alias }) => {
      const found = [name, ...(alias === undefined ? [] : [aliasOf(name, alias)])].flatMap(
        param => only<number[]>(params, param) ?? [],
      )
      return found.length > 0 ? [...new Set(found)] : undefined
    },
    write: (name, ids) => ({ [name]: ids.map(String) }),
  },
  // A date range counts as set only when both ends are chosen (§4); a range that moves travels by its name.
  dateRange: {
    shape: name => ({ [`${name}_min`]: day, [`${name}_max`]: day, [`${name}_relative`]: oneOf(relativeRanges) }),
    read: (name, params) => {
      const relative = only<RelativeRange>(params, `${name}_relative`)
      if (relative !== undefined) return { relative }
      const [min, max] = [only<string>(params, `${name}_min`), only<string>(params, `${name}_max`)]
      return min !== undefined && max !== undefined ? { min, max } : undefined
    },
    write: (name, range) =>
      'relative' in range
        ? { [`${name}_relative`]: range.relative }
        : { [`${name}_min`]: range.min, [`${name}_max`]: range.max },
    conflicts: (name, params) => {
      const [from, to, moving] = [`${name}_min`, `${name}_max`, `${name}_relative`] as const
      const ends = [from, to].filter(param => params[param] !== undefined)
      const wrong = inverted(params, from, to)
      if (params[moving] === undefined || ends.length === 0) return wrong
      // Whichever is whole stays.
      const drops = ends.length === 2 && wrong.length === 0 ? [moving] : ends
      return [...wrong, { param: moving, says: 'Укажите либо срок, либо даты.', drops }]
    },
  },
  amountRange: {
    shape: (_, { params: [from, to] }) => ({ [from]: amount, [to]: amount }),
    read: (_, params, { params: [from, to] }) => {
      const [min, max] = [only<number>(params, from), only<number>(params, to)]
      return min === undefined && max === undefined
        ? undefined
        : { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
    },
    write: (_, { min, max }, { params: [from, to] }) => ({
      ...(min !== undefined && { [from]: String(min) }),
      ...(max !== undefined && { [to]: String(max) }),
    }),
    conflicts: (_, params, { params: [from, to] }) => inverted(params, from, to),
  },
  words: {
    shape: (name, { modeParam, modes }) => ({ [name]: text(maxWordsText), [modeParam]: oneOf(modes) }),
    read: (name, params, { modeParam, modes }) => {
      const words = only<string>(params, name)
      return words === undefined
        ? undefined
        : { text: words, mode: only<string>(params, modeParam) ?? modes[0]?.value ?? '' }
    },
    write: (name, value, { modeParam }) => ({ [name]: value.text, [modeParam]: value.mode }),
  },
}
const wireOf = (field: Field): Wire<Kind> => wires[field.kind]
const aliasOf = (name: string, alias: string): string => (name.endsWith('_not') ? `${alias}_not` : alias)

/** An empty value means «все» (§3), exactly as an absent one. */
const withoutEmpty = (input: unknown): unknown => {
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(
    Object.entries(input).flatMap(([key, value]): [string, unknown][] => {
      if (value === '' || value === undefined || value === null) return []
      if (!Array.isArray(value)) return [[key, value]]
      const kept = value.filter(item => item !== '')
      return kept.length > 0 ? [[key, kept]] : []
    }),
  )
}

const describedShape = ({ name, field, not }: Facet): Shape =>
  Object.fromEntries(
    Object.entries(wireOf(field).shape(name, field)).map(([param, schema]) => [
      param,
      schema.optional().meta({ description: not ? `${field.label}: кроме` : field.label }),
    ]),
  )

/** Every parameter the fields travel in, with the schema of its value. Built once for a set of fields: an address is read often. */
export const wireShape = (fields: Fields): Shape => {
  const built = shapes.get(fields) ?? Object.assign({}, ...facetsOf(fields).map(describedShape))
  shapes.set(fields, built)
  return built
}
const shapes = new WeakMap<Fields, Shape>()

const conflictsIn = (fields: Fields, params: Params): Conflict[] =>
  facetsOf(fields).flatMap(({ name, field }) => wireOf(field).conflicts?.(name, params, field) ?? [])

/**
 * Strict, for the API: an unknown parameter or a bad value is an error that names it.
 * `beside` are parameters of the request that are not filters: page, size, ordering.
 */
export const querySchema = <Beside extends z.ZodRawShape>(fields: Fields, beside: Beside): QuerySchema<Beside> =>
  z.preprocess(
    withoutEmpty,
    z.strictObject({ ...wireShape(fields), ...beside }).superRefine((params, context) => {
      for (const { param, says } of conflictsIn(fields, params))
        context.addIssue({ code: 'custom', path: [param], message: says })
    }),
    // The parameters of filters are known only at run time; those beside them keep their types.
  ) as z.ZodType<unknown> as QuerySchema<Beside>
type QuerySchema<Beside extends z.ZodRawShape> = z.ZodType<z.output<z.ZodObject<Beside>> & Params>

/** Lenient, for the address bar: only the bad item is dropped. */
export const readLenient = <FS extends Fields>(fields: FS, record: Params): Values<FS> => {
  const params: Record<string, unknown> = {}
  const cleaned = z.record(z.string(), z.unknown()).parse(withoutEmpty(record))
  for (const [param, schema] of Object.entries(wireShape(fields))) {
    const whole = schema.safeParse(cleaned[param])
    if (whole.success) params[param] = whole.data
    else if (Array.isArray(cleaned[param])) {
      const good = cleaned[param].filter(item => schema.safeParse(item).success)
      const kept = schema.safeParse(good)
      if (kept.success) params[param] = kept.data
    }
  }
  for (const { drops } of conflictsIn(fields, params)) for (const param of drops) delete params[param]
  return readValues(fields, params)
}

/** Checked parameters to values. */
export const readValues = <FS extends Fields>(fields: FS, params: Params): Values<FS> => {
  const values: Record<string, Value> = {}
  for (const { name, field } of facetsOf(fields)) {
    const value = wireOf(field).read(name, params, field)
    if (value !== undefined) values[name] = value
  }
  // The schemas above made each value what its field's kind says; the compiler cannot follow that through a record.
  return values as Values<FS>
}

/** Values to their one wire form, in the order of the fields. */
export const writeValues = (fields: Fields, values: AnyValues): WireRecord => {
  const record: WireRecord = {}
  for (const { name, field } of facetsOf(fields)) {
    const value = values[name]
    if (value === undefined) continue
    for (const [param, raw] of Object.entries(wireOf(field).write(name, value, field)))
      record[param] = typeof raw === 'string' ? raw : [...raw]
  }
  return record
}

/** The web standard, present in browsers and in Node; this root loads the types of neither. */
declare const URLSearchParams: new (
  init: string | [string, string][],
) => Iterable<[string, string]> & { toString(): string }

/** A query string as a plain record: a repeated parameter becomes an array. No name is special, not even `__proto__`. */
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
