import type { KeptChart } from '../api/citations.ts'
import type { Chart } from '../api/statistics.ts'
import { showDateRange } from '../domain/dates.ts'
import { regions } from '../domain/regions.ts'
import type { Days } from '../domain/relative-dates.ts'
import { fewestForShare, smallSample } from '../domain/statistics-ranges.ts'
import { caseForms, counted, showNumber } from '../domain/wording.ts'
import { type AmountWords, type ChartRow, type ChartSpec, daysOfPlace, noneWords, type WhyNone } from './chart-spec.ts'
import { shareWords } from './share-wording.ts'

/** Notes on a chart, on the page and in files. */
export function notesOf(look: ChartSpec, { marks, places, of, missing, spread, cut }: Chart): string[] {
  const partial = places.filter(({ is_partial }) => is_partial)
  return [
    `n\u00a0=\u00a0${counted(of, caseForms)}.`,
    missing > 0 && `Не показано: ${counted(missing, caseForms)}${look.missing ? ` ${look.missing}` : ''}.`,
    spread &&
      look.amounts &&
      `${look.amounts.half} — ${betweenWords(look.amounts, spread)}, медиана ${look.amounts.full(spread.median)} (по\u00a0${showNumber(spread.n)}).`,
    partial.length > 0 && `Неполные периоды заштрихованы: ${partial.map(daysOfPlace).join('; ')}.`,
    cut && cutWords(cut.by, { min: cut.from, max: cut.to }),
    look.shape === 'bins' && places.some(({ to }) => to === null) && 'Бледный столбец справа — всё, что больше шкалы.',
    of < smallSample &&
      marks.some(mark => mark.of !== null) &&
      `Мало дел: доли говорят о\u00a0немногом; доли от числа меньше ${fewestForShare} не показаны.`,
  ].filter(note => typeof note === 'string')
}

/** «от 1 года 2 месяцев до 5 лет», or the amount when both are equal. */
const betweenWords = ({ full, afterFrom }: AmountWords, { lower, upper }: { lower: number; upper: number }): string =>
  lower === upper ? full(lower) : `от\u00a0${afterFrom(lower)} до\u00a0${afterFrom(upper)}`

/** Periods of one date cut by a filter on the other date: they look complete but are not. */
export const cutWords = (by: NonNullable<Chart['cut']>['by'], days: Days): string =>
  `Отобраны дела ${by === 'result_date' ? 'с решением' : 'с поступлением'} ${showDateRange(days)}: периоды вне и возле этих дней неполные.`

/** For screen readers: the largest values. */
export function summaryOf(look: ChartSpec, rows: readonly ChartRow[]): string {
  const [most] = rows.toSorted((one, other) => other.count - one.count)
  const says =
    most &&
    `Больше всего: ${most.label}${most.seriesLabel ? `, ${most.seriesLabel}` : ''} — ${counted(most.count, caseForms)}. `
  return `${look.title}, ${look.about}. ${says ?? ''}Все числа — в таблице под диаграммой.`
}

/** Why a region has no cases, in figures over certain regions; `null` means all. */
export const whyNoneIn =
  ({ unread_regions: unread, asked_regions: asked }: EmptyRegions, counted: readonly number[] | null) =>
  (region: number): WhyNone => {
    if (counted !== null && !counted.includes(region)) return 'closed'
    if (asked && !asked.includes(region)) return 'unasked'
    return unread.includes(region) ? 'unread' : 'none'
  }
type EmptyRegions = Pick<KeptChart, 'unread_regions' | 'asked_regions'>

/** Regions of the map without cases, with the reason. */
export type NothingRow = { label: string; says: string }
export const nothingRows = (
  look: ChartSpec,
  rows: readonly ChartRow[],
  whyNone: (region: number) => WhyNone,
): NothingRow[] =>
  look.shape !== 'tiles'
    ? []
    : regions
        .filter(({ number }) => !rows.some(({ value }) => value === String(number)))
        .map(({ number, title }) => ({ label: title, says: noneWords[whyNone(number)] }))

/** The same for files: headings, then rows. */
export const cellsOf = (
  look: ChartSpec,
  rows: readonly ChartRow[],
  nothing: readonly NothingRow[] = [],
): (string | number)[][] => [
  [look.head, ...(look.series ? ['Из них'] : []), 'Дел', 'Из скольких', 'Доля'],
  ...rows.map(row => [
    row.label,
    ...(look.series ? [row.seriesLabel ?? ''] : []),
    row.count,
    row.of ?? '',
    row.of === null ? '' : shareWords(row.count, row.of),
  ]),
  ...nothing.map(({ label, says }) => [label, says]),
]
