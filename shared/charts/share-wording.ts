import type { SpreadFigures } from '../api/comparables.ts'
import { shortAmount } from '../domain/penalty-wording.ts'
import { fewestForShare } from '../domain/statistics-ranges.ts'

/** Shares and amounts with their intervals, in words. */
const percents = new Intl.NumberFormat('ru', { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat('ru', { maximumFractionDigits: 1 })
const space = '\u00a0'
const leastShown = 0.1
/** For few cases no share is given; a positive share is never rounded to none, nor an incomplete one to all. */
export const shareWords = (count: number, of: number): string =>
  of < fewestForShare ? '—' : percent((100 * count) / of)
/** `exact`: percent. */
export const percent = (exact: number): string => {
  if (exact > 0 && exact < leastShown) return `<${space}${tenths.format(leastShown)}${space}%`
  return `${tenths.format(exact < 100 ? Math.min(exact, 100 - leastShown) : exact)}${space}%`
}
/** «44–71 %» */
export const showInterval = ({ from, to }: { from: number; to: number }): string =>
  `${percents.format(100 * from)}–${percents.format(100 * to)}${space}%`

export const amountIn = (type: string) => (value: number) => shortAmount({ type, value })
/** «15 000 ₽ (12 000 ₽ – 15 000 ₽)» */
export const medianWords = ({ median, from, to }: SpreadFigures, show: (value: number) => string): string =>
  from === to ? show(median) : `${show(median)} (${show(from)}${space}– ${show(to)})`

/** «2 года – 3 года»: the interquartile range. */
export const rangeWords = ({ lower, upper }: SpreadFigures, show: (value: number) => string): string =>
  lower === upper ? show(lower) : `${show(lower)}${space}– ${show(upper)}`

export const outcomeLabels: Readonly<Record<string, string>> = {
  penalty: 'наказание назначено',
  terminated: 'прекращено',
  returned: 'возвращено, передано',
  other: 'иной исход',
  none: 'нет результата',
}
export const reviewLabels: Readonly<Record<string, string>> = {
  upheld: 'без изменения',
  changed: 'изменено',
  retrial: 'отменено, новое рассмотрение',
  annulled_ended: 'отменено с прекращением',
  annulled: 'отменено',
  returned: 'возвращено, не рассмотрено',
  ended: 'отозвано, прекращено',
  other: 'иной исход',
  none: 'нет результата',
}
