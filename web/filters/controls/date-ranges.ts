/**
 * Ready ranges of the date filters. They are only a quick way to fill both dates: the query holds days, so that a link
 * shows tomorrow what it shows today.
 */
export type ReadyRange = { name: string; from: number; to: number } | { name: string; year: 0 | -1 }

const past: readonly ReadyRange[] = [
  { name: 'сегодня', from: 0, to: 0 },
  { name: 'последние 7 дней', from: -6, to: 0 },
  { name: 'последние 30 дней', from: -29, to: 0 },
  { name: 'последние 90 дней', from: -89, to: 0 },
  { name: 'этот год', year: 0 },
  { name: 'прошлый год', year: -1 },
]
const ahead: readonly ReadyRange[] = [
  { name: 'следующие 7 дней', from: 0, to: 6 },
  { name: 'следующие 30 дней', from: 0, to: 29 },
]
/** Hearings and events lie ahead as well. */
export const rangesFor = (field: string): readonly ReadyRange[] =>
  field === 'last_scheduled_hearing_date_range' || field === 'event_date_range' ? [...ahead, ...past] : past

const dayOf = (date: Date): string =>
  [date.getFullYear(), String(date.getMonth() + 1).padStart(2, '0'), String(date.getDate()).padStart(2, '0')].join('-')
const shifted = (today: Date, days: number): string =>
  dayOf(new Date(today.getFullYear(), today.getMonth(), today.getDate() + days))

export const rangeOf = (range: ReadyRange, today: Date): { min: string; max: string } => {
  if (!('year' in range)) return { min: shifted(today, range.from), max: shifted(today, range.to) }
  const year = today.getFullYear() + range.year
  return { min: `${year}-01-01`, max: range.year === 0 ? dayOf(today) : `${year}-12-31` }
}

/** The name of the range that the dates are today; '' for none, 'own' for dates of one's own. */
export const relativeName = (
  ranges: readonly ReadyRange[],
  { min, max }: { min?: string; max?: string },
  today: Date,
): string => {
  if (min === undefined && max === undefined) return ''
  const found = ranges.find(range => {
    const ends = rangeOf(range, today)
    return ends.min === min && ends.max === max
  })
  return found?.name ?? 'own'
}
