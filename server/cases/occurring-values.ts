import { type Kysely, sql } from 'kysely'
import { caseFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { isCancelled } from '../db/refusal.ts'
import type { DB } from '../db/schema.ts'
import { selectCases } from './case-query.ts'
import type { CaseEngine, Engines, Question } from './engine/engine.ts'
import { askCases } from './engine/run.ts'
import { columnNameOf, type Scope, tableOfFilter } from './predicates.ts'

/**
 * Which rows of a directory occur in cases that an account may see. Court sites add wordings of their own to these
 * directories, so an account limited to regions sees only the fixed vocabulary and these rows (docs/decisions/0075).
 */
const fields = {
  articles: caseFields.codex_articles,
  defence_params: caseFields.case_defence_params,
  event_types: caseFields.event_type,
  result_types: caseFields.result_type,
  tags: caseFields.tags,
}
export type SharedDirectory = keyof typeof fields
export const isShared = (directory: string): directory is SharedDirectory => Object.hasOwn(fields, directory)

type Home = { table: string; column: string }
const homeOf = (directory: SharedDirectory): Home => {
  const field = fields[directory]
  return { table: tableOfFilter(field), column: columnNameOf(field.column) }
}
type Id = { id: number }
const idsOf = (rows: readonly Id[]): ReadonlySet<number> => new Set(rows.map(({ id }) => id))

/** For a few ids or rare ones: each is looked up by the index of its column. */
export async function occurringOf(
  db: Kysely<DB>,
  scope: Scope,
  directory: SharedDirectory,
  ids: readonly number[],
  values: AnyValues = {},
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const { table, column } = homeOf(directory)
  const own = sql.ref(`${table}.${column}`)
  const cases = selectCases(db, scope, values)
    .$if(table !== 'court_case', query =>
      query.innerJoin(sql<object>`${sql.table(table)}`.as<'child'>(sql.id(table)), join =>
        join.on(sql<boolean>`${sql.ref(`${table}.case_id`)} = court_case.id`),
      ),
    )
    .where(sql<boolean>`${own} = value.id`)
    .select(sql`1`.as('one'))
    .limit(1)
  // The limit keeps PostgreSQL from joining all cases with all rows.
  const { rows } = await sql<Id>`
    select value.id from unnest(${ids}::integer[]) as value (id) cross join lateral (${cases}) as found`.execute(db)
  return idsOf(rows)
}

const longestSeconds = 5

/** For a whole directory. What PostgreSQL does not find in time is left out. */
export const occurringIn = (
  engines: Engines,
  scope: Scope,
  directory: SharedDirectory,
  ids: readonly number[],
  values: AnyValues = {},
): Promise<ReadonlySet<number>> =>
  ids.length === 0
    ? Promise.resolve(new Set())
    : askCases(
        engines,
        { scope, values },
        (engine, question) =>
          engine.isColumnar
            ? countedIn(engine, question, homeOf(directory))
            : occurringOf(engine.db, scope, directory, ids, values),
        { seconds: longestSeconds },
      ).catch((error: unknown) => {
        if (isCancelled(error)) return new Set()
        throw error
      })

/** From the dimension tables of the copy: distinct combinations are few, however many cases there are. */
async function countedIn(
  engine: CaseEngine,
  question: Question,
  { table, column }: Home,
): Promise<ReadonlySet<number>> {
  if (table === 'court_case') {
    const cells = engine.cells(question, { id: column })
    return idsOf(
      (await sql<Id>`select distinct id from (${cells}) as cells where id is not null`.execute(engine.db)).rows,
    )
  }
  const { rows, rowKey, caseColumn } = engine.childRows(table, [column])
  const found = await sql<Id>`
    select distinct ${sql.ref(`${table}.${column}`)} as id from (${engine.cells(question, { of: caseColumn })}) as found
    join ${sql.table(rows)} as ${sql.id(table)} on ${rowKey} = found.of`.execute(engine.db)
  return idsOf(found.rows)
}
