import { type Kysely, sql } from 'kysely'

/**
 * A phrase of three words and more is answered by the index alone (decision 0045, server/texts/grams.ts). Until a text is read anew
 * its `grams` say that they are not told, and it is read whenever such a phrase may be in it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `drop index case_text_words`,
  `drop function word_index(text)`,
  `alter table case_text add column grams text not null default '~'`,

  // A tsvector holds a megabyte. Only a text of more than some 30,000 words could pass it: its pairs are kept from its beginning on.
  `create function word_index(words text, grams text) returns tsvector
    language plpgsql immutable parallel safe strict cost 20000
    as $$
    declare
      stems text[] := string_to_array(btrim(words, ' '), ' ');
      told text[] := string_to_array(grams, ' ');
    begin
      if octet_length(words) * 3 + octet_length(grams) < 900000 then
        return array_to_tsvector(stems || told
          || array(select '+' || a || ' ' || b from unnest(stems, stems[2:]) as pair(a, b) where b is not null));
      end if;
      return array_to_tsvector(array(
        select lexeme from (
          select lexeme, sum(octet_length(lexeme)) over (order by kind, first) as size
          from (
            select lexeme, kind, min(place) as first
            from (
              select lexeme, kind, place
              from unnest(stems, stems[2:]) with ordinality as pair(a, b, place)
                cross join lateral (values (a, 1), ('+' || a || ' ' || b, 2)) as known(lexeme, kind)
              union all
              select lexeme, 0, place from unnest(told) with ordinality as gram(lexeme, place)
            ) as held
            where lexeme is not null
            group by lexeme, kind
          ) as once
        ) as measured
        where size < 900000));
    end $$`,

  `create index case_text_words on case_text using gin (word_index(words, grams)) with (fastupdate = on)`,
]
