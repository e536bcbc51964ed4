import { queryOptions } from '@tanstack/react-query'
import { type SuggestionKind, searchAnswer } from '#shared/api/search.ts'
import { get } from './client.ts'
import { isLongEnough } from './directories.ts'

/** What a few typed letters may mean. `groups`: these alone, which then have more time. `within`: filters beside which what is chosen will stand. */
export const suggestionsQueryOptions = (typed: string, groups: readonly SuggestionKind[] = [], within?: string) =>
  queryOptions({
    queryKey: ['search', typed.trim(), within, groups],
    queryFn: get(searchAnswer, 'search/', {
      q: typed.trim(),
      ...(within !== undefined && { within }),
      ...(groups.length > 0 && { groups: [...groups] }),
    }),
    enabled: isLongEnough(typed) && typed.trim().length <= longestTyped,
    meta: { quiet: true },
  })
/** Longer is a question or a text, and no name. */
export const longestTyped = 200
