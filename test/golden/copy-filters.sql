-- as_of
select court_case.id
  from court_case
  where true and true;

-- type
select court_case.id
  from court_case
  where true and court_case.type = $1;

-- type_not
select court_case.id
  from court_case
  where true and (court_case.type = $1) is not true;

-- stage
select court_case.id
  from court_case
  where true and court_case.stage = $1;

-- stage_not
select court_case.id
  from court_case
  where true and (court_case.stage = $1) is not true;

-- state
select court_case.id
  from court_case
  where true and (court_case.hearing_until >= now() or court_case.possible_hearing_at >= now());

-- codex_articles
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where court_case.case_article_set in (select case_article.set_id
  from case_article
  where case_article.article_id = any($1::integer[]))) as case_profile using (case_profile_id)
  where true) as court_case
  where true and 1 = 1;

-- codex_articles_not
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where not court_case.case_article_set in (select case_article.set_id
  from case_article
  where case_article.article_id = any($1::integer[]))) as case_profile using (case_profile_id)
  where true) as court_case
  where true and 1 = 1;

-- regions
select court_case.id
  from court_case
  where true and court_case.region = any($1::integer[]);

-- regions_not
select court_case.id
  from court_case
  where true and (court_case.region = any($1::integer[])) is not true;

-- court_city
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_place_id
  from case_place as court_case
  where translate(court_case.city, 'Ёё', 'Ее') = any($1)) as case_place using (case_place_id)
  where true) as court_case
  where true and 1 = 1;

-- court_city_not
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_place_id
  from case_place as court_case
  where (translate(court_case.city, 'Ёё', 'Ее') = any($1)) is not true) as case_place using (case_place_id)
  where true) as court_case
  where true and 1 = 1;

-- court
select court_case.id
  from court_case
  where true and court_case.court_id = any($1::integer[]);

-- court_not
select court_case.id
  from court_case
  where true and (court_case.court_id = any($1::integer[])) is not true;

-- judge
select court_case.id
  from court_case
  where true and court_case.judge_id = any($1::integer[]);

-- judge_not
select court_case.id
  from court_case
  where true and (court_case.judge_id = any($1::integer[])) is not true;

-- entry_date_range
select court_case.id
  from court_case
  where true and court_case.entry_date between $1 and $2;

-- result_date_range
select court_case.id
  from court_case
  where true and court_case.result_date between $1 and $2;

-- days_to_result
select court_case.id
  from court_case
  where true and ((court_case.result_date - court_case.entry_date)::numeric >= $1 and (court_case.result_date - court_case.entry_date)::numeric <= $2);

-- last_scheduled_hearing_date_range
select court_case.id
  from court_case
  where true and court_case.last_scheduled_hearing_date between $1 and $2;

-- event_type
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_course_id
  from case_course as court_case
  where court_case.case_event_kind_set in (select case_event.set_id
  from case_event_kind as case_event
  where case_event.event_type_id = any($1::integer[]))) as case_course using (case_course_id)
  where true) as court_case
  where true and 1 = 1;

-- event_type_not
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_course_id
  from case_course as court_case
  where not court_case.case_event_kind_set in (select case_event.set_id
  from case_event_kind as case_event
  where case_event.event_type_id = any($1::integer[]))) as case_course using (case_course_id)
  where true) as court_case
  where true and 1 = 1;

-- event_date_range
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_id >> 5 as place, bit_or(1::ubigint << (case_id & 31)::ubigint) as word
  from case_event
  where case_event.event_date between $1 and $2
  group by 1) as case_event_bits on case_event_bits.place = court_case.id >> 5
  where true and (case_event_bits.word >> (court_case.id & 31)::ubigint) & 1 = 1) as court_case
  where true and 1 = 1;

-- is_gone
select court_case.id
  from court_case
  where true and court_case.is_gone = $1;

-- gone_date_range
select court_case.id
  from court_case
  where true and court_case.gone_on between $1 and $2;

-- has_result
select court_case.id
  from court_case
  where true and court_case.has_result = $1;

-- result_type
select court_case.id
  from court_case
  where true and court_case.result_type_id = any($1::integer[]);

-- result_type_not
select court_case.id
  from court_case
  where true and (court_case.result_type_id = any($1::integer[])) is not true;

-- in_question
select court_case.id
  from court_case
  where true and court_case.in_question = $1;

-- has_penalty
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where court_case.case_penalty_set in (select case_imposed_penalty.set_id
  from case_imposed_penalty
  where 1 = 1)) as case_profile using (case_profile_id)
  where true) as court_case
  where true and 1 = 1;

-- penalty_type
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where court_case.case_penalty_set in (select case_penalty.set_id
  from case_penalty
  where case_penalty.type = any($1))) as case_profile using (case_profile_id)
  where true) as court_case
  where true and 1 = 1;

-- penalty_type_not
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where not court_case.case_penalty_set in (select case_penalty.set_id
  from case_penalty
  where case_penalty.type = any($1))) as case_profile using (case_profile_id)
  where true) as court_case
  where true and 1 = 1;

-- penalty_amount
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where court_case.case_penalty_set in (select case_penalty.set_id
  from case_penalty
  where (case_penalty.type = any($1) and case_penalty.value >= $2 and case_penalty.value <= $3))) as case_profile using (case_profile_id)
  where true) as court_case
  where true and 1 = 1;

-- penalty_hidden
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where court_case.case_penalty_set in (select case_penalty.set_id
  from case_penalty
  where case_penalty.hidden = $1)) as case_profile using (case_profile_id)
  where true) as court_case
  where true and 1 = 1;

-- penalty_suspended
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where court_case.case_penalty_set in (select case_penalty.set_id
  from case_penalty
  where case_penalty.suspended = $1)) as case_profile using (case_profile_id)
  where true) as court_case
  where true and 1 = 1;

-- penalty_certain
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where court_case.case_penalty_set in (select case_penalty.set_id
  from case_penalty
  where case_penalty.is_certain = $1)) as case_profile using (case_profile_id)
  where true) as court_case
  where true and 1 = 1;

-- defendant_gender
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where court_case.case_defendant_trait_set in (select case_defendant.set_id
  from case_defendant_trait as case_defendant
  where case_defendant.gender = $1)) as case_profile using (case_profile_id)
  where true) as court_case
  where true and 1 = 1;

-- defendant_gender_not
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where not court_case.case_defendant_trait_set in (select case_defendant.set_id
  from case_defendant_trait as case_defendant
  where case_defendant.gender = $1)) as case_profile using (case_profile_id)
  where true) as court_case
  where true and 1 = 1;

-- defendant_risk_group
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where court_case.case_defendant_trait_set in (select case_defendant.set_id
  from case_defendant_trait as case_defendant
  where case_defendant.at_risk = $1)) as case_profile using (case_profile_id)
  where true) as court_case
  where true and 1 = 1;

-- defendant_hidden
select court_case.id
  from court_case
  where true and court_case.defendants_hidden = $1;

-- has_advocate
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where court_case.case_advocate_set in (select case_advocate.set_id
  from case_advocate
  where 1 = 1)) as case_profile using (case_profile_id)
  where true) as court_case
  where true and 1 = 1;

-- has_prosecutor
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_profile_id
  from case_profile as court_case
  where court_case.case_prosecutor_set in (select case_prosecutor.set_id
  from case_prosecutor
  where 1 = 1)) as case_profile using (case_profile_id)
  where true) as court_case
  where true and 1 = 1;

-- has_result_text
select court_case.id
  from court_case
  where true and court_case.has_text = $1;

-- case_defence_params
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_course_id
  from case_course as court_case
  where court_case.case_defence_param_set in (select case_defence_param.set_id
  from case_defence_param
  where case_defence_param.defence_param_id = any($1::integer[]))) as case_course using (case_course_id)
  where true) as court_case
  where true and 1 = 1;

-- case_defence_params_not
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_course_id
  from case_course as court_case
  where not court_case.case_defence_param_set in (select case_defence_param.set_id
  from case_defence_param
  where case_defence_param.defence_param_id = any($1::integer[]))) as case_course using (case_course_id)
  where true) as court_case
  where true and 1 = 1;

-- tags
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_course_id
  from case_course as court_case
  where court_case.case_tag_set in (select case_tag.set_id
  from case_tag
  where case_tag.tag_id = any($1::integer[]))) as case_course using (case_course_id)
  where true) as court_case
  where true and 1 = 1;

-- tags_not
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_course_id
  from case_course as court_case
  where not court_case.case_tag_set in (select case_tag.set_id
  from case_tag
  where case_tag.tag_id = any($1::integer[]))) as case_course using (case_course_id)
  where true) as court_case
  where true and 1 = 1;
