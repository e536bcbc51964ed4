import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { SearchAnswer, SuggestionKind } from '#shared/api/search.ts'
import { isLongEnough } from '../api/directories.ts'
import { longestTyped, suggestionsQueryOptions } from '../api/search.ts'
import { isOfCommonWords, nothingFound, rowGroups, staleGroups } from './found-groups.ts'
import type { RowGroup } from './suggestion-rows.ts'

const debounceMs = 150

/**
 * Suggestions of the server for the typed text. `isFresh`: complete, and for exactly these letters. `failed`: no answer
 * for these letters.
 */
export const useFound = (typed: string, within: string | undefined) => {
  const text = typed.trim()
  const [debounced] = useDebouncedValue(text, debounceMs)
  const asked = text === '' ? '' : debounced
  const isAsked = isLongEnough(text) && text.length <= longestTyped
  const first = useQuery({
    ...suggestionsQueryOptions(asked, [], within),
    placeholderData: (before, query) => (isLonger(asked, query?.queryKey[1]) ? before : undefined),
  })
  const late = first.data && !first.isPlaceholderData ? lateOf(first.data) : []
  // Requested alone, with a longer time limit.
  const second = useQuery({ ...suggestionsQueryOptions(asked, late, within), enabled: late.length > 0 })
  const isCurrent = isAsked && asked === text && !first.isPlaceholderData
  const answer =
    isAsked && first.data && isLonger(text, asked)
      ? { ...first.data, groups: withLater(first.data, second.data) }
      : undefined
  const current = isCurrent ? answer : undefined
  const asking = (kind: SuggestionKind) => late.includes(kind) && second.isFetching
  const groups: readonly RowGroup[] = current
    ? rowGroups(current, current.read_as ?? text, asking)
    : answer
      ? staleGroups(answer, answer.read_as ?? text)
      : []
  const failed = isCurrent && first.isError ? first : undefined
  return {
    isAsked,
    failed,
    isFresh: current !== undefined && !second.isFetching,
    isSearching: isAsked && !current && !failed,
    readAs: current?.read_as ?? undefined,
    groups,
    count: current ? current.groups.reduce((sum, { items }) => sum + items.length, 0) : 0,
    notFound: current ? nothingFound(current) : '',
  }
}

/** Results for fewer letters may still match when more are typed. */
const isLonger = (text: string, before: unknown): boolean =>
  typeof before === 'string' && text.toLowerCase().startsWith(before.toLowerCase())
const lateOf = ({ groups }: SearchAnswer): SuggestionKind[] =>
  groups
    .filter(group => group.late && !group.away && group.items.length === 0 && !isOfCommonWords(group))
    .map(({ kind }) => kind)
const withLater = ({ groups }: SearchAnswer, later: SearchAnswer | undefined): SearchAnswer['groups'] =>
  groups.map(group => (group.late ? (later?.groups.find(({ kind }) => kind === group.kind) ?? group) : group))
