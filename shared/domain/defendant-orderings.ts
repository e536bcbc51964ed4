/** What a list of people can be ordered by; a minus in front turns it round. Every order ends in the person's number. */
export const defendantOrderings = [
  { value: 'entry_date', label: 'По дате последнего дела' },
  { value: 'name', label: 'По фамилии' },
  { value: 'cases_count', label: 'По числу дел' },
] as const
export type DefendantOrderColumn = (typeof defendantOrderings)[number]['value']
export type DefendantOrdering = DefendantOrderColumn | `-${DefendantOrderColumn}`

/** As in the list of cases (§9): the latest first. */
export const defaultDefendantOrdering: DefendantOrdering = '-entry_date'
export const defendantOrderingValues: readonly DefendantOrdering[] = defendantOrderings.flatMap(({ value }) => [
  value,
  `-${value}` as const,
])
export const defendantOrderColumn = (ordering: DefendantOrdering): DefendantOrderColumn =>
  defendantOrderings.find(({ value }) => ordering === value || ordering === `-${value}`)?.value ?? 'entry_date'
