-- a page and the total
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where ((court_case.type = $1 and court_case.has_result = $2) and court_case.case_penalty_set in (select case_penalty.set_id
  from case_penalty
  where case_penalty.type = any($3)))) as case_profile using (case_profile_id)
  where true) as court_case
  where true and court_case.region = any($4::integer[])
  order by court_case.entry_date desc nulls last, court_case.id desc
  limit $5 offset $6;
select count(*) as count
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where ((court_case.type = $1 and court_case.has_result = $2) and court_case.case_penalty_set in (select case_penalty.set_id
  from case_penalty
  where case_penalty.type = any($3)))) as case_profile using (case_profile_id)
  where true) as court_case
  where true and court_case.region = any($4::integer[]);

-- facets type, codex_articles, penalty_type, has_advocate
with cells as materialized (select case_profile.*, counted.cases
  from ((select court_case.case_profile_id as cell, count(*)::double precision as cases
  from court_case
  where true and court_case.region = any($1::integer[])
  group by court_case.case_profile_id)) as counted
  join case_profile on case_profile.case_profile_id = counted.cell) select 0 as part, value::text as value, count
  from ( select value, sum(cases)::integer as count
  from ( select court_case.type as value, cases
  from (select court_case.type, sum(cases) as cases
  from cells as court_case
  where (court_case.has_result = $2 and court_case.case_penalty_set in (select case_penalty.set_id
  from case_penalty
  where case_penalty.type = any($3)))
  group by court_case.type) as court_case) as counted
  where value is not null
  group by value
  order by count desc, value::text
  limit 5000 ) as commonest
  union all select 1 as part, value::text as value, count
  from ( select value, sum(cases)::integer as count
  from (
  select distinct found.set_id, found.cases, case_article.article_id as value
  from (select court_case.case_article_set as set_id, sum(cases) as cases
  from cells as court_case
  where ((court_case.type = $4 and court_case.has_result = $5) and court_case.case_penalty_set in (select case_penalty.set_id
  from case_penalty
  where case_penalty.type = any($6)))
  group by court_case.case_article_set) as found
  join case_article as case_article on case_article.set_id = found.set_id
  where 1 = 1) as counted
  where value is not null
  group by value
  order by count desc, value::text
  limit 5000 ) as commonest
  union all select 2 as part, value::text as value, count
  from ( select value, sum(cases)::integer as count
  from (
  select distinct found.set_id, found.cases, article.codex || ' ' || article.article_number as value
  from (select court_case.case_article_set as set_id, sum(cases) as cases
  from cells as court_case
  where ((court_case.type = $7 and court_case.has_result = $8) and court_case.case_penalty_set in (select case_penalty.set_id
  from case_penalty
  where case_penalty.type = any($9)))
  group by court_case.case_article_set) as found
  join case_article as case_article on case_article.set_id = found.set_id
  join article on article.id = case_article.article_id
  where 1 = 1) as counted
  where value is not null
  group by value
  order by count desc, value::text
  limit 5000 ) as commonest
  union all select 3 as part, value::text as value, count
  from ( select value, sum(cases)::integer as count
  from (
  select distinct found.set_id, found.cases, case_penalty.type as value
  from (select court_case.case_penalty_set as set_id, sum(cases) as cases
  from cells as court_case
  where (court_case.type = $10 and court_case.has_result = $11)
  group by court_case.case_penalty_set) as found
  join case_penalty as case_penalty on case_penalty.set_id = found.set_id
  where 1 = 1) as counted
  where value is not null
  group by value
  order by count desc, value::text
  limit 5000 ) as commonest
  union all select 4 as part, value::text as value, count
  from ( select value, sum(cases)::integer as count
  from (select court_case.case_advocate_set in (select case_advocate.set_id
  from case_advocate
  where 1 = 1) as value, cases
  from cells as court_case
  where ((court_case.type = $12 and court_case.has_result = $13) and court_case.case_penalty_set in (select case_penalty.set_id
  from case_penalty
  where case_penalty.type = any($14)))) as counted
  where value is not null
  group by value
  order by count desc, value::text
  limit 5000 ) as commonest;

-- facets court
with cells as materialized (select case_place.*, counted.cases
  from ((select court_case.case_place_id as cell, count(*)::double precision as cases
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where ((court_case.type = $1 and court_case.has_result = $2) and court_case.case_penalty_set in (select case_penalty.set_id
  from case_penalty
  where case_penalty.type = any($3)))) as case_profile using (case_profile_id)
  where true) as court_case
  where true and 1 = 1
  group by court_case.case_place_id)) as counted
  join case_place on case_place.case_place_id = counted.cell) select 0 as part, value::text as value, count
  from ( select value, sum(cases)::integer as count
  from ( select court_case.court_id as value, cases
  from (select court_case.court_id, sum(cases) as cases
  from cells as court_case
  where court_case.region = any($4::integer[])
  group by court_case.court_id) as court_case) as counted
  where value is not null
  group by value
  order by count desc, value::text
  limit 5000 ) as commonest;

-- facets event_type
with cells as materialized (select case_course.*, counted.cases
  from ((select court_case.case_course_id as cell, count(*)::double precision as cases
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where ((court_case.type = $1 and court_case.has_result = $2) and court_case.case_penalty_set in (select case_penalty.set_id
  from case_penalty
  where case_penalty.type = any($3)))) as case_profile using (case_profile_id)
  where true) as court_case
  where true and court_case.region = any($4::integer[])
  group by court_case.case_course_id)) as counted
  join case_course on case_course.case_course_id = counted.cell) select 0 as part, value::text as value, count
  from ( select value, sum(cases)::integer as count
  from (
  select distinct found.set_id, found.cases, case_event.event_type_id as value
  from (select court_case.case_event_kind_set as set_id, sum(cases) as cases
  from cells as court_case
  where 1 = 1
  group by court_case.case_event_kind_set) as found
  join case_event_kind as case_event on case_event.set_id = found.set_id
  where 1 = 1) as counted
  where value is not null
  group by value
  order by count desc, value::text
  limit 5000 ) as commonest;

-- the tree of articles
with found as materialized (select type, stage, result_type_id, articles_of, sum(cases) as cases
  from (with cells as materialized (select case_profile.*, counted.cases
  from ((select court_case.case_profile_id as cell, count(*)::double precision as cases
  from court_case
  where true and court_case.region = any($1::integer[])
  group by court_case.case_profile_id)) as counted
  join case_profile on case_profile.case_profile_id = counted.cell) select court_case.type as type, court_case.stage as stage, court_case.result_type_id as result_type_id, court_case.case_article_set as articles_of, sum(cases) as cases
  from cells as court_case
  where ((court_case.type = $2 and court_case.has_result = $3) and court_case.case_penalty_set in (select case_penalty.set_id
  from case_penalty
  where case_penalty.type = any($4)))
  group by court_case.type, court_case.stage, court_case.result_type_id, court_case.case_article_set) as one
  group by type, stage, result_type_id, articles_of) select type, stage, result_type_id, article_id, null::integer[] as articles, sum(cases)::integer as count
  from found
  left join case_article on case_article.set_id = found.articles_of
  group by type, stage, result_type_id, article_id
  union all select type, stage, result_type_id, null, articles, sum(cases)::integer
  from found
  join ( select case_article.set_id as key, array_agg(article_id) as articles
  from case_article
  group by case_article.set_id having count(*) > 1 ) as many on many.key = found.articles_of
  group by type, stage, result_type_id, articles;
select id, codex, article_number, part, title
  from article;
select id, title
  from result_type;

-- charts
select id, codex, article_number, part, title
  from article;
with found as not materialized ((select court_case.type, court_case.stage, court_case.result_type_id, court_case.region, court_case.court_id, court_case.judge_id, court_case.has_text, court_case.defendants_hidden as hidden, court_case.in_question, court_case.entry_date, court_case.result_date, extract(year
  from court_case.entry_date)::integer as entry_told, extract(year
  from court_case.result_date)::integer as result_told, court_case.result_date - court_case.entry_date as days
  from court_case
  where true and court_case.region = any($1::integer[]))) select 'month' as of, to_char(entry_date, 'YYYY-MM')::text as month, null::integer as entry_year, null::integer as result_year, null::integer as type, stage::integer as stage, null::integer as result_type_id, null::integer as region, null::integer as court_id, null::integer as judge_id, null::boolean as has_text, null::boolean as hidden, null::boolean as in_question, null::integer as days, sum(cases)::integer as count
  from ( select entry_date, stage, count(*) as cases
  from found
  group by entry_date, stage
  union all select entry_date, stage, -count(*)
  from found
  where entry_date > $2::date
  group by entry_date, stage
  union all select null, stage, count(*)
  from found
  where entry_date > $3::date
  group by stage) as counted
  group by to_char(entry_date, 'YYYY-MM'), stage having sum(cases) > 0
  union all select 'result' as of, null::text as month, entry_told::integer as entry_year, null::integer as result_year, type::integer as type, stage::integer as stage, result_type_id::integer as result_type_id, null::integer as region, null::integer as court_id, null::integer as judge_id, null::boolean as has_text, null::boolean as hidden, null::boolean as in_question, null::integer as days, sum(cases)::integer as count
  from ( select type, stage, result_type_id, entry_told, count(*) as cases
  from found
  group by type, stage, result_type_id, entry_told
  union all select type, stage, result_type_id, entry_told, -count(*)
  from found
  where entry_date > $4::date
  group by type, stage, result_type_id, entry_told
  union all select type, stage, result_type_id, null, count(*)
  from found
  where entry_date > $5::date
  group by type, stage, result_type_id) as counted
  group by type, stage, result_type_id, entry_told having sum(cases) > 0
  union all select 'duration' as of, null::text as month, null::integer as entry_year, null::integer as result_year, type::integer as type, stage::integer as stage, null::integer as result_type_id, null::integer as region, null::integer as court_id, null::integer as judge_id, null::boolean as has_text, null::boolean as hidden, null::boolean as in_question, days::integer as days, sum(cases)::integer as count
  from (select type, stage, days, count(*) as cases
  from found
  group by type, stage, days) as counted
  group by type, stage, days having sum(cases) > 0
  union all select 'text' as of, null::text as month, null::integer as entry_year, result_told::integer as result_year, null::integer as type, null::integer as stage, null::integer as result_type_id, null::integer as region, null::integer as court_id, null::integer as judge_id, has_text::boolean as has_text, null::boolean as hidden, null::boolean as in_question, null::integer as days, sum(cases)::integer as count
  from ( select result_told, has_text, count(*) as cases
  from found
  group by result_told, has_text
  union all select result_told, has_text, -count(*)
  from found
  where result_date > $6::date
  group by result_told, has_text
  union all select null, has_text, count(*)
  from found
  where result_date > $7::date
  group by has_text) as counted
  group by result_told, has_text having sum(cases) > 0
  union all select 'flags' as of, null::text as month, null::integer as entry_year, null::integer as result_year, null::integer as type, null::integer as stage, null::integer as result_type_id, null::integer as region, null::integer as court_id, null::integer as judge_id, null::boolean as has_text, hidden::boolean as hidden, in_question::boolean as in_question, null::integer as days, sum(cases)::integer as count
  from (select hidden, in_question, count(*) as cases
  from found
  group by hidden, in_question) as counted
  group by hidden, in_question having sum(cases) > 0
  union all select 'region' as of, null::text as month, null::integer as entry_year, null::integer as result_year, null::integer as type, null::integer as stage, null::integer as result_type_id, region::integer as region, null::integer as court_id, null::integer as judge_id, null::boolean as has_text, null::boolean as hidden, null::boolean as in_question, null::integer as days, sum(cases)::integer as count
  from (select region, count(*) as cases
  from found
  group by region) as counted
  group by region having sum(cases) > 0
  union all select 'court' as of, null::text as month, null::integer as entry_year, null::integer as result_year, null::integer as type, null::integer as stage, null::integer as result_type_id, null::integer as region, court_id::integer as court_id, null::integer as judge_id, null::boolean as has_text, null::boolean as hidden, null::boolean as in_question, null::integer as days, sum(cases)::integer as count
  from ( select case when court_id is null or place <= 15 then court_id else 0 end as court_id, cases
  from ( select *, row_number() over (order by court_id is null, cases desc, court_id) as place
  from (select court_id, count(*) as cases
  from found
  group by court_id) as one ) as placed) as counted
  group by court_id having sum(cases) > 0
  union all select 'judge' as of, null::text as month, null::integer as entry_year, null::integer as result_year, null::integer as type, null::integer as stage, null::integer as result_type_id, null::integer as region, null::integer as court_id, judge_id::integer as judge_id, null::boolean as has_text, null::boolean as hidden, null::boolean as in_question, null::integer as days, sum(cases)::integer as count
  from ( select case when judge_id is null or place <= 15 then judge_id else 0 end as judge_id, cases
  from ( select *, row_number() over (order by judge_id is null, cases desc, judge_id) as place
  from (select judge_id, count(*) as cases
  from found
  group by judge_id) as one ) as placed) as counted
  group by judge_id having sum(cases) > 0;
select ((select min(court_case.entry_date) as day
  from court_case
  where true and 1 = 1 and court_case.entry_date <= $1))::text as min, ((select max(court_case.entry_date) as day
  from court_case
  where true and 1 = 1 and court_case.entry_date <= $2))::text as max;

-- charts of penalties under a filter on them
with penalty as materialized ( select found.penalties_of, found.type, found.cases, case_penalty.type as kind, bool_or(case_penalty.hidden) as hidden, string_agg(coalesce(case_penalty.value::text, '-'), ' ') filter (where found.type = 1 and case_penalty.type = 'fine') as amounts
  from (with cells as materialized (select case_profile.*, counted.cases
  from ((select court_case.case_profile_id as cell, count(*)::double precision as cases
  from court_case
  where true and court_case.region = any($1::integer[])
  group by court_case.case_profile_id)) as counted
  join case_profile on case_profile.case_profile_id = counted.cell) select court_case.case_penalty_set as penalties_of, court_case.type as type, sum(cases) as cases
  from cells as court_case
  where ((court_case.type = $2 and court_case.has_result = $3) and court_case.case_penalty_set in (select case_penalty.set_id
  from case_penalty
  where case_penalty.type = any($4)))
  group by court_case.case_penalty_set, court_case.type) as found
  join case_penalty on case_penalty.set_id = found.penalties_of
  where case_penalty.type = any($5)
  group by found.penalties_of, found.type, found.cases, case_penalty.type ), told as ( select type, cases, bool_or(kind not in ('no_data', 'error')) as known, bool_or(hidden) as hidden
  from penalty
  group by penalties_of, type, cases ) select 'kinds' as of, kind, type::integer as type, null::boolean as known, null::boolean as hidden, null::text as amounts, sum(cases)::integer as count
  from penalty
  where kind not in ('no_data', 'error')
  group by kind, type
  union all select 'cases', null, type::integer, known, hidden, null, sum(cases)::integer
  from told
  group by type, known, hidden
  union all select 'amounts', kind, type::integer, null, null, amounts, sum(cases)::integer
  from penalty
  where amounts is not null
  group by kind, type, amounts;

-- people by name
with found as materialized ((select distinct case_defendant.defendant_id
  from ((select court_case.*
  from court_case
  where court_case.region = any($1::integer[]) and court_case.region = any($2::integer[]))) as court_case
  inner join case_defendant on case_defendant.case_id = court_case.id
  where 1 = 1 and case_defendant.defendant_id is not null)), counted as (select count(*) as count
  from found) select count, case when count <= $3 then (select string_agg(defendant_id::text, ',')
  from found) end as ids
  from counted;

-- people by -entry_date
with whole as materialized (select id, max(entry_date) as key
  from ((select case_defendant.defendant_id as id, court_case.entry_date
  from ((select court_case.*
  from court_case
  where court_case.region = any($1::integer[]) and 1 = 1)) as court_case
  inner join case_defendant on case_defendant.case_id = court_case.id
  where 1 = 1 and case_defendant.defendant_id is not null and case_defendant.defendant_id in ((select distinct case_defendant.defendant_id
  from ((select court_case.*
  from court_case
  where court_case.region = any($2::integer[]) and court_case.region = any($3::integer[]))) as court_case
  inner join case_defendant on case_defendant.case_id = court_case.id
  where 1 = 1 and case_defendant.defendant_id is not null)))) as seen
  group by id), page as ( select id, key
  from whole
  order by key desc nulls last, id desc
  limit $4 offset $5 ) select total.count, page.id
  from (select count(*) as count
  from whole) as total
  left join page on true
  order by key desc nulls last, id desc;

-- people by -cases_count
with whole as materialized (select id, count(distinct case_id) as key
  from ((select case_defendant.defendant_id as id, case_defendant.case_id
  from ((select court_case.*
  from court_case
  where court_case.region = any($1::integer[]) and 1 = 1)) as court_case
  inner join case_defendant on case_defendant.case_id = court_case.id
  where 1 = 1 and case_defendant.defendant_id is not null and case_defendant.defendant_id in ((select distinct case_defendant.defendant_id
  from ((select court_case.*
  from court_case
  where court_case.region = any($2::integer[]) and court_case.region = any($3::integer[]))) as court_case
  inner join case_defendant on case_defendant.case_id = court_case.id
  where 1 = 1 and case_defendant.defendant_id is not null)))) as seen
  group by id), page as ( select id, key
  from whole
  order by key desc nulls last, id desc
  limit $4 offset $5 ) select total.count, page.id
  from (select count(*) as count
  from whole) as total
  left join page on true
  order by key desc nulls last, id desc;

-- news
with moved as materialized (select case_id, event_date, event_type_id
  from ((select court_case.id
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where ((court_case.type = $1 and court_case.has_result = $2) and court_case.case_penalty_set in (select case_penalty.set_id
  from case_penalty
  where case_penalty.type = any($3)))) as case_profile using (case_profile_id)
  where true) as court_case
  where true and court_case.region = any($4::integer[]))) as watched
  join case_event on case_id = watched.id
  where event_date between $5::date and $6::date), noticed as materialized (select case_id, day, kind
  from ((select court_case.id
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where ((court_case.type = $7 and court_case.has_result = $8) and court_case.case_penalty_set in (select case_penalty.set_id
  from case_penalty
  where case_penalty.type = any($9)))) as case_profile using (case_profile_id)
  where true) as court_case
  where true and court_case.region = any($10::integer[]))) as watched
  join case_notice on case_id = watched.id
  where day between $11::date and $12::date), one as materialized ((select court_case.id, court_case.entry_date, court_case.result_date, court_case.result_published_date, court_case.appeal_date, court_case.appeal_result, court_case.result_type_id, court_case.has_text, court_case.court_id, court_case.region, court_case.case_article_set as articles
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where ((court_case.type = $13 and court_case.has_result = $14) and court_case.case_penalty_set in (select case_penalty.set_id
  from case_penalty
  where case_penalty.type = any($15)))) as case_profile using (case_profile_id)
  where true) as court_case
  where true and court_case.region = any($16::integer[]) and (court_case.entry_date between $17::date and $18::date or court_case.result_date between $19::date and $20::date or court_case.result_published_date between $21::date and $22::date or court_case.appeal_date between $23::date and $24::date or court_case.id in (select case_id
  from moved) or court_case.id in (select case_id
  from noticed))
  order by court_case.id desc
  limit $25)), news as ( select id as case_id, entry_date as day, 'new' as kind, '' as what
  from one
  union all select one.id, result_date, 'result', coalesce(title, '')
  from one
  left join result_type on result_type.id = result_type_id
  union all select id, result_published_date, 'text', ''
  from one
  where has_text
  union all select id, appeal_date, 'appeal', coalesce(appeal_result, '')
  from one
  union all select one.id, event_date, case when is_hearing then 'hearing_set' else 'event' end, title
  from one
  join moved on case_id = one.id
  join event_type on event_type.id = event_type_id
  union all select one.id, day, kind, ''
  from one
  join noticed on case_id = one.id ), told as materialized (select *
  from news
  where day between $26::date and $27::date and kind = any($28::text[])), by_case as materialized ( select one.id, court_id, region, result_type_id, articles, count(*) as count
  from told
  join one on one.id = case_id
  group by 1, 2, 3, 4, 5 ), by_value as ( select 'codex_articles' as name, article_id as id, count
  from by_case
  join case_article as case_article on case_article.set_id = articles
  union all select 'court', court_id, count
  from by_case
  union all select 'regions', region, count
  from by_case
  union all select 'result_type', result_type_id, count
  from by_case
  where result_type_id is not null ), counted as ( select 'watched' as part, '' as name, '' as what, 0 as id, count(*) as count
  from one
  union all select 'cases', '', '', 0, count(*)
  from by_case
  union all select 'day', day::text, '', 0, count(*)
  from told
  group by day
  union all select 'cause', kind, what, 0, count(*)
  from told
  group by kind, what
  union all select 'value', name, '', id, sum(count)
  from by_value
  group by name, id having sum(count) between (select count(*)
  from told) * $29::numeric and (select count(*)
  from told) * $30::numeric ) select part, name, what, id, count::integer as count
  from counted;
