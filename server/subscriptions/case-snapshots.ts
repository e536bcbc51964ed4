import { type Kysely, sql } from 'kysely'
import type { CaseSnapshot } from '#shared/api/messages.ts'
import { articleName, byArticleNumber } from '#shared/domain/codex.ts'
import { saidOf } from '#shared/domain/hearing-said.ts'
import { isWithinAYear } from '../db/reference/hearing-wording.ts'
import type { DB } from '../db/schema.ts'

type Article = Parameters<typeof articleName>[0] & Parameters<typeof byArticleNumber>[0]
type Row = Omit<CaseSnapshot, 'articles'> & { articles: Article[] }

/** What messages say of cases: nothing that belongs to one person or requires a right. */
export async function takeSnapshots(db: Kysely<DB>, ids: readonly number[]): Promise<Map<number, CaseSnapshot>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select court_case.id, court_case.type, court_case.stage, case_number, case_uid,
      json_build_object('id', court.id, 'title', court.title, 'city', court_case.city, 'region', court_case.region) as court,
      (select name from judge where judge.id = judge_id) as judge,
      coalesce((
        select json_agg(json_build_object('codex', codex, 'article_number', article_number, 'part', part))
        from case_article join article on article.id = article_id where case_article.case_id = court_case.id
      ), '[]') as articles,
      array(select name from case_defendant where case_defendant.case_id = court_case.id order by ordinal) as defendants,
      entry_date, result_date, (select title from result_type where result_type.id = result_type_id) as result,
      (
        select json_build_object('date', event_date, 'time', left(event_time::text, 5), 'hall', hall, 'happens_at',
          to_char(happens_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'is_possible', is_hearing is null, 'said', case when coalesce(happens_at, (event_date + 1)::timestamp at time zone court.time_zone) >= now() then case_event.result end)
        from case_event join event_type on event_type.id = event_type_id
        where case_event.case_id = court_case.id and (is_hearing or (is_hearing is null and happens_at >= now())) and ${isWithinAYear}
        order by event_date < (now() at time zone court.time_zone)::date, abs(event_date - (now() at time zone court.time_zone)::date), event_time nulls last limit 1
      ) as hearing,
      has_text, nullif(court_case.url, '') as url
    from court_case join court on court.id = court_case.court_id
    where court_case.id = any(${ids}::int[])`.execute(db)
  return new Map(
    rows.map(({ hearing, ...row }) => [
      row.id,
      {
        ...row,
        articles: row.articles.toSorted(byArticleNumber).map(articleName),
        hearing: hearing && { ...hearing, said: saidOf(hearing.said ?? '') },
      },
    ]),
  )
}
