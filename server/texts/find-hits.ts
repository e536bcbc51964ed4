import { type Kysely, sql } from 'kysely'
import type { ValueOf } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'
import { hitsOf, type Span } from './hits.ts'
import { partsRound, type Snippet } from './snippet.ts'
import { readOrRefuse } from './text-search.ts'

/**
 * What is found in the texts of some cases, by ids that `selectCases` has let through. Words and letters are found here; a
 * regular expression by PostgreSQL, whose rules it follows.
 */
export async function snippetsOf(
  db: Kysely<DB>,
  ids: readonly number[],
  asked: ValueOf['words'],
): Promise<Map<number, Snippet>> {
  const found = await findHits(db, ids, asked, 1)
  const counted = asked.mode !== 'regexp'
  return new Map(
    [...found].map(([id, { body, hits }]) => [
      id,
      { parts: partsRound(body, hits), hits: counted ? hits.length : null },
    ]),
  )
}

type Found = { body: string; hits: Span[] }

/** `mostOfPattern`: so many places a regular expression is looked for; each costs a reading of the text. */
export async function findHits(
  db: Kysely<DB>,
  ids: readonly number[],
  asked: ValueOf['words'],
  mostOfPattern: number,
): Promise<Map<number, Found>> {
  if (ids.length === 0) return new Map()
  const words = readOrRefuse(asked)
  const bodies = await db
    .selectFrom('case_text')
    .select(['case_id', 'body'])
    .where(sql<boolean>`case_id = any(${[...ids]})`)
    .execute()
  if (words.kind !== 'regexp')
    return new Map(bodies.map(({ case_id, body }) => [case_id, { body, hits: hitsOf(body, words) }]))
  const matches = await patternMatches(db, ids, words.pattern, mostOfPattern)
  return new Map(
    bodies.map(({ case_id, body }) => {
      const offset = offsetsIn(body)
      const own = matches.filter(found => found.case_id === case_id)
      return [case_id, { body, hits: own.map(({ first, last }) => ({ start: offset(first), end: offset(last) })) }]
    }),
  )
}

const patternMatches = async (db: Kysely<DB>, ids: readonly number[], pattern: string, most: number) => {
  const next = (from: string, end: 0 | 1) =>
    sql`regexp_instr(letters, ${pattern}, ${sql.raw(from)}, 1, ${sql.lit(end)}, 'i')`
  const { rows } = await sql<{ case_id: number; first: number; last: number }>`
    with recursive folded as materialized (
      select case_id, letters from case_text where case_id = any(${[...ids]})
    ), hit as (
      select case_id, 1 as number, ${next('1', 0)} as first, ${next('1', 1)} as last from folded
      union all
      select case_id, number + 1, ${next('greatest(last, first + 1)', 0)}, ${next('greatest(last, first + 1)', 1)}
      from hit join folded using (case_id)
      where first > 0 and number < ${most} and greatest(last, first + 1) <= length(letters)
    )
    select case_id, first - 1 as first, last - 1 as last from hit where first > 0 and last > first order by case_id, number
  `.execute(db)
  return rows
}

/** PostgreSQL counts characters, JavaScript pairs of surrogates as two. */
const offsetsIn = (body: string): ((characters: number) => number) => {
  if (!/[\ud800-\udfff]/.test(body)) return characters => characters
  const offsets = [0]
  for (const character of body) offsets.push((offsets.at(-1) ?? 0) + character.length)
  return characters => offsets[characters] ?? body.length
}
