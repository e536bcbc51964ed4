import type { SuggestionOf } from '#shared/api/search.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import type { Engines } from '../cases/engine/engine.ts'
import { listCases } from '../cases/list-cases.ts'
import type { Scope } from '../cases/predicates.ts'
import { isStopWord, stemsOf } from '../texts/words.ts'
import type { Typed } from './typed.ts'

/** In how many decisions the words are found, in any form, and pieces of the last two. */
const quoted = 2
const mode = 'plain'
const shortest = 3

export type FoundTexts = { items: SuggestionOf<'text'>[]; count: number; filters: WireRecord }

/** Undefined: nothing that anybody would look for in texts. `seconds`: how long PostgreSQL may look. */
export async function suggestTexts(
  engines: Engines,
  scope: Scope,
  { text }: Pick<Typed, 'text'>,
  seconds: number,
): Promise<FoundTexts | undefined> {
  const stems = stemsOf(text)
  if (text.length < shortest || !/\p{L}/u.test(text) || stems.every(isStopWord)) return undefined
  const values = { result_text_search: { text, mode } }
  const page = { ordering: '-entry_date', page: 1, size: quoted } as const
  const { count, rows, snippets } = await listCases(engines, scope, values, page, { tags: false }, seconds)
  return {
    count,
    filters: { result_text_search: text, text_search_type: mode },
    items: rows.map(row => ({
      id: row.id,
      title: row.case_number,
      filters: null,
      page: `/cases/text/${row.id}`,
      court: { id: row.court_id, title: row.court_title, region: row.region },
      result_date: row.result_date,
      quote: snippets.get(row.id)?.parts ?? [],
    })),
  }
}
