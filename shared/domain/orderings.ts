/** Orders of a list of cases; a minus reverses. Every order ends in `id`. */
export const caseOrderings = [
  { value: 'entry_date', label: 'По дате поступления' },
  { value: 'result_date', label: 'По дате решения' },
  { value: 'last_scheduled_hearing_date', label: 'По дате заседания' },
  { value: 'case_number', label: 'По номеру дела' },
  { value: 'region', label: 'По региону' },
] as const
export type CaseOrderColumn = (typeof caseOrderings)[number]['value']
export type CaseOrdering = CaseOrderColumn | `-${CaseOrderColumn}`

export const defaultOrdering: CaseOrdering = '-entry_date'
export const bothWays = <C extends string>(columns: readonly { value: C }[]) =>
  columns.flatMap(({ value }) => [value, `-${value}` as const])
export const caseOrderingValues: readonly CaseOrdering[] = bothWays(caseOrderings)
/** Ties of relevance are sorted by date. */
export const orderColumn = (ordering: ListOrdering): CaseOrderColumn =>
  caseOrderings.find(({ value }) => ordering === value || ordering === `-${value}`)?.value ?? 'entry_date'
/** For lists found by words: the most relevant texts first. It has no reverse. */
export const relevance = 'relevance'
export type ListOrdering = CaseOrdering | typeof relevance
export const listOrderingValues: readonly ListOrdering[] = [...caseOrderingValues, relevance]
export const isDescending = (ordering: string): boolean => ordering.startsWith('-')
