import { type Kysely, type RawBuilder, sql } from 'kysely'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { withoutYo } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { arrayLiteral } from './batches.ts'

/**
 * What changed cases have, as far as filters can be told by it in memory: the values of each column a filter may name, and
 * which child tables have a row. A column that is missing here is asked of the database instead; none is guessed.
 */
export type Traits = {
  id: number
  region: number
  /** By `table.column`, as text; ё is е, as filters have it. */
  values: ReadonlyMap<string, readonly string[]>
  /** The same in small letters, of columns that are searched by letters. */
  small: ReadonlyMap<string, readonly string[]>
  /** Child tables with a row of this case, among those that filters ask about. */
  present: ReadonlySet<string>
  /** Everyone the case names: also by numbers they had before they were found to be one. */
  people: readonly number[]
}
type Value = string | number | boolean | null
/** Rows of one table, column by column: a value has its place in each. Null: there are none. */
type Columns = Readonly<Record<string, readonly Value[] | null>>

const ofCase = [
  'type',
  'stage',
  'region',
  'court_id',
  'city',
  'judge_id',
  'result_type_id',
  'has_result',
  'has_text',
  'defendants_hidden',
  'in_question',
  'entry_date',
  'result_date',
  'last_scheduled_hearing_date',
  'case_number',
  'other_numbers',
  'case_uid',
  'protocol_number',
] as const
const ofChildren: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ['case_article', ['article_id']],
  ['case_event', ['event_type_id', 'event_date']],
  ['case_defence_param', ['defence_param_id']],
  ['case_tag', ['tag_id']],
  ['case_penalty', ['type', 'hidden', 'suspended']],
  ['case_defendant', ['name', 'gender', 'at_risk']],
  ['case_imposed_penalty', []],
  ['case_participant', ['name']],
  ['case_advocate', ['name']],
  ['case_prosecutor', ['name']],
]

/** Columns that memory knows. */
export const knownColumns: ReadonlySet<string> = new Set([
  ...ofCase.map(column => `court_case.${column}`),
  ...ofChildren.flatMap(([table, columns]) => columns.map(column => `${table}.${column}`)),
])
/** Tables of which memory knows whether a case has a row there. */
export const knownTables: ReadonlySet<string> = new Set(['case_imposed_penalty', 'case_advocate', 'case_prosecutor'])

/** Rows of all the cases by one look into each table: asked case by case, it takes three times as long. */
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
  const tables = rows[0] ?? {}
  const cases = new Map(
    (tables.court_case?.id ?? []).map((id, n): [Value, Growing] => [
      id,
      {
        id: Number(id),
        region: Number(tables.court_case?.region?.[n]),
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
      if (knownTables.has(table)) traits.present.add(table)
      for (const column of columns) {
        const value = values[column]?.[n] ?? null
        const name = `${table}.${column}`
        const has = traits.values.get(name) ?? []
        if (has.length === 0) traits.values.set(name, has)
        if (value !== null) has.push(withoutYo(String(value)))
      }
    }
  }
  take('court_case', ofCase, { ...tables.court_case, case_id: tables.court_case?.id ?? [] })
  for (const [table, columns] of ofChildren) take(table, columns, tables[table] ?? {})
  for (const [n, id] of (tables.people?.case_id ?? []).entries())
    cases.get(id)?.people.push(Number(tables.people?.person?.[n]))
  return [...cases.values()].map(traits => ({ ...traits, small: smallOf(traits.values) }))
}
const smallOf = (values: ReadonlyMap<string, readonly string[]>): Traits['small'] =>
  new Map(
    spelt.map(columns => [
      columns[0],
      columns.flatMap(column => values.get(column) ?? []).flatMap(text => (text === '' ? [] : [text.toLowerCase()])),
    ]),
  )
/** Columns of filters of the kind «text», each with the one that is searched beside it. */
const spelt = Object.values(caseListFields).flatMap((field): [string, ...string[]][] =>
  field.kind === 'text' ? [[field.column, ...('also' in field ? [field.also] : [])]] : [],
)
