import { type Kysely, sql } from 'kysely'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { withoutYo } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'

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
type Row = { id: number; region: number; columns: Record<string, Value | Value[]>; present: string[]; people: number[] }

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
  'entry_date',
  'result_date',
  'last_scheduled_hearing_date',
  'case_number',
  'case_uid',
  'protocol_number',
] as const
const ofChildren = [
  ['case_article', 'article_id'],
  ['case_event', 'event_type_id'],
  ['case_event', 'event_date'],
  ['case_defence_param', 'defence_param_id'],
  ['case_tag', 'tag_id'],
  ['case_penalty', 'type'],
  ['case_penalty', 'hidden'],
  ['case_defendant', 'name'],
  ['case_defendant', 'gender'],
  ['case_defendant', 'at_risk'],
  ['case_advocate', 'name'],
  ['case_prosecutor', 'name'],
] as const
const asked = ['case_imposed_penalty', 'case_advocate', 'case_prosecutor'] as const

/** Columns that memory knows. */
export const knownColumns: ReadonlySet<string> = new Set([
  ...ofCase.map(column => `court_case.${column}`),
  ...ofChildren.map(([table, column]) => `${table}.${column}`),
])
export const knownTables: ReadonlySet<string> = new Set(asked)

const columns = sql.join(
  [
    ...ofCase.map(column => sql`${sql.lit(`court_case.${column}`)}, ${sql.ref(`court_case.${column}`)}`),
    ...ofChildren.map(
      ([table, column]) => sql`${sql.lit(`${table}.${column}`)}, (
        select json_agg(distinct ${sql.ref(column)}) from ${sql.table(table)} child where child.case_id = court_case.id)`,
    ),
  ],
  sql`, `,
)
const present = sql.join(
  asked.map(
    table =>
      sql`case when exists (select from ${sql.table(table)} child where child.case_id = court_case.id) then ${sql.lit(table)}::text end`,
  ),
  sql`, `,
)

export async function readTraits(db: Kysely<DB>, ids: readonly number[]): Promise<Traits[]> {
  const { rows } = await sql<Row>`
    select court_case.id, court_case.region, json_build_object(${columns}) as columns,
      array_remove(array[${present}], null) as present,
      array(
        select defendant_id from case_defendant
        where case_defendant.case_id = court_case.id and defendant_id is not null
        union select former.id from case_defendant
        join defendant former on former.merged_into = case_defendant.defendant_id
        where case_defendant.case_id = court_case.id
      ) as people
    from court_case where court_case.id = any(${ids}::int[])`.execute(db)
  return rows.map(({ columns: found, present: tables, people, id, region }) => {
    const values = new Map(
      Object.entries(found).map(([column, value]) => [
        column,
        [value].flat().flatMap(one => (one === null ? [] : [withoutYo(String(one))])),
      ]),
    )
    const small = new Map(
      spelt.map(column => [column, (values.get(column) ?? []).map(text => text.toLowerCase())] as const),
    )
    return { id, region, people, values, small, present: new Set(tables) }
  })
}
/** Columns of filters of the kind «text». */
const spelt = Object.values(caseListFields).flatMap(field => (field.kind === 'text' ? [field.column] : []))
