import type { PenaltyUnit } from '../domain/outcomes.ts'
import type { DateRange } from '../domain/relative-dates.ts'

/**
 * A filter field says everything the product knows about one filter.
 *
 * Fields are data and there are many. Kinds are code and there are few: each
 * layer (wire, SQL, form control, chip) implements every kind exactly once.
 */
type Section = 'cases' | 'defendants' | 'stats'
/** `short`: the label where room is scarce. `codices`: which codices know it (КоАП 1, УК 2); absent: any. */
export type Option = { value: string; label: string; short?: string; codices?: readonly number[] }
/** `table.column`; checked against the database types where the SQL is built. */
type ColumnPath = `${string}.${string}`
/** Whose suggestions name the values of a reference (§7 searches and lists). */
export type Directory =
  | 'articles'
  | 'cities'
  | 'courts'
  | 'defence_params'
  | 'event_types'
  | 'judges'
  | 'regions'
  | 'result_types'
  | 'sets'
  | 'tags'

type Common = {
  label: string
  sections: readonly Section[]
  /** Refused by the server, not only hidden, for everyone else (superusers always may). */
  onlyFor?: 'tag_editor'
}

export type FieldOf = {
  /** A piece of text found anywhere in the column, letter case ignored. */
  /** `whole`: the regular expression of values that are no part of another such value. `also`: a further column that few rows fill. */
  text: Common & { kind: 'text'; column: ColumnPath; whole?: string; also?: ColumnPath }
  /** One of a few fixed values; none chosen means all. */
  choice: Common & { kind: 'choice'; column: ColumnPath; options: readonly Option[] }
  /** Any of a few fixed values. */
  choices: Common & { kind: 'choices'; column: ColumnPath; options: readonly Option[] }
  /** Any of the rows of a directory, by their numbers. `narrowedBy`: filters that narrow its suggestions (§5). */
  reference: Common & {
    kind: 'reference'
    column: ColumnPath
    directory: Directory
    narrowedBy?: readonly string[]
    /** Another spelling of the parameter that is read and never written. */
    alias?: string
  }
  /** Any of these exact strings, repeated in the query. */
  names: Common & { kind: 'names'; column: ColumnPath; directory: Directory; narrowedBy?: readonly string[] }
  /** Any of these people, in one parameter, separated by commas (§3). */
  people: Common & { kind: 'people'; column: ColumnPath }
  /** Days, both ends included, set only when both ends are chosen (§4); or a named range that moves with the calendar. */
  dateRange: Common & { kind: 'dateRange'; column: ColumnPath }
  /**
   * An amount from one parameter to another; either end may be open. `since`: both columns are days, and the amount is how
   * many lie between them. `unit`: what is counted, for who fills it in. `kinds`: amounts are of kinds, named in a column beside
   * and chosen by the filter `key`, and the kinds have units (measured-kinds.ts).
   */
  amountRange: Common & {
    kind: 'amountRange'
    column: ColumnPath
    since?: ColumnPath
    unit: string
    kinds?: { key: string; column: ColumnPath; options: readonly (Option & { unit: PenaltyUnit | null })[] }
    params: readonly [from: string, to: string]
  }
  flag: Common & { kind: 'flag'; column: ColumnPath }
  /** The day as of whose end everything is asked: it narrows nothing, and every case has the column. */
  day: Common & { kind: 'day'; column: ColumnPath }
  presence: Common & { kind: 'presence'; of: string }
  /** Whether the signed-in person keeps the case in this table of theirs. */
  own: Common & { kind: 'own'; of: string }
  /** Where an instant lies from now: ahead, behind, or nowhere. */
  /** `possible`: an instant that counts while it is ahead. */
  schedule: Common & { kind: 'schedule'; column: ColumnPath; possible: ColumnPath; options: readonly Option[] }
  /** Words of the decision and, in a second parameter, how to read them. */
  words: Common & { kind: 'words'; column: ColumnPath; modeParam: string; modes: readonly Option[] }
}

export type ValueOf = {
  text: string
  choice: string
  choices: readonly string[]
  reference: readonly number[]
  names: readonly string[]
  people: readonly string[]
  dateRange: DateRange
  /** `inEach`: of each kind in its own unit, where kinds are counted side by side; never on the wire. */
  amountRange: { min?: number; max?: number; inEach?: true }
  flag: boolean
  day: string
  presence: boolean
  own: boolean
  schedule: string
  words: { text: string; mode: string }
}

export type Kind = keyof FieldOf
export type Field = FieldOf[Kind]
export type Fields = Readonly<Record<string, Field>>
export type Value = ValueOf[Kind]

/** Kinds whose filters can be turned round: «не …», wire key `court_not`. */
const excludable = ['text', 'choice', 'choices', 'reference', 'names'] as const satisfies readonly Kind[]
type ExcludableKind = (typeof excludable)[number]
export const isExcludable = (field: Field): boolean => excludable.some(kind => kind === field.kind)

/** Kinds of which every value can be counted: how many cases it would leave. */
const countable = [
  'choice',
  'choices',
  'reference',
  'names',
  'flag',
  'presence',
  'own',
  'schedule',
] as const satisfies readonly Kind[]
export type CountableKind = (typeof countable)[number]
export type CountableField = FieldOf[CountableKind]
export const isCountable = (field: Field): field is CountableField => countable.some(kind => kind === field.kind)

/** Filter values by key; an excluding filter stands beside its field as `key_not`. */
export type Values<FS extends Fields> = {
  -readonly [K in keyof FS]?: ValueOf[FS[K]['kind']] | undefined
} & {
  -readonly [K in keyof FS as FS[K]['kind'] extends ExcludableKind ? `${K & string}_not` : never]?:
    | ValueOf[FS[K]['kind']]
    | undefined
}
/** The same without knowing which fields: what the layers work on. */
export type AnyValues = { readonly [name: string]: Value | undefined }

/** A parameter of the wire form: a field as it is or excluding (`_not`). `name` is its key in values and on the wire. */
export type FilterParam = { name: string; key: string; field: Field; not: boolean }

/** Read for every filter of every request and subscription: put together once for a set of fields. */
export const filterParamsOf = (fields: Fields): readonly FilterParam[] => {
  const known = params.get(fields)
  if (known !== undefined) return known
  const made = Object.entries(fields).flatMap(([key, field]) => [
    { name: key, key, field, not: false },
    ...(isExcludable(field) ? [{ name: excluded(key), key, field, not: true }] : []),
  ])
  params.set(fields, made)
  return made
}
const params = new WeakMap<Fields, readonly FilterParam[]>()
export const excluded = (key: string): string => `${key}_not`

export const defineFields = <const FS extends Fields>(fields: FS): FS => fields

/** The fields of one screen (§3 «Filter sets»), in their order. */
type FieldsOf<FS extends Fields, S extends Section> = {
  [K in keyof FS as S extends FS[K]['sections'][number] ? K : never]: FS[K]
}
export const fieldsFor = <FS extends Fields, S extends Section>(fields: FS, section: S): FieldsOf<FS, S> =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field.sections.includes(section))) as FieldsOf<FS, S>

/**
 * Parts of the product that implement a kind are objects with one entry a kind, typed
 * `{ [K in Kind]: Part<K> }`. Their members are methods on purpose: parameters of methods are compared
 * loosely, which is what lets `parts[field.kind]` meet its own field and value without a cast.
 */
