import { type Kysely, type RawBuilder, sql } from 'kysely'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { Field, FieldOf } from '#shared/filters/field.ts'
import { type KnownOfCase, withoutYo } from '../cases/filter-kinds.ts'
import { columnNameOf, isKnownInMemory, tableOfFilter } from '../cases/predicates.ts'
import { arrayLiteral } from '../db/bulk-parameters.ts'
import type { DB } from '../db/schema.ts'
import { spelling } from '../db/spelling.ts'

/** What changed cases have that filters read, and the people in them. */
export type Traits = KnownOfCase & {
  id: number
  region: number
  /** With the former ids of merged people. */
  people: readonly number[]
}
type Value = string | number | boolean | null
/** Column-wise rows of one table; null when there are none. */
type Columns = Readonly<Record<string, readonly Value[] | null>>

/** Columns per table that in-memory filters read; empty when only the existence of a row counts. */
const columnsByTable = Map.groupBy(
  Object.values(caseListFields).flatMap((field: Field) => {
    const table = tableOfFilter(field)
    if (!isKnownInMemory(field)) return []
    if ('of' in field || field.kind === 'words') return [{ table, column: [] }]
    const columns = 'also' in field ? [field.column, field.also] : [field.column]
    return [{ table, column: columns.map(columnNameOf) }]
  }),
  ({ table }) => table,
)
const tables = [...columnsByTable].map(
  ([table, all]) => [table, [...new Set(all.flatMap(({ column }) => column))]] as const,
)
const ofChildren = tables.filter(([table]) => table !== 'court_case')
const ofCase = tables.find(([table]) => table === 'court_case')?.[1] ?? []

/** One query per table: querying case by case takes three times as long. */
const columnsOf = (columns: readonly string[]): RawBuilder<Columns> =>
  sql`json_build_object(${sql.join(columns.flatMap(column => [sql.lit(column), sql`json_agg(${sql.ref(column)})`]))})`
const everyRow = (ids: RawBuilder<unknown>): RawBuilder<Columns>[] => [
  sql`(select ${columnsOf(['id', ...ofCase])} from court_case where id = any(${ids})) as court_case`,
  ...ofChildren.map(
    ([table, columns]) => sql<Columns>`(
      select ${columnsOf(['case_id', ...columns])} from ${sql.table(table)} where case_id = any(${ids})
    ) as ${sql.ref(table)}`,
  ),
  sql`(
    select ${columnsOf(['case_id', 'person'])} from (
      select case_id, defendant_id as person from case_defendant where case_id = any(${ids}) and defendant_id is not null
      union select case_id, former.id from case_defendant
      join defendant former on former.merged_into = case_defendant.defendant_id where case_id = any(${ids})
    ) one
  ) as people`,
]

type Growing = Omit<Traits, 'values' | 'present' | 'people'> & {
  values: Map<string, string[]>
  present: Set<string>
  people: number[]
}

export async function readTraits(db: Kysely<DB>, ids: readonly number[]): Promise<Traits[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Record<string, Columns>>`
    select ${sql.join(everyRow(sql`${arrayLiteral(ids)}::int[]`))}`.execute(db)
  const found = rows[0] ?? {}
  const { court_case = {}, people = {} } = found
  const known = court_case.id ?? []
  const cases = new Map(
    known.map((id, n): [Value, Growing] => [
      id,
      {
        id: Number(id),
        region: Number(court_case.region?.[n]),
        values: new Map(),
        small: new Map(),
        present: new Set(),
        people: [],
      },
    ]),
  )
  const take = (table: string, columns: readonly string[], { case_id, ...values }: Columns): void => {
    for (const [n, id] of (case_id ?? []).entries()) {
      const traits = cases.get(id)
      if (traits === undefined) continue
      traits.present.add(table)
      for (const column of columns) {
        const value = values[column]?.[n] ?? null
        const name = `${table}.${column}`
        const has = traits.values.get(name) ?? []
        traits.values.set(name, has)
        if (value !== null) has.push(withoutYo(String(value)))
      }
    }
  }
  take('court_case', ofCase, { ...court_case, case_id: known })
  for (const [table, columns] of ofChildren) take(table, columns, found[table] ?? {})
  for (const [n, id] of (people.case_id ?? []).entries()) cases.get(id)?.people.push(Number(people.person?.[n]))
  return [...cases.values()].map(traits => ({ ...traits, small: smallOf(traits.values) }))
}
const smallOf = (values: ReadonlyMap<string, readonly string[]>): Traits['small'] =>
  new Map(
    textFields.map(({ column, also, isName }) => [
      column,
      [column, ...(also === undefined ? [] : [also])]
        .flatMap(one => values.get(one) ?? [])
        .flatMap(text => (text === '' ? [] : [isName ? spelling(text) : text.toLowerCase()])),
    ]),
  )
const textFields = Object.values(caseListFields).flatMap((field): FieldOf['text'][] =>
  field.kind === 'text' ? [field] : [],
)
