import type { ChartKey } from '../api/statistics.ts'
import { amountAfterFrom, penaltyAmount } from '../domain/penalty-wording.ts'
import type { AmountChart } from '../domain/statistics-ranges.ts'
import { counted, showNumber } from '../domain/wording.ts'
import type { AmountWords, ChartSpec } from './chart-spec.ts'

/** Histograms: bins of equal width that include their lower bound. */
const rubles: AmountWords = {
  axis: amount => showNumber(amount / 1000),
  full: value => penaltyAmount({ type: 'fine', value }),
  afterFrom: value => amountAfterFrom({ type: 'fine', value }),
  half: 'Не меньше половины штрафов',
}
const dayForms = ['день', 'дня', 'дней'] as const
const daysAfterFrom = ['дня', 'дней', 'дней'] as const
const days: AmountWords = {
  axis: showNumber,
  full: amount => counted(amount, dayForms),
  afterFrom: amount => counted(amount, daysAfterFrom),
  isWhole: true,
  half: 'Не меньше половины дел',
}
const fine = {
  head: 'Тысяч рублей',
  about: 'тысяч рублей, столбцы равной ширины; верхняя граница столбца в него не входит',
  amounts: rubles,
  missing: 'без суммы: она скрыта или не названа',
  overlaps: true,
} as const
const duration = {
  about: 'первая инстанция, дней, столбцы равной ширины',
  head: 'Дней',
  amounts: days,
  missing: 'без решения или без одной из дат',
}
const term = { missing: 'без срока: он скрыт или не назван', overlaps: true } as const
const histogram = (
  own: Pick<ChartSpec, 'title' | 'about' | 'head' | 'missing' | 'overlaps'> & { amounts: AmountWords },
): ChartSpec => ({ ...own, shape: 'bins', room: 3, label: ({ value }) => own.amounts.axis(Number(value)) })

export const amountChartSpecs: Readonly<Record<AmountChart | Extract<ChartKey, `durations${string}`>, ChartSpec>> = {
  fines: histogram({ ...fine, title: 'Размер штрафа по КоАП' }),
  arrests: histogram({
    ...term,
    title: 'Срок ареста',
    about: 'КоАП, суток',
    head: 'Суток',
    amounts: {
      axis: showNumber,
      full: value => penaltyAmount({ type: 'arrest', value }),
      afterFrom: value => amountAfterFrom({ type: 'arrest', value }),
      isWhole: true,
      half: 'Не меньше половины арестов',
    },
  }),
  imprisonments: histogram({
    ...term,
    title: 'Срок лишения свободы',
    about: 'УК, реального и условного, лет; столбцы равной ширины, верхняя граница столбца в него не входит',
    head: 'Лет',
    amounts: {
      axis: months => showNumber(months / 12),
      full: months => penaltyAmount({ type: 'imprisonment', value: months }),
      afterFrom: months => amountAfterFrom({ type: 'imprisonment', value: months }),
      half: 'Не меньше половины сроков',
    },
  }),
  fines_uk: histogram({ ...fine, title: 'Размер штрафа по УК' }),
  durations: histogram({ ...duration, title: 'От поступления до решения, КоАП' }),
  durations_uk: histogram({ ...duration, title: 'От поступления до решения, УК' }),
}
