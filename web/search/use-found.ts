import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SearchAnswer, SuggestionKind } from '#shared/api/search.ts'
import { isLongEnough } from '../api/directories.ts'
import { longestTyped, suggestionsQueryOptions } from '../api/search.ts'
import { type RowGroup, rowGroups } from './suggestion-rows.ts'

/** Milliseconds. */
const typingDebounce = 150

/** What the server suggests for what is typed. `isFresh`: it answers these very letters, not those before. */
export const useFound = (typed: string) => {
  const text = typed.trim()
  const [debounced] = useDebouncedValue(text, typingDebounce)
  const asked = text === '' ? '' : debounced
  const isAsked = isLongEnough(text) && text.length <= longestTyped
  const first = useQuery({ ...suggestionsQueryOptions(asked), placeholderData: keepPreviousData })
  const late = first.data && !first.isPlaceholderData ? lateOf(first.data) : []
  // Asked alone, it has more time.
  const second = useQuery({ ...suggestionsQueryOptions(asked, late), enabled: late.length > 0 })
  const answer = first.data && { ...first.data, groups: withLater(first.data, second.data) }
  const groups: readonly RowGroup[] =
    isAsked && answer ? rowGroups(answer, answer.read_as ?? text, kind => late.includes(kind) && second.isFetching) : []
  return {
    asking: first,
    isAsked,
    isFresh: isAsked && asked === text && first.isSuccess && !first.isPlaceholderData && !second.isFetching,
    readAs: isAsked ? (answer?.read_as ?? undefined) : undefined,
    groups,
  }
}

const lateOf = ({ groups }: SearchAnswer): SuggestionKind[] =>
  groups.filter(({ late, items }) => late && items.length === 0).map(({ kind }) => kind)
const withLater = ({ groups }: SearchAnswer, later: SearchAnswer | undefined): SearchAnswer['groups'] =>
  groups.map(group => (group.late ? (later?.groups.find(({ kind }) => kind === group.kind) ?? group) : group))
