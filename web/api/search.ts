import { queryOptions } from '@tanstack/react-query'
import { type SuggestionKind, searchAnswer } from '#shared/api/search.ts'
import { get } from './client.ts'
import { isLongEnough } from './directories.ts'

/** What a few typed letters may mean. `groups`: these alone, which then have more time. */
export const suggestionsQueryOptions = (typed: string, groups: readonly SuggestionKind[] = []) =>
  queryOptions({
    queryKey: ['search', typed.trim(), groups],
    queryFn: get(searchAnswer, 'search/', { q: typed.trim(), ...(groups.length > 0 && { groups: [...groups] }) }),
    enabled: isLongEnough(typed) && typed.trim().length <= longestTyped,
    meta: { quiet: true },
  })
/** Longer is a question or a text, and no name. */
export const longestTyped = 200
