import type { StatusSign } from '../../ui/status.tsx'
import { caseOutcome } from '../titles.ts'

/** Results in the wording of courts, grouped by outcome: the most frequent groups and results first. */
type ResultOption = { value: string; label: string }
type GroupedResult = ResultOption & { group: string; count: number }

const groups: Readonly<Record<StatusSign, string>> = {
  penalty: 'Наказание, обвинение',
  terminated: 'Прекращено',
  returned: 'Возвращено, передано',
  same: 'Оставлено без изменения',
  changed: 'Изменено',
  annulled: 'Отменено',
  other: 'Другое',
  none: 'Другое',
  open: 'Другое',
  next: 'Другое',
  past: 'Другое',
}
const last = 'Другое'
const groupOf = (title: string): string => {
  const { sign } = caseOutcome(title)
  return groups[sign === 'other' && /возвращен|передан|направлен/i.test(title) ? 'returned' : sign]
}

/** `countOf`: cases per result; without it results keep their order. */
export const groupResults = (
  options: readonly ResultOption[],
  countOf: (value: string) => number | null | undefined,
): GroupedResult[] => {
  const counted = options.map(option => ({
    ...option,
    group: groupOf(option.label),
    count: countOf(option.value) ?? 0,
  }))
  const total = (of: readonly GroupedResult[]) => of.reduce((sum, { count }) => sum + count, 0)
  return [...Map.groupBy(counted, ({ group }) => group)]
    .toSorted(([a, one], [b, other]) => Number(a === last) - Number(b === last) || total(other) - total(one))
    .flatMap(([, results]) => results.toSorted((a, b) => b.count - a.count))
}

export const commonestResults = (results: readonly GroupedResult[], most: number): ReadonlySet<string> =>
  new Set(
    results
      .toSorted((a, b) => b.count - a.count)
      .slice(0, most)
      .map(({ value }) => value),
  )
