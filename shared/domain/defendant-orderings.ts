import { bothWays } from './orderings.ts'

/** Orders of a list of people; a minus reverses. */
export const defendantOrderings = [
  { value: 'entry_date', label: 'По дате последнего дела' },
  { value: 'name', label: 'По фамилии' },
  { value: 'cases_count', label: 'По числу дел' },
  { value: 'found_count', label: 'По числу найденных дел' },
] as const
export type DefendantOrderColumn = (typeof defendantOrderings)[number]['value']
export type DefendantOrdering = DefendantOrderColumn | `-${DefendantOrderColumn}`

export const defaultDefendantOrdering: DefendantOrdering = '-entry_date'
export const defendantOrderingValues: readonly DefendantOrdering[] = bothWays(defendantOrderings)
export const defendantOrderColumn = (ordering: DefendantOrdering): DefendantOrderColumn =>
  defendantOrderings.find(({ value }) => ordering === value || ordering === `-${value}`)?.value ?? 'entry_date'
