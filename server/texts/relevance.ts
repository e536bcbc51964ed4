import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ValueOf } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'
import { type Leaf, soughtLeaves, type Term } from './expression.ts'
import { readOrRefuse } from './text-search.ts'
import { stemsOf } from './words.ts'

/**
 * Ranks found texts by relevance (decision 0101): BM25 over the words of the query; adjacent words that are adjacent in the query count once more, and
 * words in the operative part, after ПОСТАНОВИЛ, count twice. No index can answer this: texts are read.
 */
export const mostRanked = 10_000

/** Of these cases, the most relevant first, then the newest. */
export async function byRelevance(
  db: Kysely<DB>,
  ids: readonly number[],
  words: ValueOf['words'],
  { size, offset }: { size: number; offset: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with counted as materialized (
      select case_id, octet_length(text) as size, ${countsOf(words)} as counts
      from case_text, lateral (select ${columnOf(words)} || '' as text offset 0) as whole,
        lateral (select ${operativePart} as operative offset 0) as part
      where case_id = any(${ids}::integer[])
    )
    select court_case.id from court_case left join (
      select case_id, (select sum(n / (n + 0.3 + 0.9 * size / nullif(usual, 0))) from unnest(counts) as n) as score
      from counted, (select avg(size) as usual from counted) as all_of_them
    ) as ranked on case_id = court_case.id
    where court_case.id = any(${ids}::integer[])
    order by round(coalesce(score, 0)::numeric, 6) desc, court_case.entry_date desc nulls last, court_case.id desc
    limit ${size} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

const columnOf = (words: ValueOf['words']): RawBuilder<string> =>
  readOrRefuse(words).kind === 'words' ? sql`words` : sql`letters`

/** What follows the last of the words with which a court begins to decide; nothing where none stands there. */
const verbs = stemsOf('постановил решил определил')
const after = verbs.reduce(
  (rest, verb) => sql<string>`split_part(${rest}, ${sql.lit(` ${verb} `)}, -1)`,
  sql<string>`text`,
)
const operativePart = sql<string>`case when octet_length(${after}) < octet_length(text) then ' ' || ${after} else '' end`

/** An array of numbers, one for each thing that is counted. */
const countsOf = (words: ValueOf['words']): RawBuilder<number[]> => {
  const asked = readOrRefuse(words)
  switch (asked.kind) {
    case 'letters':
      return sql`array[${times(asked.text, 'text')}]`
    case 'regexp':
      return sql`array[regexp_count(text, ${asked.pattern}, 1, 'i')::float8]`
    case 'words': {
      const sought = patternsOf(soughtLeaves(asked.expression))
      if (sought.length === 0) return sql`array[0::float8]`
      return sql`array[${sql.join(sought.map(pattern => sql`${times(pattern, 'text')} + ${times(pattern, 'operative')}`))}]`
    }
  }
}

/** Stems as they stand in the line of a text: each alone, and neighbours together. */
const patternsOf = (leaves: readonly Leaf[]): string[] => {
  const each = leaves.flatMap(leaf =>
    leaf.kind === 'word' ? [[leaf.word]] : leaf.kind === 'phrase' ? [leaf.words] : [leaf.left, leaf.right],
  )
  const together = each.flatMap((one, at) => {
    const next = each[at + 1]
    return next && one.every(({ prefix }) => !prefix) ? [[...one, ...next]] : []
  })
  return [...new Set([...each, ...together].flatMap(lineOf))]
}
/** A word that is only begun ends what can be counted as one string. */
const lineOf = (terms: readonly Term[]): string[] => {
  const stop = terms.findIndex(({ prefix }) => prefix)
  const counted = stop === -1 ? terms : terms.slice(0, stop + 1)
  return [` ${counted.map(({ stem }) => stem).join(' ')}${stop === -1 ? ' ' : ''}`]
}

const times = (pattern: string, where: 'text' | 'operative'): RawBuilder<number> => {
  const column = sql.ref<string>(where)
  return sql<number>`((octet_length(${column}) - octet_length(replace(${column}, ${pattern}::text, ''))) / octet_length(${pattern}::text))::float8`
}
