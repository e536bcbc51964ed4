import { queryOptions } from '@tanstack/react-query'
import { type SuggestionKind, searchAnswer } from '#shared/api/search.ts'
import { get } from './client.ts'
import { isLongEnough } from './directories.ts'

/**
 * What a few typed letters may mean. `groups`: only these, with a longer time limit. `within`: the current filters that
 * the choice will be added to.
 */
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
/** Longer input is a question or a text, not a name. */
export const longestTyped = 200
