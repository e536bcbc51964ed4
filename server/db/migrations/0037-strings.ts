import { type Kysely, sql } from 'kysely'

/**
 * Strings of several words, and a word with the sign after it, are answered by an index (decision 0053): it holds every piece of a text
 * between spaces with the piece that follows, from each beginning of a word in it. In an empty database it is built at once;
 * elsewhere beside the running server, which reads texts until then (server/texts/strings-index.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Signs are those of server/texts/forms.ts. The lexeme `~` says that the strings of this text are not told: of a very long one, or
  // of one whose pieces no lexeme would hold. Whatever has forms that are not told is among them.
  String.raw`create function string_index(letters text) returns tsvector
    language plpgsql immutable parallel safe strict cost 20000
    as $$
    declare
      pieces text[] := string_to_array(letters, ' ');
      parted text[] := string_to_array(regexp_replace(letters,
        E'([-!"#$%&''()*+,./:;<=>?@[\\\\\\]^_\`{|}~…№§•·°])(?=[^- !"#$%&''()*+,./:;<=>?@[\\\\\\]^_\`{|}~…№§•·°])', E'\\1\n', 'g'), ' ');
      strings text[];
    begin
      if octet_length(letters) < 150000
        and letters !~ E'[^ ]{200}|[^- !"#$%&''()*+,./:;<=>?@[\\\\\\]^_\`{|}~…№§•·°]{41}' then
        strings := array(
          select '-' || piece || coalesce(' ' || next, '') from unnest(pieces, pieces[2:]) as pair(piece, next)
          union all
          select '-' || array_to_string(words[place:], '') || coalesce(' ' || next, '')
          from (
            select string_to_array(piece, e'\n') as words, next from unnest(parted, pieces[2:]) as pair(piece, next)
            where strpos(piece, e'\n') > 0
          ) as several cross join lateral generate_series(2, cardinality(words)) as place);
        if octet_length(letters) < 60000 or octet_length(array_to_string(strings, '')) < 900000 then
          return array_to_tsvector(strings);
        end if;
      end if;
      return array_to_tsvector(array['~']);
    end $$`,
  `do $$ begin
    if not exists (select from case_text) then
      create index case_text_strings on case_text using gin (string_index(letters)) with (fastupdate = on);
      -- Taking strings apart at each "analyze" would tell the planner nothing that it needs.
      alter index case_text_strings alter column 1 set statistics 0;
    end if;
  end $$`,

  // A lexeme as "tsquery" reads it.
  String.raw`create function as_lexeme(string text) returns text language sql immutable parallel safe strict
    return '''' || replace(replace(string, E'\\', E'\\\\'), '''', '''''') || ''''`,

  // `asked`: ways in which a text may hold what is asked, any of them. Of each, which form begins it, {"form": …}, {"like": …} or
  // {"pattern": …}, and which letters follow, {…, "after": " …"}; where none do, a form that satisfies it is enough. `holds`: of a text that
  // is read, in SQL; `otherwise`: what is asked of the forms alone (migration 0034) where the index of strings does not answer.
  // Each key asked for is compared with all that the index has not sorted in yet: too many forms are not asked. The shortest form,
  // which is the likeliest, has a bitmap of its own; the others share sixteen. `reading + 0`: the planner thinks that so many bitmaps find most
  // texts, and would rather read all by the index of their readings.
  `create function cases_with_strings(asked jsonb, holds text, is_told boolean, otherwise jsonb, told_since integer)
    returns setof integer
    language plpgsql stable parallel unsafe rows 20000 cost 1000000 set jit = off set enable_seqscan = off
    as $$
    declare
      few constant integer := 2000;
      bitmaps constant integer := 16;
      is_there constant boolean := exists (select from pg_index where indexrelid = to_regclass('case_text_strings') and indisvalid);
      way jsonb;
      forms text[];
      rest text[];
      first text;
      following text;
      ways text[] := '{}';
      clause text;
      sure text;
      read_all boolean := not is_there;
      found constant text := format('select case_id from case_text where reading + 0 >= %s and ', told_since);
    begin
      for way in select * from jsonb_array_elements(asked) loop
        exit when read_all;
        if way ? 'form' then
          forms := array[way ->> 'form'];
        elsif way ? 'like' then
          forms := array(select form from text_form where form like way ->> 'like' group by form order by length(form), form);
        else
          forms := array(select form from text_form where form ~* (way ->> 'pattern') group by form order by length(form), form);
        end if;
        continue when forms = '{}';
        rest := string_to_array(way ->> 'after', ' ');
        -- Pieces between the first and the last are whole.
        following := (
          select 'string_index(letters) @@ ' || quote_literal(string_agg(
            as_lexeme('-' || rest[place] || ' ' || rest[place + 1]) || case when place + 1 = cardinality(rest) then ':*' else '' end,
            '&'))
          from generate_series(2, cardinality(rest) - 1) as place);
        first := (
          select string_agg(
            format(case when rest is null then 'word_index(words, grams) @@ %L' else 'string_index(letters) @@ %L' end, lexemes),
            ' or ' order by place)
          from (
            select min(place) as place, string_agg(
              case
                when rest is null then as_lexeme('_' || form)
                when cardinality(rest) = 1 then as_lexeme('-' || form || rest[1]) || ':*'
                when cardinality(rest) = 2 then as_lexeme('-' || form || rest[1] || ' ' || rest[2]) || ':*'
                else as_lexeme('-' || form || rest[1] || ' ' || rest[2])
              end, '|') as lexemes
            from unnest(forms) with ordinality as each(form, place)
            where place = 1 or cardinality(forms) <= few
            group by case when place = 1 then -1 else place % bitmaps end) as grouped);
        if cardinality(forms) <= few then
          ways := ways || format('((%s) and %s)', first, coalesce(following, 'true'));
        elsif following is not null then
          ways := ways || following;
        else
          read_all := true;
          sure := case when is_told and jsonb_array_length(asked) = 1 then first end;
        end if;
      end loop;
      if not read_all then
        clause := coalesce(nullif(array_to_string(ways, ' or '), ''), 'false');
        return query execute found || format('(%s)', clause) || case when is_told then '' else ' and ' || holds end;
        -- Those whose strings are not told.
        return query execute found || format($q$string_index(letters) @@ '''~''' and not (%s) and %s$q$, clause, holds);
        return;
      end if;
      if sure is not null then
        return query execute found || sure;
        holds := format('case_id not in (%s) and %s', found || sure, holds);
      end if;
      if otherwise is null then
        return query execute found || holds;
      else
        return query select cases_with_forms(otherwise, format('reading + 0 >= %s and %s', told_since, holds), false);
        -- Those whose forms are not told.
        return query execute found || format($q$word_index(words, grams) @@ '''_''' and %s$q$, holds);
      end if;
    end $$`,
]
