import { type Kysely, sql } from 'kysely'

/**
 * Letters are answered by the forms of words (decision 0047, server/texts/forms.ts): the index of words holds them as lexemes, in
 * the column `grams`, and `text_form` is their directory. A text of an earlier reading is read as before, by the trigrams
 * of its letters; these go when no such text is left (server/texts/refresh-readings.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Two who add a form at once do not wait for each other: it may be there twice.
  `create table text_form (form text not null)`,
  `create index text_form_form on text_form (form)`,
  `create index text_form_letters on text_form using gin (form gin_trgm_ops) with (fastupdate = on)`,
  `create index case_text_reading on case_text (reading)`,
  `do $$ begin
    if not exists (select from case_text) then drop index case_text_letters; end if;
  end $$`,

  // `asked`: ways in which a text may hold what is asked, any of them; of each, what some form of the text must be, all of them:
  // {"form": …}, {"prefix": …}, {"like": …} or {"pattern": …}. Null: any text may. `holds`: of a text that is read, in SQL.
  // Forms are asked for in several bitmaps: in one, every text found would be looked at once for each form; in too many, each would
  // read anew what the index has not sorted in yet. Compiling them takes longer than all the rest. Unsafe, that what it asks may be read in parallel.
  // Of letters that most texts hold the planner would rather put every text's words together anew than ask their index.
  `create function cases_with_forms(asked jsonb, holds text, is_told boolean) returns setof integer
    language plpgsql stable parallel unsafe rows 20000 cost 1000000 set jit = off set enable_seqscan = off
    as $$
    declare
      few constant integer := 400;
      bitmaps constant integer := 16;
      way jsonb;
      wanted jsonb;
      forms text[];
      clause text;
      needed text[];
      broad text;
      ways text[] := '{}';
      is_possible boolean;
      found constant text := 'select case_id from case_text where ';
    begin
      if asked is null then
        perform set_config('enable_seqscan', 'on', true);
        return query execute found || holds;
        return;
      end if;
      for way in select * from jsonb_array_elements(asked) loop
        needed := '{}';
        broad := null;
        is_possible := true;
        for wanted in select * from jsonb_array_elements(way) loop
          if wanted ? 'form' then
            needed := needed || format('word_index(words, grams) @@ %L', format('''_%s''', wanted ->> 'form'));
            continue;
          elsif wanted ? 'prefix' then
            needed := needed || format('word_index(words, grams) @@ %L', format('''_%s'':*', wanted ->> 'prefix'));
            continue;
          elsif wanted ? 'like' then
            forms := array(select distinct form from text_form where form like wanted ->> 'like');
          else
            forms := array(select distinct form from text_form where form ~* (wanted ->> 'pattern'));
          end if;
          if forms = '{}' then
            is_possible := false;
            exit;
          end if;
          clause := (
            select format('(%s)', string_agg(format('word_index(words, grams) @@ %L', lexemes), ' or ')) from (
              select string_agg(format('''_%s''', form), '|') as lexemes
              from unnest(forms) with ordinality as each(form, place)
              group by place % bitmaps) as grouped);
          if cardinality(forms) <= few then needed := needed || clause; else broad := clause; end if;
        end loop;
        continue when not is_possible;
        ways := ways || array_to_string(case when needed = '{}' then array[broad] else needed end, ' and ');
      end loop;
      if ways <> '{}' then
        return query execute
          found || format('(%s)', array_to_string(ways, ' or ')) || case when is_told then '' else ' and ' || holds end;
      end if;
    end $$`,
]
