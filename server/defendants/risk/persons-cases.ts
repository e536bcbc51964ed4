import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { countedNumbers } from '#shared/domain/repeat-rules.ts'
import { selectCases } from '../../cases/case-query.ts'
import type { Scope } from '../../cases/predicates.ts'
import type { DB } from '../../db/schema.ts'
import type { PersonsCase } from './clocks.ts'

/** The longest period of a rule, and the time a decision may take to come into force: what is older cannot count. */
const oldestDays = 366 * 3

/** Cases of first instance that may count against these people, as far as the asker sees them, by person. */
export async function personsCases(
  db: Kysely<DB>,
  scope: Scope,
  people: readonly number[],
): Promise<Map<number, PersonsCase[]>> {
  if (people.length === 0) return new Map()
  const rows = await selectCases(db, scope, {})
    .innerJoin('case_defendant', 'case_defendant.case_id', 'court_case.id')
    .leftJoin('result_type', 'result_type.id', 'court_case.result_type_id')
    .where(sql<boolean>`case_defendant.defendant_id = any(${people}::integer[])`)
    .where('court_case.type', '=', 1)
    .where('court_case.stage', '=', 1)
    .where(
      sql<boolean>`coalesce(court_case.result_date, court_case.entry_date, current_date) > current_date - ${oldestDays}::integer`,
    )
    .select([
      'case_defendant.defendant_id',
      'court_case.id',
      'court_case.region',
      'court_case.entry_date',
      'court_case.result_date',
      'court_case.result_valid_date',
      'court_case.appeal_result',
      'result_type.title as result',
    ])
    .select(eb => [
      eb
        .exists(eb.selectFrom('case_imposed_penalty as p').whereRef('p.case_id', '=', 'court_case.id').select('p.type'))
        .as('has_penalty'),
      // Their own articles: an accused whose articles were not told is never taken to be accused under those of the case.
      jsonArrayFrom(
        eb
          .selectFrom('article')
          .where(sql<boolean>`article.id = any(case_defendant.article_ids)`)
          .where('article.codex', '=', 'koap')
          .where(sql<boolean>`article.article_number = any(${countedNumbers})`)
          .select(['article.article_number', 'article.part']),
      ).as('articles'),
      jsonArrayFrom(
        eb
          .selectFrom('case_link')
          .innerJoin('court_case as review', 'review.id', 'case_link.other_id')
          .leftJoin('result_type as reviewed', 'reviewed.id', 'review.result_type_id')
          .whereRef('case_link.case_id', '=', 'court_case.id')
          .where('review.stage', '=', 2)
          // A court of another region may review it: the asker is told no more than that it did.
          .select(['review.case_number', 'reviewed.title as result', 'review.result_date']),
      ).as('reviews'),
    ])
    .execute()
  const found = new Map<number, PersonsCase[]>()
  for (const { defendant_id, has_penalty, ...one } of rows) {
    if (defendant_id === null || one.articles.length === 0) continue
    const cases = found.get(defendant_id) ?? []
    if (!cases.some(({ id }) => id === one.id)) cases.push({ ...one, has_penalty: Boolean(has_penalty) })
    found.set(defendant_id, cases)
  }
  return found
}
