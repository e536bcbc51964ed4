import { type Kysely, sql } from 'kysely'

/**
 * Texts are found by their own reading (decision 0022): `words` is the line of stems, each between spaces; `word_index`
 * makes of it what the index holds, every stem and every pair of neighbours. `prints` propose texts that say the same.
 * Functions are dear on purpose: the planner then asks the index instead of reading every text.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `drop index case_text_vector`,
  `drop index case_text_letters`,
  `alter table case_text drop column vector`,
  `drop function text_vector(text)`,
  `alter table case_text
    add column words text not null default '',
    add column prints integer[] not null default '{}',
    add column reading smallint not null default 0`,
  // Long columns go out of line, so that counting touches few pages.
  `alter table case_text set (toast_tuple_target = 128)`,

  // As foldLetters in server/texts/letters.ts: letter for letter, the length stays.
  `create function text_letters(body text) returns text
    language plpgsql immutable parallel safe strict cost 5000
    as $$ begin
      return translate(body,
        'Ёё«»„“”‟″‘’‚‛–—−‐‑' || U&'\\00A0\\202F\\2009' || e'\\t\\r\\n',
        'Ее"""""""''''''''-----      ');
    end $$`,

  // A tsvector holds a megabyte. Only a text of more than some 30,000 words could pass it: its pairs are kept from its beginning on.
  `create function word_index(words text) returns tsvector
    language plpgsql immutable parallel safe strict cost 20000
    as $$
    declare stems text[] := string_to_array(btrim(words, ' '), ' ');
    begin
      if octet_length(words) < 300000 then
        return array_to_tsvector(
          stems || array(select '+' || a || ' ' || b from unnest(stems, stems[2:]) as pair(a, b) where b is not null));
      end if;
      return array_to_tsvector(array(
        select lexeme from (
          select lexeme, sum(octet_length(lexeme)) over (order by is_pair, first) as size
          from (
            select lexeme, is_pair, min(place) as first
            from unnest(stems, stems[2:]) with ordinality as pair(a, b, place)
              cross join lateral (values (a, false), ('+' || a || ' ' || b, true)) as known(lexeme, is_pair)
            where lexeme is not null
            group by lexeme, is_pair
          ) as once
        ) as measured
        where size < 900000));
    end $$`,

  `create index case_text_words on case_text using gin (word_index(words)) with (fastupdate = on)`,
  `create index case_text_letters on case_text using gin (text_letters(body) gin_trgm_ops) with (fastupdate = on)`,
  `create index case_text_prints on case_text using gin (prints) with (fastupdate = on)`,
]
