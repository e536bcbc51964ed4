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
/** What PostgreSQL finds for the copy to answer among. Cases with words alone are remembered (texts/found-cases.ts). */
export async function findForCopy({ db, on, copy, scope }: Finding, { values, words, among }: Find): Promise<CaseSet> {
  if (words !== undefined && among !== undefined) {
    const others = (most: number) => listIds(copy, { scope, values: among }, most)
    return foundCases({ db, on, words, others })
  }
  return (await findCaseSet(on, ownRowsOf(values, scope) ?? foundBy(postgresql(on), { scope, values }))).cases
}

/**
 * Where every filter asks for rows of one's own in one table, these are the cases: none of them is looked up here, for the copy shows those of the
 * reader's regions alone. Undefined: cases have to be asked.
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

/** The numbers of the cases as a list; null: there are more than `most`. */
async function listIds(engine: CaseEngine, question: Question, most: number): Promise<string | null> {
  const { rows } = await sql<{ count: number; ids: string | null }>`
    select count(*)::integer as count, string_agg(case_id::text, ',') as ids
    from (${foundBy(engine, question)} limit ${most + 1}) as found`.execute(engine.db)
  const [{ count = 0, ids = null } = {}] = rows
  return count > most ? null : `[${ids ?? ''}]`
}
