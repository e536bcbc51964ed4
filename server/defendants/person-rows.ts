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
  const { rows } = await sql<PersonRow>`
    with seen as materialized (${seen}),
    accused as (
      select distinct seen.defendant_id, article.id, codex, article_number, part
      from seen
      cross join lateral (
        select unnest(seen.article_ids) as article_id
        union all
        select article_id from case_article where case_article.case_id = seen.case_id and seen.article_ids = '{}'
      ) as own
      join article on article.id = own.article_id
    ),
    spelled as (
      select seen.defendant_id, seen.name, count(*) as times from seen group by 1, 2
    )
    select
      defendant.id,
      defendant.gender,
      (select array_agg(spelled.name order by spelled.name = defendant.name desc, length(spelled.name) desc, times desc, spelled.name)
        from spelled where spelled.defendant_id = defendant.id) as names,
      array_agg(distinct seen.gender) as genders,
      array_agg(distinct seen.region)::integer[] as regions,
      coalesce(array_agg(distinct seen.city order by seen.city) filter (where seen.city <> ''), '{}') as cities,
      count(distinct seen.case_id) as cases_count,
      count(distinct seen.case_id) filter (where seen.stage = 2) as second_instance_count,
      min(seen.entry_date) as first_entry_date,
      max(seen.entry_date) as last_entry_date,
      bool_or(seen.at_risk) as at_risk,
      coalesce((select json_agg(json_build_object(
          'id', accused.id, 'codex', codex, 'article_number', article_number, 'part', part))
        from accused where accused.defendant_id = defendant.id), '[]') as articles
    from seen join defendant on defendant.id = seen.defendant_id
    group by defendant.id`.execute(db)
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
