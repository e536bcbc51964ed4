import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { certainEnough } from '#shared/domain/outcomes.ts'
import { isVisibleCase, selectCases } from '../../cases/case-query.ts'
import type { Scope } from '../../cases/predicates.ts'
import { countPossiblyAccused } from '../../db/possibly-accused.ts'
import type { DB } from '../../db/schema.ts'
import { isSpared, type PenaltyOfPerson } from './case-standing.ts'
import type { PersonsCase } from './clocks.ts'

/** The longest period of a rule plus the time to come into force: older cases cannot count. */
const oldestDays = 366 * 3

/** `articleNumbers` are of КоАП; `today` is a Moscow date. */
type Asked = { articleNumbers: readonly string[]; today: string }

/**
 * Visible cases of first instance under these articles, by person. If the articles of an accused are not told, those of the case are
 * returned and marked as not own.
 */
export async function personsCases(
  db: Kysely<DB>,
  scope: Scope,
  people: readonly number[],
  { articleNumbers, today }: Asked,
): Promise<Map<number, PersonsCase[]>> {
  if (people.length === 0) return new Map()
  const rows = await selectCases(db, scope, {})
    .innerJoin('case_defendant', 'case_defendant.case_id', 'court_case.id')
    .leftJoin('result_type', 'result_type.id', 'court_case.result_type_id')
    .where(sql<boolean>`case_defendant.defendant_id = any(${people}::integer[])`)
    .where('court_case.type', '=', 1)
    .where('court_case.stage', '=', 1)
    .where(
      sql<boolean>`coalesce(court_case.result_date, court_case.entry_date, ${today}::date) > ${today}::date - ${oldestDays}::integer`,
    )
    .select([
      'case_defendant.defendant_id',
      'court_case.id',
      'court_case.region',
      'court_case.entry_date',
      'case_defendant.own_result',
      sql<string | null>`coalesce(case_defendant.own_result_date, court_case.result_date)`.as('result_date'),
      'court_case.result_valid_date',
      'court_case.appeal_date',
      'court_case.appeal_result',
      'result_type.title as result',
      sql<boolean>`case_defendant.article_ids <> '{}'`.as('has_own_articles'),
      sql<boolean>`not exists (select from case_defendant as other
        where other.case_id = court_case.id and other.defendant_id is distinct from case_defendant.defendant_id)
        and ${countPossiblyAccused('court_case.id')} = 0`.as('is_alone'),
    ])
    .select(eb => [
      jsonArrayFrom(
        eb
          .selectFrom('case_penalty as p')
          .whereRef('p.case_id', '=', 'court_case.id')
          .select(['p.type', 'p.text'])
          .select([
            sql<
              PenaltyOfPerson['whose']
            >`case when p.of_other then 'other' when p.defendant_ordinal is null then 'unknown'
              when p.defendant_ordinal in (select own.ordinal from case_defendant as own
                where own.case_id = court_case.id and own.defendant_id = case_defendant.defendant_id) then 'person'
              else 'other' end`.as('whose'),
            sql<boolean>`p.certainty >= ${certainEnough}::real`.as('is_certain'),
          ]),
      ).as('penalties'),
      jsonArrayFrom(
        eb
          .selectFrom('article')
          .where(
            sql<boolean>`article.id = any(case when case_defendant.article_ids <> '{}' then case_defendant.article_ids
              else array(select article_id from case_article where case_article.case_id = court_case.id) end)`,
          )
          .where('article.codex', '=', 'koap')
          .where(sql<boolean>`article.article_number = any(${articleNumbers}::text[])`)
          .select(['article.article_number', 'article.part']),
      ).as('articles'),
      jsonArrayFrom(
        eb
          .selectFrom(
            sql<{ id: number; is_linked: boolean }>`(
              select other_id as id, true as is_linked from case_link where case_id = court_case.id
              union all
              select second_id, false from case_link_candidate as candidate where first_id = court_case.id
                and not exists (select from case_link_verdict as verdict where not is_same
                  and verdict.first_id = candidate.first_id and verdict.second_id = candidate.second_id)
                -- What is known to review another case does not review this one.
                and not exists (select from case_link where case_id = candidate.second_id)
            )`.as('link'),
          )
          .innerJoin('court_case as review', 'review.id', 'link.id')
          .leftJoin('result_type as reviewed', 'reviewed.id', 'review.result_type_id')
          .where('review.stage', '=', 2)
          // A review in another region is only known to exist.
          .select(['review.case_number', 'reviewed.title as result', 'review.result_date', 'link.is_linked'])
          .select(isVisibleCase(db, scope, 'review.id').as('is_seen')),
      ).as('reviews'),
    ])
    .orderBy('case_defendant.ordinal')
    .execute()
  const found = new Map<number, PersonsCase[]>()
  for (const { defendant_id, ...one } of rows) {
    if (defendant_id === null || one.articles.length === 0) continue
    const cases = found.get(defendant_id) ?? []
    // A person listed twice in a case gets the own articles of both rows; a penalty stands beside a termination.
    const at = cases.findIndex(({ id }) => id === one.id)
    const same = cases[at]
    if (same === undefined) cases.push({ ...one, is_namesakes: false })
    else if (isSpared(same) !== isSpared(one)) cases[at] = isSpared(one) ? same : { ...one, is_namesakes: false }
    else if (one.has_own_articles) {
      same.articles = same.has_own_articles ? [...same.articles, ...one.articles] : one.articles
      same.has_own_articles = true
    }
    found.set(defendant_id, cases)
  }
  return found
}

/** Cases of possible namesakes: open pairs of one full name, except cases that list both. */
export async function namesakesCases(
  db: Kysely<DB>,
  scope: Scope,
  person: number,
  asked: Asked,
): Promise<PersonsCase[]> {
  const { rows } = await sql<{ id: number }>`
    with own as materialized (
      select id from defendant where id = ${person} or merged_into = ${person}
    ),
    other as (
      select right_id as id from person_pair
      where left_id in (select id from own) and verdict = 'open' and name_relation = 'full'
      union
      select left_id from person_pair
      where right_id in (select id from own) and verdict = 'open' and name_relation = 'full'
    )
    select distinct coalesce(merged_into, id) as id from defendant
    where id in (select id from other) and coalesce(merged_into, id) <> ${person}`.execute(db)
  const others = await personsCases(
    db,
    scope,
    rows.map(({ id }) => id),
    asked,
  )
  const theirs = [...others.values()].flat()
  const shared = await db
    .selectFrom('case_defendant')
    .where('defendant_id', '=', person)
    .where(({ eb, fn }) => eb('case_id', '=', fn.any(eb.val(theirs.map(({ id }) => id)))))
    .select('case_id')
    .execute()
  const both = new Set(shared.map(({ case_id }) => case_id))
  return [...new Map(theirs.map(one => [one.id, one])).values()]
    .filter(({ id }) => !both.has(id))
    .map(one => ({ ...one, is_namesakes: true }))
}
