import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AnyValues } from '#shared/filters/field.ts'
import type { DB } from '../../db/schema.ts'
import { foundCases } from '../../texts/found-cases.ts'
import { isColumnField } from '../filter-kinds.ts'
import { isPersonal, matches, type Scope, setParams, tableOfFilter } from '../predicates.ts'
import { type CaseSet, findCaseSet } from './case-set.ts'
import type { CaseEngine, CopyEngine, Question } from './engine.ts'
import type { Find } from './plan.ts'
import { postgresql } from './postgresql.ts'

type Finding = { db: Kysely<DB>; on: Kysely<DB>; copy: CopyEngine; scope: Scope }
/**
 * Cases that PostgreSQL finds for the copy to filter. Only sets found by words alone are cached (texts/found-cases.ts).
 */
export async function findForCopy({ db, on, copy, scope }: Finding, { values, words, among }: Find): Promise<CaseSet> {
  if (words !== undefined && among !== undefined) {
    const others = (most: number) => listIds(copy, { scope, values: among }, most)
    return foundCases({ db, on, words, others })
  }
  return (await findCaseSet(on, ownRowsOf(values, scope) ?? foundBy(postgresql(on), { scope, values }))).cases
}

/**
 * When every filter asks for the reader's own rows in one table, those rows are the answer, without looking up cases:
 * the copy applies the scope of regions. Undefined: cases have to be queried.
 */
function ownRowsOf(values: AnyValues, scope: Scope): RawBuilder<unknown> | undefined {
  const params = setParams(values)
  const [table = '', ...others] = new Set(params.map(({ field }) => tableOfFilter(field)))
  const areRows = params.every(({ field, not }) => !not && isColumnField(field))
  if (others.length > 0 || !areRows || !isPersonal(table)) return undefined
  return sql`select distinct case_id from ${sql.table(table)} where ${matches(values, scope, table)}`
}

const foundBy = (engine: CaseEngine, question: Question): RawBuilder<unknown> =>
  sql`${engine.cases(question).select('court_case.id as case_id')}`

/** The ids as a list; null when there are more than `most`. */
async function listIds(engine: CaseEngine, question: Question, most: number): Promise<string | null> {
  const { rows } = await sql<{ count: number; ids: string | null }>`
    select count(*)::integer as count, string_agg(case_id::text, ',') as ids
    from (${foundBy(engine, question)} limit ${most + 1}) as found`.execute(engine.db)
  const [{ count = 0, ids = null } = {}] = rows
  return count > most ? null : `[${ids ?? ''}]`
}
