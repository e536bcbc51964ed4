import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AnyValues } from '#shared/filters/field.ts'
import type { DB } from '../../db/schema.ts'
import { foundCases } from '../../texts/found-cases.ts'
import { isColumnField } from '../filter-kinds.ts'
import { isPersonal, matches, type Scope, setParams, tableOfFilter } from '../predicates.ts'
import { type CaseSet, caseSet } from './case-set.ts'
import type { CaseEngine, CopyEngine, Question } from './engine.ts'
import type { Find } from './plan.ts'
import { postgresql } from './postgresql.ts'

/** More cases are not taken to the copy: PostgreSQL answers the rest as well. */
const mostFound = 2_000_000

type Finding = { db: Kysely<DB>; on: Kysely<DB>; copy: CopyEngine; scope: Scope }
/** What PostgreSQL finds for the copy to answer among. Null: there are too many. Cases with words alone are remembered (texts/found-cases.ts). */
export async function findForCopy(
  { db, on, copy, scope }: Finding,
  { values, words, among }: Find,
): Promise<CaseSet | null> {
  if (words !== undefined && among !== undefined) {
    const others = async (most: number) => (await listIds(copy, { scope, values: among }, most))?.list ?? null
    return foundCases({ db, on, words, others })
  }
  const found = await idsOf(on, ownRowsOf(values, scope) ?? foundBy(postgresql(on), { scope, values }), mostFound)
  return found && caseSet(found.list, found.count)
}

/**
 * Where every filter asks for rows of one's own in one table, these are the cases: none of them is looked up here, for the copy shows those of the
 * reader's regions alone. Undefined: cases have to be asked.
 */
function ownRowsOf(values: AnyValues, scope: Scope): Found | undefined {
  const params = setParams(values)
  const [table = '', ...others] = new Set(params.map(({ field }) => tableOfFilter(field)))
  const areRows = params.every(({ field, not }) => !not && isColumnField(field))
  if (others.length > 0 || !areRows || !isPersonal(table)) return undefined
  return sql`select distinct case_id as id from ${sql.table(table)} where ${matches(values, scope, table)}`
}

type Found = RawBuilder<unknown>
const foundBy = (engine: CaseEngine, question: Question): Found =>
  sql`${engine.cases(question).select('court_case.id')}`
const listIds = (engine: CaseEngine, question: Question, most: number) =>
  idsOf(engine.db, foundBy(engine, question), most)

/** The numbers of the cases as one text, which nobody needs to split on the way. Null: there are more than `most`. */
async function idsOf(db: Kysely<DB>, found: Found, most: number): Promise<{ list: string; count: number } | null> {
  const { rows } = await sql<{ count: number; ids: string | null }>`
    select count(*)::integer as count, string_agg(id::text, ',') as ids from (${found} limit ${most + 1}) as found`.execute(
    db,
  )
  const [{ count = 0, ids = null } = {}] = rows
  return count > most ? null : { list: `[${ids ?? ''}]`, count }
}
