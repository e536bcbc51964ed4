import type { PenaltyUnit } from '../domain/outcomes.ts'
import type { DateRange } from '../domain/relative-dates.ts'

/**
 * A filter field contains everything the product knows about one filter.
 * Fields are data and there are many. Kinds are code and there are few: each layer (wire, SQL, form control, chip)
 * implements every kind exactly once.
 */
type Section = 'cases' | 'defendants' | 'stats'
/** `short`: a label for narrow places. `codices`: codices that have it (КоАП 1, УК 2); absent means any. */
export type Option = { value: string; label: string; short?: string; codices?: readonly number[] }
/** `table.column`; checked against the database types where the SQL is built. */
type ColumnPath = `${string}.${string}`
/** The directory whose suggestions name the values of a reference (§7 searches and lists). */
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
  /** The server refuses it for everybody else, except superusers; it is not only hidden. */
  onlyFor?: 'tag_editor'
}

export type FieldOf = {
  /**
   * A case-insensitive substring of the column. `whole`: a regular expression of values that are never part of a longer
   * value. `also`: another column, filled in few rows. `isName`: found in any spelling (`server/db/spelling.ts`).
   */
  text: Common & { kind: 'text'; column: ColumnPath; whole?: string; also?: ColumnPath; isName?: true }
  /** One of a few fixed values; no value means all. */
  choice: Common & { kind: 'choice'; column: ColumnPath; options: readonly Option[] }
  /** Any of a few fixed values. */
  choices: Common & { kind: 'choices'; column: ColumnPath; options: readonly Option[] }
  /** Any rows of a directory, by id. `narrowedBy`: filters that restrict its suggestions (§5). */
  reference: Common & {
    kind: 'reference'
    column: ColumnPath
    directory: Directory
    narrowedBy?: readonly string[]
    /** An alternative parameter name that is read but never written. */
    alias?: string
  }
  /** Any of these exact strings, as a repeated parameter. */
  names: Common & { kind: 'names'; column: ColumnPath; directory: Directory; narrowedBy?: readonly string[] }
  /** Any of these people, in one comma-separated parameter (§3). */
  people: Common & { kind: 'people'; column: ColumnPath }
  /** Inclusive days, active only when both ends are chosen (§4); or a relative range. */
  dateRange: Common & { kind: 'dateRange'; column: ColumnPath }
  /**
   * An amount between two parameters; either end may be open. `since`: both columns are days, and the amount is their
   * distance. `unit`: the unit shown in the form. `kinds`: each amount has a kind, in another column and chosen by the
   * filter `key`, and kinds have units (measured-kinds.ts).
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
  /** The as-of day: it does not restrict cases, and every case has the column. */
  day: Common & { kind: 'day'; column: ColumnPath }
  presence: Common & { kind: 'presence'; of: string }
  /** Whether the signed-in person has the case in this personal table. */
  own: Common & { kind: 'own'; of: string }
  /** The position of an instant relative to now: ahead, past, or absent. */
  /** `possible`: an instant that counts only while it is ahead. */
  schedule: Common & { kind: 'schedule'; column: ColumnPath; possible: ColumnPath; options: readonly Option[] }
  /** Words of the decision and, in a second parameter, how to parse them. */
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
  /** `inEach`: for each kind in its own unit, when kinds are counted in parallel; never on the wire. */
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

/** Kinds whose filters can be negated: «не …», wire key `court_not`. */
const excludable = ['text', 'choice', 'choices', 'reference', 'names'] as const satisfies readonly Kind[]
type ExcludableKind = (typeof excludable)[number]
export const isExcludable = (field: Field): boolean => excludable.some(kind => kind === field.kind)

/** Kinds whose values can be counted: how many cases each would leave. */
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

/** Filter values by key; an excluding filter has the key `key_not`. */
export type Values<FS extends Fields> = {
  -readonly [K in keyof FS]?: ValueOf[FS[K]['kind']] | undefined
} & {
  -readonly [K in keyof FS as FS[K]['kind'] extends ExcludableKind ? `${K & string}_not` : never]?:
    | ValueOf[FS[K]['kind']]
    | undefined
}
/** The same for any fields: the type that layers work on. */
export type AnyValues = { readonly [name: string]: Value | undefined }

/** A wire parameter: a field, or its negation (`_not`). `name` is its key in values and on the wire. */
export type FilterParam = { name: string; key: string; field: Field; not: boolean }

/** Cached per set of fields: used for every filter of every request and subscription. */
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

/** The fields of one screen (§3 «Filter sets»), in order. */
type FieldsOf<FS extends Fields, S extends Section> = {
  [K in keyof FS as S extends FS[K]['sections'][number] ? K : never]: FS[K]
}
export const fieldsFor = <FS extends Fields, S extends Section>(fields: FS, section: S): FieldsOf<FS, S> =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field.sections.includes(section))) as FieldsOf<FS, S>

/**
 * Layers implement kinds as objects with one entry per kind, typed `{ [K in Kind]: Part<K> }`. Their members are
 * methods on purpose: method parameters are bivariant, so `parts[field.kind]` accepts its own field and value without a
 * cast.
 */
