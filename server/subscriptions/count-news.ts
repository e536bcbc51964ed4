import { sql } from 'kysely'
import type { NewsKind } from '#shared/domain/news.ts'
import type { CaseQuery } from '../cases/case-query.ts'
import type { CaseEngine } from '../cases/engine/engine.ts'

/**
 * News of watched cases, counted on either engine: by day, by cause, and by what could be excluded. Beyond `mostCases`
 * cases only the newest are counted.
 */
export type NewsQuery = { kinds: readonly NewsKind[]; since: string; until: string; mostCases: number }
export type NewsCounts = Awaited<ReturnType<typeof countNewsOf>>
export type ValueCount = { name: ExcludingFilter; id: number; count: number }
export type ExcludingFilter = 'codex_articles' | 'court' | 'regions' | 'result_type'
/** Share of all news: less is not worth excluding, more would leave nothing. */
export const leastShare = 0.1
export const mostShare = 0.9

type Row =
  | { part: 'watched' | 'cases'; count: number }
  | { part: 'day'; name: string; count: number }
  | { part: 'cause'; name: NewsKind; what: string; count: number }
  | { part: 'value'; name: ExcludingFilter; id: number; count: number }

export async function countNewsOf(
  engine: CaseEngine,
  watched: () => CaseQuery,
  { kinds, since, until, mostCases }: NewsQuery,
) {
  const within = (column: string) => sql<boolean>`${sql.ref(column)} between ${since}::date and ${until}::date`
  // The copy joins the rows of the days with the cases once; PostgreSQL probes case by case and stops when there are
  // enough.
  const [kept, from, has] = engine.isColumnar
    ? [
        sql`materialized`,
        (table: string) =>
          sql`(${watched().select('court_case.id')}) as watched join ${sql.table(table)} on case_id = watched.id`,
        (table: string) => sql`court_case.id in (select case_id from ${sql.table(table)})`,
      ]
    : [
        sql`not materialized`,
        (table: string) => sql.table(table),
        (table: string) => sql`exists (select from ${sql.table(table)} as row where row.case_id = court_case.id)`,
      ]
  const articles = engine.childRows('case_article', ['article_id'])
  const cases = watched()
    .where(
      sql<boolean>`(${within('court_case.entry_date')} or ${within('court_case.result_date')}
        or ${within('court_case.result_published_date')} or ${within('court_case.appeal_date')}
        or ${has('moved')} or ${has('noticed')})`,
    )
    .select([
      'court_case.id',
      'court_case.entry_date',
      'court_case.result_date',
      'court_case.result_published_date',
      'court_case.appeal_date',
      'court_case.appeal_result',
      'court_case.result_type_id',
      'court_case.has_text',
      'court_case.court_id',
      'court_case.region',
    ])
    .select(articles.caseKey.as('articles'))
    .orderBy('court_case.id', 'desc')
    .limit(mostCases + 1)
  const { rows } = await sql<Row>`
    with moved as ${kept} (select case_id, event_date, event_type_id from ${from('case_event')} where ${within('event_date')}),
    noticed as ${kept} (select case_id, day, kind from ${from('case_notice')} where ${within('day')}),
    one as materialized (${cases}),
    news as (
      select id as case_id, entry_date as day, 'new' as kind, '' as what from one
      union all select one.id, result_date, 'result', coalesce(title, '') from one
        left join result_type on result_type.id = result_type_id
      union all select id, result_published_date, 'text', '' from one where has_text
      union all select id, appeal_date, 'appeal', coalesce(appeal_result, '') from one
      union all select one.id, event_date, case when is_hearing then 'hearing_set' else 'event' end, title
        from one join moved on case_id = one.id join event_type on event_type.id = event_type_id
      union all select one.id, day, kind, '' from one join noticed on case_id = one.id
    ),
    told as materialized (select * from news where ${within('day')} and kind = any(${[...kinds]}::text[])),
    by_case as materialized (
      select one.id, court_id, region, result_type_id, articles, count(*) as count from told join one on one.id = case_id
      group by 1, 2, 3, 4, 5
    ),
    by_value as (
      select 'codex_articles' as name, article_id as id, count from by_case
        join ${sql.table(articles.rows)} as case_article on ${articles.rowKey} = articles
      union all select 'court', court_id, count from by_case
      union all select 'regions', region, count from by_case
      union all select 'result_type', result_type_id, count from by_case where result_type_id is not null
    ),
    counted as (
      select 'watched' as part, '' as name, '' as what, 0 as id, count(*) as count from one
      union all select 'cases', '', '', 0, count(*) from by_case
      union all select 'day', day::text, '', 0, count(*) from told group by day
      union all select 'cause', kind, what, 0, count(*) from told group by kind, what
      union all select 'value', name, '', id, sum(count) from by_value group by name, id
        having sum(count) between (select count(*) from told) * ${leastShare}::numeric
          and (select count(*) from told) * ${mostShare}::numeric
    )
    select part, name, what, id, count::integer as count from counted`.execute(engine.db)
  const of = <P extends Row['part']>(part: P) =>
    rows.filter((row): row is Extract<Row, { part: P }> => row.part === part)
  const number = (part: 'watched' | 'cases'): number => rows.find(row => row.part === part)?.count ?? 0
  const causes = of('cause').map(({ name: kind, what, count }) => ({ kind, what, count }))
  return {
    total: causes.reduce((sum, { count }) => sum + count, 0),
    cases: number('cases'),
    isCut: number('watched') > mostCases,
    byDay: new Map(of('day').map(({ name, count }) => [name, count])),
    causes,
    byValue: of('value').map(({ name, id, count }) => ({ name, id, count })),
  }
}
