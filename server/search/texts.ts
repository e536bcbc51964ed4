import { type Kysely, sql } from 'kysely'
import type { SuggestionOf } from '#shared/api/search.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { selectCases } from '../cases/case-query.ts'
import type { Engines } from '../cases/engine/engine.ts'
import { askCases } from '../cases/engine/run.ts'
import { pageOfCases } from '../cases/list-cases.ts'
import type { Scope } from '../cases/predicates.ts'
import { planned } from '../db/planned.ts'
import type { DB } from '../db/schema.ts'
import { snippetsOf } from '../texts/find-hits.ts'
import { casesByText } from '../texts/text-search.ts'
import { isStopWord, stemsOf } from '../texts/words.ts'
import type { TimedConnection } from './timed-connection.ts'
import type { Typed } from './typed.ts'

/** How many decisions contain the words, in any form, with excerpts of the two latest. */
const quoted = 2
const mode = 'plain'
const shortest = 3

/**
 * `too_many`: nearly every decision contains them, by the statistics of the index; an exact count would take too long.
 */
type FoundTexts = { items: SuggestionOf<'text'>[]; count: number; filters: WireRecord } | 'too_many'
const mostCounted = 300_000

/** Undefined when the text is not worth a full-text search. */
export async function suggestTexts(
  engines: Engines,
  scope: Scope,
  { text }: Pick<Typed, 'text'>,
  on: TimedConnection,
  most = mostCounted,
): Promise<FoundTexts | undefined> {
  const stems = stemsOf(text)
  if (text.length < shortest || !/\p{L}/u.test(text) || stems.every(isStopWord)) return undefined
  const words = { text, mode }
  if (await on.within(db => isFoundInMore(db, words, most))) return 'too_many'
  const page = { ordering: '-entry_date', page: 1, size: quoted } as const
  const { ids, count } = await askCases(
    engines,
    { scope, values: { result_text_search: words } },
    (engine, question) => pageOfCases(engine, question, page),
    { seconds: on.seconds, ofWords: true },
  )
  const { byId, snippets } = await on.within(async db => {
    const rows = await selectCases(db, scope, {})
      .innerJoin('court', 'court.id', 'court_case.court_id')
      .where(sql<boolean>`court_case.id = any(${[...ids]}::integer[])`)
      .select(['court_case.id', 'case_number', 'result_date', 'court_id'])
      .select(['court.title as court_title', 'court_case.region'])
      .execute()
    const byId = new Map(rows.map(row => [row.id, row]))
    return { byId, snippets: await snippetsOf(db, [...byId.keys()], words) }
  })
  return {
    count,
    filters: { result_text_search: text, text_search_type: mode },
    items: ids.flatMap(id => {
      const row = byId.get(id)
      if (row === undefined) return []
      return [
        {
          id,
          title: row.case_number,
          filters: null,
          page: `/cases/text/${id}`,
          court: { id: row.court_id, title: row.court_title, region: row.region },
          result_date: row.result_date,
          quote: snippets.get(id)?.parts ?? [],
        },
      ]
    }),
  }
}

/** The planner's estimate from the most common words that `analyze` stores for the index. */
const isFoundInMore = async (db: Kysely<DB>, words: { text: string; mode: string }, most: number): Promise<boolean> =>
  (await planned(db, casesByText(words))).rows > most
