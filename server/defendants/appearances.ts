import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { DefendantRow } from '#shared/api/defendants.ts'
import type { defendantFields } from '#shared/filters/case-fields.ts'
import type { Values } from '#shared/filters/field.ts'
import type { CaseEngine, Question } from '../cases/engine/engine.ts'
import { postgresql } from '../cases/engine/postgresql.ts'
import { pick, type Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'

/**
 * An appearance is one named person in one case visible to the asker; hidden names have none. All data about people
 * starts here.
 */
export type DefendantValues = Values<typeof defendantFields>

/** Appearances that satisfy all filters together: the same case, the same person. */
export const appearances = (db: Kysely<DB>, scope: Scope, values: DefendantValues) =>
  appearancesOn(postgresql(db), { scope, values })

export const appearancesOn = (engine: CaseEngine, question: Question<DefendantValues>) =>
  engine
    .cases({ ...question, values: pick(question.values, ofPersons, false) }, 'case_defendant', 'row')
    .innerJoin('case_defendant', 'case_defendant.case_id', 'court_case.id')
    .where('case_defendant.defendant_id', 'is not', null)
    .$if(question.values.codex_articles !== undefined, query =>
      // An article of the case counts only if it is this person's.
      query.where(isAccusedOf(question.values.codex_articles)),
    )
    .$if(question.values.codex_articles_not !== undefined, query =>
      query.where(({ and, not, or }) =>
        or([
          and([hasOwnArticles, not(isAccusedOf(question.values.codex_articles_not))]),
          sql<SqlBool>`court_case.id in ${engine
            .cases({ scope: question.scope, values: pick(question.values, ofPersons) })
            .select('court_case.id')}`,
        ]),
      ),
    )
    .$if(unlikeGenders(question.values).length > 0, query =>
      // A case that states the gender states it for all cases of the person.
      query.where(({ not, exists }: ExpressionBuilder<DB, keyof DB>) =>
        not(
          exists(
            sql`(select 1 from ${engine
              .cases({ scope: question.scope, values: {} })
              .innerJoin('case_defendant as other', 'other.case_id', 'court_case.id')
              .where(sql<SqlBool>`other.gender = any(${unlikeGenders(question.values)})`)
              .select('other.defendant_id')
              .as('other')} where other.defendant_id = case_defendant.defendant_id)`,
          ),
        ),
      ),
    )

const ofPersons: ReadonlySet<string> = new Set(['codex_articles_not'])
// The copy stores article_ids as text.
const hasOwnArticles = sql<SqlBool>`case_defendant.article_ids::text <> '{}'`
const isAccusedOf = (articles: readonly number[] = []) =>
  sql<SqlBool>`string_to_array(rtrim(ltrim(case_defendant.article_ids::text, '{'), '}'), ',') && ${articles}::text[]`

const unlikeGenders = ({ defendant_gender: only, defendant_gender_not: not }: DefendantValues): string[] => [
  ...(only === 'na' ? ['m', 'f'] : []),
  ...(not === 'm' || not === 'f' ? [not] : []),
]

/**
 * Counts found cases per person; `least`: only people with at least so many. Two rows of one person in a case count
 * once.
 */
export const countedCases = (engine: CaseEngine, question: Question<DefendantValues>, least: number) =>
  appearancesOn(engine, question)
    .select(({ fn }) => [
      'case_defendant.defendant_id',
      fn.count<number>('case_defendant.case_id').distinct().as('found_count'),
    ])
    .groupBy('case_defendant.defendant_id')
    .$if(least > 1, query => query.having(({ fn }) => fn.count('case_defendant.case_id').distinct(), '>=', least))

export const peopleFound = (engine: CaseEngine, question: Question<DefendantValues>, least: number) =>
  least === 1
    ? appearancesOn(engine, question).select('case_defendant.defendant_id').distinct()
    : countedCases(engine, question, least).clearSelect().select('case_defendant.defendant_id')

/** The number of people and their ids separated by commas; null when there are more than `most`. */
export async function numbersFound(
  engine: CaseEngine,
  question: Question<DefendantValues>,
  { most, least }: { most: number; least: number },
): Promise<{ count: number; ids: string | null }> {
  const { rows } = await sql<{ count: number; ids: string | null }>`
    with found as materialized (${peopleFound(engine, question, least)}), counted as (select count(*) as count from found)
    select count, case when count <= ${most} then (select string_agg(defendant_id::text, ',') from found) end as ids
    from counted`.execute(engine.db)
  const [{ count = 0, ids = null } = {}] = rows
  return { count, ids: count === 0 ? '' : ids }
}

type FoundCounts = Pick<DefendantRow, 'found_count' | 'found_second_instance_count'>
/** Counts found cases per person. */
export async function foundCounts(
  { db, scope, values }: { db: Kysely<DB>; scope: Scope; values: DefendantValues },
  people: readonly number[],
): Promise<ReadonlyMap<number, FoundCounts>> {
  // Looks people up one by one by their index: a planner might start with all found cases.
  const { rows } = await sql<FoundCounts & { id: number }>`
    select person.id, own.* from unnest(${people}::integer[]) as person(id)
    cross join lateral (${appearances(db, scope, values)
      .where(sql<SqlBool>`case_defendant.defendant_id = person.id`)
      .select([
        sql<number>`count(distinct court_case.id)`.as('found_count'),
        sql<number>`count(distinct court_case.id) filter (where stage = 2)`.as('found_second_instance_count'),
      ])}) as own`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** `as_of` does not restrict the cases. */
export const isUnlimited = (scope: Scope, values: DefendantValues): boolean =>
  scope.regions === 'all' && Object.keys(values).every(name => name === 'as_of')
