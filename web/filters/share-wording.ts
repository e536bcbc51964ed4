import type { SpreadFigures } from '#shared/api/comparables.ts'
import { shortAmount } from '#shared/domain/penalty-wording.ts'

/** Shares and amounts with their intervals, in words. */
const percents = new Intl.NumberFormat('ru', { maximumFractionDigits: 0 })
const space = '\u00a0'
export const showShare = (share: number): string => `${percents.format(100 * share)}${space}%`
/** «44–71 %» */
export const showInterval = ({ from, to }: { from: number; to: number }): string =>
  `${percents.format(100 * from)}–${percents.format(100 * to)}${space}%`

export const amountIn = (type: string) => (value: number) => shortAmount({ type, value })
/** «15 000 ₽ (12 000 ₽ – 15 000 ₽)» */
export const medianWords = ({ median, from, to }: SpreadFigures, show: (value: number) => string): string =>
  from === to ? show(median) : `${show(median)} (${show(from)}${space}– ${show(to)})`

/** «2 года – 3 года» of the middle half. */
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
