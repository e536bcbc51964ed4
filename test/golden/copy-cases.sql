-- everything
select court_case.id
  from court_case
  where true and 1 = 1;

-- in two regions
select court_case.id
  from court_case
  where court_case.region = any($1::integer[]) and 1 = 1;

-- of three dimensions
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_place_id
  from case_place as court_case
  where translate(court_case.city, 'Ёё', 'Ее') = any($1)) as case_place using (case_place_id)
  join (select case_profile_id
  from case_profile as court_case
  where (court_case.type = $2 and court_case.case_article_set in (select case_article.set_id
  from case_article
  where case_article.article_id = any($3::integer[])))) as case_profile using (case_profile_id)
  join (select case_course_id
  from case_course as court_case
  where court_case.case_tag_set in (select case_tag.set_id
  from case_tag
  where case_tag.tag_id = any($4::integer[]))) as case_course using (case_course_id)
  where true) as court_case
  where true and 1 = 1;

-- events of a kind on a day
select court_case.id
  from (select court_case.*
  from court_case
  join (select case_id >> 5 as place, bit_or(1::ubigint << (case_id & 31)::ubigint) as word
  from case_event
  where (case_event.event_type_id = any($1::integer[]) and case_event.event_date between $2 and $3)
  group by 1) as case_event_bits on case_event_bits.place = court_case.id >> 5
  where true and (case_event_bits.word >> (court_case.id & 31)::ubigint) & 1 = 1) as court_case
  where true and 1 = 1;

-- rows of people
select court_case.id
  from ((select court_case.*
  from court_case
  where true and court_case.type = $1)) as court_case
  where (case_defendant.gender = $2 and case_defendant.at_risk = $3);

-- among a few found
select court_case.id
  from (select court_case.*
  from court_case
  where court_case.id in (select unnest($1::text::integer[]))) as court_case
  where true and court_case.type = $2;

-- among many found
select court_case.id
  from (select court_case.*
  from court_case
  join carried.set_1 as among on among.place = court_case.id >> 5
  where (among.word >> (court_case.id & 31)) & 1 = 1) as court_case
  where true and court_case.type = $1;
