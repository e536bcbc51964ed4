import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { keepVersions } from '../as-of/versions.ts'

/**
 * Texts may come to lie on other servers (decision 0130). Searches ask a view that shows what the indexes hold as columns: a foreign server is sent
 * columns, never functions of ours. Texts go with their cases as events do (migration 0028), and whoever writes texts notes it:
 * the foreign key and the triggers that did so stay for servers of the version before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view case_text_seen as
      select case_id, body, words, grams, letters, prints, reading, known_from, known_until,
        word_index(words, grams) as held_words, string_index(letters) as held_strings
      from case_text`.execute(db)
  for (const [name, pairs] of replaced) await replaceIn(db, name, pairs)
  await keepVersions(db)
}

type Pairs = readonly (readonly [from: string, to: string])[]
const askTheView: Pairs = [
  ['case_id from case_text', 'case_id from case_text_seen'],
  ['word_index(words, grams)', 'held_words'],
  ['string_index(letters)', 'held_strings'],
]
const noted = 'insert into text_write default values;'
const replaced: readonly (readonly [name: string, pairs: Pairs])[] = [
  ['cases_with_forms(jsonb, text, boolean)', askTheView],
  ['cases_with_strings(jsonb, text, boolean, jsonb, integer)', askTheView],
  [
    'remove_with_cases()',
    [
      [
        'return null;',
        `delete from case_text where case_id = any(array(select id from gone)); if found then ${noted} end if; return null;`,
      ],
    ],
  ],
  ['empty_with_cases()', [['return null;', `delete from case_text; ${noted} return null;`]]],
]

const definitions = z.array(z.object({ definition: z.string() }))

/** All else in these functions stays what earlier migrations have made it. */
async function replaceIn(db: Kysely<unknown>, name: string, pairs: Pairs): Promise<void> {
  const { rows } = await sql`select pg_get_functiondef(${name}::regprocedure) as definition`.execute(db)
  for (const { definition } of definitions.parse(rows))
    await sql.raw(pairs.reduce((text, [from, to]) => text.replaceAll(from, to), definition)).execute(db)
}
