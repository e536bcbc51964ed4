import { type RawBuilder, sql } from 'kysely'
import { caseFields } from '#shared/filters/case-fields.ts'
import {
  type AnyValues,
  type CountableField,
  type CountableKind,
  excluded,
  type Field,
  type FieldOf,
  type Fields,
  isCountable,
} from '#shared/filters/field.ts'
import { childExists, columnOf, folded, type Scope, tableOf } from './predicates.ts'
import { scheduleOf } from './schedule.ts'

/** Facets, by what is counted of them and in which reading of the cases. */

/** Every case is under one of these: all but the last are looked for, and the rest is the rest. */
export type Options = { sought: readonly (string | true)[]; rest: string }
/** How a kind is counted: in which table its values stand, and what they are called on the wire. */
type Counting<K extends CountableKind> = {
  options?: Options
  table(field: FieldOf[K]): string
  value(field: FieldOf[K], scope: Scope): RawBuilder<unknown>
}
const ofColumn = {
  table: ({ column }: { column: string }) => tableOf(column),
  value: ({ column }: { column: string }) => sql.ref(column),
}
const itsRows: Options = { sought: [true], rest: 'false' }
const ofExistence = {
  options: itsRows,
  table: () => 'court_case',
  value: ({ of }: { of: string }, scope: Scope) => sql`${childExists(of, scope)}`,
}
const countings: { [K in CountableKind]: Counting<K> } = {
  choice: ofColumn,
  choices: ofColumn,
  reference: ofColumn,
  flag: ofColumn,
  names: { ...ofColumn, value: ({ column }) => folded(sql.ref(column)) },
  presence: ofExistence,
  own: ofExistence,
  // As the filter reads it (predicates.ts).
  schedule: {
    ...ofColumn,
    options: { sought: ['no_info', 'is_planned'], rest: 'in_past' },
    value: ({ column, possible }) => scheduleOf(sql.ref(column), sql.ref(possible)),
  },
}
const countingOf = (field: CountableField): Counting<CountableKind> => countings[field.kind]

export type Counts = { value: string; count: number }[]
/** A facet to be counted. */
export type Asked = {
  key: string
  /** Where the rows are that are counted. */
  table: string
  /** Where whether a row exists is looked up, if it is; else the table. */
  home: string
  /** Its column of the table; absent: whether a row exists is counted. */
  column?: string
  /** All filters but its own. */
  others: AnyValues
  value: (scope: Scope) => RawBuilder<unknown>
  options?: Options
}
/** What is counted in one reading of the cases. */
export type Batch = Pick<Asked, 'table' | 'home' | 'others'> & {
  parts: readonly Asked[]
  /** Whole articles are counted: their names are joined. */
  groups?: true
  /** The cheap ones first. */
  cost: number
}
export const costs = { column: 0, existence: 1, rows: 2 } as const

export const wholeArticle = sql`article.codex || ' ' || article.article_number`

/** All filters but its own. A range of amounts is then of each kind in the unit it would have, were that kind alone chosen. */
const othersOf = (values: AnyValues, key: string): AnyValues =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (name === key || name === excluded(key)) return []
      const field: Field | undefined = fields[name]
      const isOfKinds = field?.kind === 'amountRange' && field.kinds?.key === key && typeof value === 'object'
      return [[name, isOfKinds ? { ...value, inEach: true } : value]]
    }),
  )
const fields: Fields = caseFields

export const askedFacets = (values: AnyValues, keys: readonly string[]): Asked[] =>
  Object.entries(caseFields).flatMap(([key, field]): Asked[] => {
    if (!keys.includes(key) || !isCountable(field)) return []
    const counting = countingOf(field)
    const table = counting.table(field)
    return [
      {
        key,
        table,
        ...('of' in field ? { home: field.of } : { home: table, column: columnOf(field.column) }),
        others: othersOf(values, key),
        value: scope => counting.value(field, scope),
        ...(counting.options && { options: counting.options }),
      },
    ]
  })

/** Facets of columns of the case itself under the same filters go together. */
export const batchesOf = (asked: readonly Asked[]): Batch[] =>
  [
    ...Map.groupBy(asked, ({ key, table, column, others }) => {
      const isOfCase = table === 'court_case' && column !== undefined
      return `${isOfCase ? '' : key} ${JSON.stringify(others)}`
    }).values(),
  ]
    .flatMap(([one, ...more]): Batch[] => {
      if (one === undefined) return []
      const cost = one.table !== 'court_case' ? costs.rows : one.column === undefined ? costs.existence : costs.column
      return [{ table: one.table, home: one.home, others: one.others, parts: [one, ...more], cost }]
    })
    .toSorted((a, b) => a.cost - b.cost)
