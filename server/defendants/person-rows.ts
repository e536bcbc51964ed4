import { type Kysely, sql } from 'kysely'
import type { Codex } from '#shared/domain/codex.ts'
import type { Gender } from '#shared/domain/outcomes.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { appearances } from './appearances.ts'

/** What a list tells of people, by their numbers: only from cases the asker may see, their very names too. */
export type Article = { id: number; codex: Codex; article_number: string; part: string }
export type PersonRow = {
  id: number
  /** As courts wrote it: the spelling by which the person is known, if the asker may see it; else the fullest seen. */
  names: string[]
  genders: Gender[]
  gender: Gender
  regions: number[]
  cities: string[]
  cases_count: number
  second_instance_count: number
  first_entry_date: string | null
  last_entry_date: string | null
  at_risk: boolean
  articles: Article[]
}

export async function personRows(db: Kysely<DB>, scope: Scope, ids: readonly number[]): Promise<PersonRow[]> {
  if (ids.length === 0) return []
  const seen = appearances(db, scope, {})
    .where(({ eb, fn }) => eb('case_defendant.defendant_id', '=', fn.any(eb.val([...ids]))))
    .select([
      'case_defendant.defendant_id',
      'case_defendant.case_id',
      'case_defendant.name',
      'case_defendant.gender',
      'case_defendant.at_risk',
      'case_defendant.article_ids',
      'court_case.stage',
      'court_case.region',
      'court_case.city',
      'court_case.entry_date',
    ])
  // Articles as numbers: whatever a row is joined with, it is grouped by the person alone.
  const { rows } = await sql<Omit<PersonRow, 'articles'> & { name: string; article_ids: number[] }>`
    select
      defendant.id,
      defendant.name,
      defendant.gender,
      array_agg(distinct seen.name) as names,
      array_agg(distinct seen.gender) as genders,
      array_agg(distinct seen.region)::integer[] as regions,
      coalesce(array_agg(distinct seen.city) filter (where seen.city <> ''), '{}') as cities,
      coalesce(array_agg(distinct own.article_id) filter (where own.article_id is not null), '{}') as article_ids,
      count(distinct seen.case_id) as cases_count,
      count(distinct seen.case_id) filter (where seen.stage = 2) as second_instance_count,
      min(seen.entry_date) as first_entry_date,
      max(seen.entry_date) as last_entry_date,
      bool_or(seen.at_risk) as at_risk
    from ${seen.as('seen')}
    join defendant on defendant.id = seen.defendant_id
    left join lateral (
      select unnest(seen.article_ids) as article_id
      union all
      select article_id from case_article where case_article.case_id = seen.case_id and seen.article_ids = '{}'
    ) as own on true
    group by defendant.id`.execute(db)
  const articles = await articlesByIds(db, new Set(rows.flatMap(({ article_ids }) => article_ids)))
  const people = rows.map(({ name, article_ids, ...row }) => ({
    ...row,
    names: row.names.toSorted(
      (a, b) => Number(b === name) - Number(a === name) || b.length - a.length || (a < b ? -1 : 1),
    ),
    articles: article_ids.flatMap(id => articles.get(id) ?? []),
  }))
  const byId = new Map(people.map(person => [person.id, person]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

const articlesByIds = async (db: Kysely<DB>, ids: ReadonlySet<number>): Promise<ReadonlyMap<number, Article>> => {
  if (ids.size === 0) return new Map()
  const found = await db
    .selectFrom('article')
    .where(({ eb, fn }) => eb('id', '=', fn.any(eb.val([...ids]))))
    .select(['id', 'codex', 'article_number', 'part'])
    .execute()
  return new Map(found.map(article => [article.id, article]))
}
