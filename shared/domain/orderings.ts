/** What a list of cases can be ordered by; a minus in front turns it round. Every order ends in `id`. */
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
export const caseOrderingValues: readonly CaseOrdering[] = caseOrderings.flatMap(({ value }) => [
  value,
  `-${value}` as const,
])
export const orderColumn = (ordering: CaseOrdering): CaseOrderColumn => {
  const column = caseOrderings.find(({ value }) => ordering === value || ordering === `-${value}`)
  return column?.value ?? 'entry_date'
}
export const isDescending = (ordering: string): boolean => ordering.startsWith('-')
