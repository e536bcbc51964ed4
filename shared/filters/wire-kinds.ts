import { z } from 'zod'
import { isBlank } from '../domain/blank-text.ts'
import { firstYear, lastYear } from '../domain/dates.ts'
import { maxFilterText, maxId, maxListValues, maxWordsText } from '../domain/limits.ts'
import { type RelativeRange, relativeRanges, today } from '../domain/relative-dates.ts'
import type { Field, FieldOf, Kind, ValueOf } from './field.ts'

/**
 * How each kind of filter is encoded in a query: its parameters, parsing and writing, and conflicts between parameters.
 */
export type Shape = Record<string, z.ZodType>
export type Params = Readonly<Record<string, unknown>>
type Written = Record<string, string | readonly string[]>

/** `name` is the wire key: the field's own, or `key_not` for an excluding filter. */
type Wire<K extends Kind> = {
  shape(name: string, field: FieldOf[K]): Shape
  read(name: string, params: Params, field: FieldOf[K]): ValueOf[K] | undefined
  write(name: string, value: ValueOf[K], field: FieldOf[K]): Written
  /** Errors in a combination of individually valid parameters. */
  conflicts?(name: string, params: Params, field: FieldOf[K]): readonly Conflict[]
}
/**
 * The strict reader refuses it under the name `param`; the lenient one drops `drops`. `isHalf`: only one end of a range
 * is given.
 */
export type Conflict = { param: string; says: string; drops: readonly string[]; isHalf?: true }

const say = (error: string) => ({ error })
/** For a parameter that must not repeat. */
const onlyOne = 'Нужно одно значение.'
const sayOfOne = (error: string) => ({
  error: ({ input }: { input?: unknown }) => (Array.isArray(input) ? onlyOne : error),
})
export const asList = (input: unknown): unknown => (input === undefined || Array.isArray(input) ? input : [input])
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
    .string(say(onlyOne))
    .trim()
    .refine(value => !isBlank(value), say('Пустое значение.'))
    .max(limit, say(`Не больше ${limit} знаков.`))
    .refine(value => !value.includes('\0'), say('Недопустимый знак с кодом 0.'))
    // What an address that is not in UTF-8 is read as.
    .refine(value => !value.includes('\ufffd'), say('Знаки не\u00a0прочитаны: нужна кодировка UTF-8.'))
const oneOf = (options: readonly { value: string }[]) => {
  const values = options.map(option => option.value)
  return z.enum(values, sayOfOne(`Возможные значения: ${values.join(', ')}.`))
}
const id = z
  .string(say('Нужно целое положительное число.'))
  .regex(/^\d{1,10}$/, say('Нужно целое положительное число.'))
  .transform(Number)
  .refine(value => value > 0 && value <= maxId, say('Нет такого номера.'))
/** Names in one comma-separated line, on the wire and in forms. */
export const namesInLine = (line: string): string[] =>
  line
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)
const flag = z
  .enum(['true', 'false'], sayOfOne('Возможные значения: true, false.'))
  .transform(value => value === 'true')
const day = z.iso.date({ ...sayOfOne('Нужна дата в виде ГГГГ-ММ-ДД.'), abort: true }).refine(
  value => {
    const year = Number(value.slice(0, 4))
    return year >= firstYear && year <= lastYear
  },
  { ...say(`Год от ${firstYear} до ${lastYear}.`), abort: true },
)
/** A day with a known state: not in the future. */
export const pastDay = day.refine(value => value <= today(), say('Этот день ещё не наступил.'))
const amount = z
  .string(say('Нужно одно число.'))
  .regex(/^\d{1,12}([.,]\d{1,2})?$/, say('Нужно число не меньше нуля, до двух знаков после запятой.'))
  .transform(value => Number(value.replace(',', '.')))

/** The parameter's schema has validated the value, so it has the type of its kind. */
const only = <T>(params: Params, name: string): T | undefined => params[name] as T | undefined
const parameter = <K extends Kind>(
  shape: (field: FieldOf[K]) => z.ZodType,
  write: (value: ValueOf[K]) => string | readonly string[],
): Wire<K> => ({
  shape: (name, field) => ({ [name]: shape(field) }),
  read: (name, params) => only<ValueOf[K]>(params, name),
  write: (name, value) => ({ [name]: write(value) }),
})

/** A range whose end precedes its beginning is an error, not an empty list. */
const inverted = (params: Params, from: string, to: string): Conflict[] => {
  const [min, max] = [params[from], params[to]]
  const isInverted =
    (typeof min === 'string' && typeof max === 'string' && min > max) ||
    (typeof min === 'number' && typeof max === 'number' && min > max)
  return isInverted ? [{ param: from, says: 'Начало больше конца.', drops: [from, to] }] : []
}

const wires: { [K in Kind]: Wire<K> } = {
  text: parameter<'text'>(() => text(maxFilterText), String),
  choice: parameter<'choice'>(field => oneOf(field.options), String),
  choices: parameter<'choices'>(
    field => listOf(oneOf(field.options)),
    values => values,
  ),
  schedule: parameter<'schedule'>(field => oneOf(field.options), String),
  names: parameter<'names'>(
    () => listOf(text(maxFilterText)),
    values => values,
  ),
  flag: parameter<'flag'>(() => flag, String),
  day: parameter<'day'>(() => pastDay, String),
  presence: parameter<'presence'>(() => flag, String),
  own: parameter<'own'>(() => flag, String),
  people: parameter<'people'>(
    () =>
      text(maxWordsText)
        .transform(namesInLine)
        .refine(names => names.length > 0, say('Пустое значение.')),
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
  // A date range is active only with both ends (§4): readers of addresses drop a single end, the API refuses it. A
  // relative range is encoded by its name.
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
      if (params[moving] === undefined && ends.length === 1)
        return [
          {
            param: ends[0] === from ? to : from,
            says: `Нужны оба конца срока: ${from} и ${to}.`,
            drops: ends,
            isHalf: true,
          },
        ]
      if (params[moving] === undefined || ends.length === 0) return wrong
      // Keeps whichever is complete.
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
export const wireOf = (field: Field): Wire<Kind> => wires[field.kind]
const aliasOf = (name: string, alias: string): string => (name.endsWith('_not') ? `${alias}_not` : alias)
