import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { maxPersonCases } from '#shared/domain/limits.ts'
import { isVisibleCase, selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import { articlesOfCase, penaltiesOf, shownColumns, shownStates } from '../cases/shown-case.ts'
import { countPossiblyAccused } from '../db/possibly-accused.ts'
import type { DB } from '../db/schema.ts'
import { notFound } from '../http/errors.ts'
import { appearances } from './appearances.ts'
import { isSeen, namesakesOf } from './namesakes.ts'
import { personRows } from './person-rows.ts'
import { mergeReasons } from './resolve/judge-pairs.ts'

/** One person with their cases and linked cases. A person without a visible case does not exist for the asker. */
export type PersonCaseRow = Awaited<ReturnType<typeof casesOf>>[number]
type CaseLink = { case: number; other: number; why: string; certainty: number }
export type WholePerson = Awaited<ReturnType<typeof onePerson>>

export async function onePerson(db: Kysely<DB>, scope: Scope, id: number) {
  const [row] = await personRows(db, scope, [await now(db, scope, id)])
  if (row === undefined) throw notFound('Такого лица нет.')
  const own = await ownCases(db, scope, row.id)
  const links = await linksAmong(db, scope, own)
  const ids = [...new Set([...own, ...links.flatMap(link => [link.case, link.other])])]
  return {
    row,
    cases: await casesOf(db, scope, row.id, ids),
    links,
    joinedBy: await joinedBy(db, scope, row.id),
    namesakes: (await namesakesOf(db, scope, [row.id])).get(row.id) ?? 0,
  }
}

/** The person an id means now: a merged person answers under each former id that a visible case had told. */
const now = async (db: Kysely<DB>, scope: Scope, id: number): Promise<number> => {
  const found = await appearances(db, scope, {})
    .where('case_defendant.own_id', '=', id)
    .select('case_defendant.defendant_id')
    .limit(1)
    .executeTakeFirst()
  return found?.defendant_id ?? id
}

const ownCases = async (db: Kysely<DB>, scope: Scope, id: number): Promise<number[]> => {
  const found = await appearances(db, scope, {})
    .where('case_defendant.defendant_id', '=', id)
    .select(['court_case.id', 'court_case.entry_date'])
    .distinct()
    .orderBy('court_case.entry_date', order => order.desc().nullsLast())
    .orderBy('court_case.id', 'desc')
    .limit(maxPersonCases)
    .execute()
  return found.map(({ id }) => id)
}

/** Links from these cases, each once with the highest certainty; both ends are visible. */
const linksAmong = async (db: Kysely<DB>, scope: Scope, ids: readonly number[]): Promise<CaseLink[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<CaseLink>`
    select distinct on (1, 2)
      least(case_id, other_id) as "case", greatest(case_id, other_id) as other, why, certainty
    from (
      select * from case_link where case_id = any(${ids}) union all
      select * from case_link where other_id = any(${ids})
    ) as link
    where ${isVisibleCase(db, scope, 'link.case_id')} and ${isVisibleCase(db, scope, 'link.other_id')}
    order by 1, 2, certainty desc`.execute(db)
  return rows
}

const casesOf = (db: Kysely<DB>, scope: Scope, person: number, ids: readonly number[]) =>
  selectCases(db, scope, {})
    .where(({ eb, fn }) => eb('court_case.id', '=', fn.any(eb.val([...ids]))))
    .innerJoin('court', 'court.id', 'court_case.court_id')
    .select(shownColumns)
    .select(eb => [
      ...shownStates(eb, scope),
      jsonArrayFrom(articlesOfCase(eb)).as('articles'),
      jsonArrayFrom(
        eb
          .selectFrom('case_defendant')
          .whereRef('case_defendant.case_id', '=', 'court_case.id')
          .select(['case_defendant.defendant_id', 'case_defendant.article_ids'])
          .orderBy('case_defendant.ordinal'),
      ).as('accused'),
      countPossiblyAccused('court_case.id').as('perhaps_accused'),
      jsonArrayFrom(penaltiesOf(eb).select('case_defendant.defendant_id')).as('penalties'),
      sql<number>`${person}::integer`.as('person'),
    ])
    .orderBy('court_case.entry_date', order => order.desc().nullsLast())
    .orderBy('court_case.id', 'desc')
    .execute()

/** Why cases were merged into one person: merges visible to the asker on both sides, each reason once. */
async function joinedBy(db: Kysely<DB>, scope: Scope, person: number) {
  const { rows } = await sql<{ name_relation: string; evidence: string[]; is_automatic: boolean }>`
    with own as (
      select id from defendant where id = ${person} or merged_into = ${person}
    )
    select name_relation, evidence, why = 'automatic' as is_automatic
    from person_merge
    cross join (select ${person}::integer as root) as person
    where undone_at is null and left_id in (select id from own) and right_id in (select id from own)
      and ${isSeen(db, scope, 'person.root', 'person_merge.left_id')}
      and ${isSeen(db, scope, 'person.root', 'person_merge.right_id')}
    group by 1, 2, 3 order by max(score) desc, 1, 2`.execute(db)
  return rows.map(row => ({ ...mergeReasons(row), is_automatic: row.is_automatic }))
}
