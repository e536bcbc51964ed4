import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { keepVersions } from '../as-of/versions.ts'

/**
 * Forms of words were stored twice, in `letters` and among `grams` (decision 0134). The index takes them from the letters now where `grams` has none, and reads hashes of
 * runs without signs between them; servers of the version before go on writing both as they did, and ask the same view. `beside`: the index takes minutes for each million of texts.
 */
export async function beside(db: Kysely<unknown>): Promise<void> {
  await sql.raw(createFunction).execute(db)
  // Of parts (texts/spread) all indexes come from the one of their parent, and that is never made beside.
  if (!(await is(db, sql`select relkind = 'r' as is from pg_class where oid = 'public.case_text'::regclass`))) return
  if (await is(db, sql`select indisvalid as is from pg_index where indexrelid = to_regclass(${name})`)) return
  await sql.raw(`drop index concurrently if exists ${name}`).execute(db)
  await sql.raw(create('concurrently')).execute(db)
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(createFunction).execute(db)
  if (!(await is(db, sql`select to_regclass(${name}) is not null as is`))) await sql.raw(create('')).execute(db)
  await sql`drop index if exists case_text_words`.execute(db)
  // Set aside by a load that was killed, it would be built again.
  await sql`
    update installation set value = coalesce(
      (select jsonb_agg(one) from jsonb_array_elements(value::jsonb) as one where one #>> '{}' !~ ' case_text_words '), '[]')
    where key = 'indexes_aside'`.execute(db)
  const { rows } = await sql`select pg_get_viewdef('case_text_seen'::regclass) as definition`.execute(db)
  for (const { definition } of definitions.parse(rows))
    await sql
      .raw(
        `create or replace view case_text_seen as ${definition.replace(
          /word_index\((\w+\.)?words, (?:\w+\.)?grams\)/g,
          (_, of = '') => `word_index(${of}words, text_grams(${of}grams, ${of}letters))`,
        )}`,
      )
      .execute(db)
  await keepVersions(db)
}

const name = 'case_text_lexemes'
const create = (how: string): string =>
  `create index ${how} ${name} on case_text using gin (word_index(words, text_grams(grams, letters))) with (fastupdate = on)`

// Signs are those of server/texts/word-forms.ts. `_` alone says that forms are not told. Marks and grams (server/texts/grams.ts) stand in two rows of signs; one by one, each
// with its kind, where a server of the version before has written them.
const createFunction = String.raw`create or replace function text_grams(grams text, letters text) returns text
  language plpgsql immutable parallel safe strict cost 10000
  as $$
  declare
    forms text;
    kind text;
    signs text;
  begin
    foreach kind in array array['~', '='] loop
      signs := substring(grams from '(?:^| )' || kind || '([-_A-Za-z0-9]{16,})');
      if signs is not null then
        grams := replace(grams, kind || signs, ltrim(regexp_replace(signs, '.{8}', ' ' || kind || '\&', 'g')));
      end if;
    end loop;
    if grams ~ '(^| )_' then return grams; end if;
    forms := btrim(regexp_replace(letters, E'[-!"#$%&''()*+,./:;<=>?@[\\\\\\]^_\`{|}~…№§•·° ]+', ' ', 'g'), ' ');
    return case when forms = '' then grams else ltrim(grams || ' _' || replace(forms, ' ', ' _'), ' ') end;
  end $$`

const definitions = z.array(z.object({ definition: z.string() }))
const answer = z.array(z.object({ is: z.boolean() }))
const is = async (db: Kysely<unknown>, query: ReturnType<typeof sql>): Promise<boolean> =>
  answer.parse((await query.execute(db)).rows)[0]?.is === true
