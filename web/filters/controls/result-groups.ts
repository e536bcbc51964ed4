import type { StatusSign } from '../../ui/status.tsx'
import { caseOutcome } from '../titles.ts'

/** Results as courts word them, by what they come to: the commonest first, groups as well as results within them. */
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

/** `countOf`: how many cases a result leaves; where that is not known, results keep their order. */
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

/** What is seen before the whole list is asked for. */
export const commonestResults = (results: readonly GroupedResult[], most: number): ReadonlySet<string> =>
  new Set(
    results
      .toSorted((a, b) => b.count - a.count)
      .slice(0, most)
      .map(({ value }) => value),
  )
