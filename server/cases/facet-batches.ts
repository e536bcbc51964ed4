import { type RawBuilder, sql } from 'kysely'
import { caseFields } from '#shared/filters/case-fields.ts'
import {
  type AnyValues,
  type CountableField,
  type CountableKind,
  excluded,
  type FieldOf,
  isCountable,
} from '#shared/filters/field.ts'
import { childExists, folded, type Scope, tableOf } from './predicates.ts'

/** Facets, by what is counted of them and in which reading of the cases. */

/** How a kind is counted: in which table its values stand, and what they are called on the wire. */
type Counting<K extends CountableKind> = {
  table(field: FieldOf[K]): string
  value(field: FieldOf[K], scope: Scope): RawBuilder<unknown>
}
const ofColumn = {
  table: ({ column }: { column: string }) => tableOf(column),
  value: ({ column }: { column: string }) => sql.ref(column),
}
const ofExistence = {
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
    value: ({ column }) => {
      const at = sql.ref(column)
      return sql`case when ${at} is null then 'no_info' when ${at} >= now() then 'is_planned' else 'in_past' end`
    },
  },
}
const countingOf = (field: CountableField): Counting<CountableKind> => countings[field.kind]

export type Counts = { value: string; count: number }[]
/** What is counted in one reading of the cases. */
export type Batch = {
  table: string
  /** Where whether a row exists is looked up, if it is; else the table. */
  home: string
  others: AnyValues
  parts: { key: string; value: (scope: Scope) => RawBuilder<unknown> }[]
  /** Whole articles are counted: their names are joined. */
  groups?: true
  /** The cheap ones first. */
  cost: number
}
export const costs = { column: 0, existence: 1, rows: 2 } as const

export const wholeArticle = sql`article.codex || ' ' || article.article_number`

/** Facets of columns of the case itself under the same filters go together. */
export const batchesOf = (values: AnyValues, keys: readonly string[]): Batch[] => {
  const batches = new Map<string, Batch>()
  for (const [key, field] of Object.entries(caseFields)) {
    if (!keys.includes(key) || !isCountable(field)) continue
    const others = Object.fromEntries(Object.entries(values).filter(([name]) => name !== key && name !== excluded(key)))
    const counting = countingOf(field)
    const table = counting.table(field)
    const cost = table !== 'court_case' ? costs.rows : 'of' in field ? costs.existence : costs.column
    const shared = `${cost === costs.column ? '' : key} ${JSON.stringify(others)}`
    const batch = batches.get(shared) ?? { table, home: 'of' in field ? field.of : table, others, parts: [], cost }
    batch.parts.push({ key, value: asker => counting.value(field, asker) })
    batches.set(shared, batch)
  }
  return [...batches.values()].toSorted((a, b) => a.cost - b.cost)
}
