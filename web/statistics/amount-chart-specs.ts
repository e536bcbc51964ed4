import type { AmountChart } from '#shared/domain/statistics-ranges.ts'
import { type ChartSpec, labelByKey } from './chart-spec.ts'

/** Charts of amounts, each of one kind of penalty under one codex. */
export const amountChartSpecs: Readonly<Record<AmountChart, ChartSpec>> = {
  fines: {
    title: 'Размер штрафа по КоАП',
    about: 'тысяч рублей',
    head: 'Тысяч рублей',
    shape: 'columns',
    label: labelByKey({
      '0': 'до\u00a01',
      '1000': '1–2',
      '2000': '2–5',
      '5000': '5–10',
      '10000': 'ровно\u00a010',
      '10001': '10–15',
      '15000': '15–20',
      '20000': '20–50',
      '50000': '50–150',
      '150000': 'от\u00a0150',
    }),
    missing: 'без суммы: она скрыта или не названа',
  },
  arrests: {
    title: 'Срок ареста',
    about: 'КоАП, суток',
    head: 'Суток',
    shape: 'columns',
    label: ({ value }) => (value === '16' ? 'от\u00a016' : value),
    missing: 'без срока: он скрыт или не назван',
  },
  imprisonments: {
    title: 'Срок лишения свободы',
    about: 'УК, реального и условного',
    head: 'Срок',
    shape: 'columns',
    label: labelByKey({
      '0': 'до\u00a0года',
      '12': '1–2\u00a0года',
      '24': '2–3\u00a0года',
      '36': '3–5\u00a0лет',
      '60': '5–8\u00a0лет',
      '96': '8–10\u00a0лет',
      '120': '10–15\u00a0лет',
      '180': 'от\u00a015\u00a0лет',
    }),
    missing: 'без срока: он скрыт или не назван',
  },
  fines_uk: {
    title: 'Размер штрафа по УК',
    about: 'тысяч рублей',
    head: 'Тысяч рублей',
    shape: 'columns',
    label: labelByKey({
      '0': 'до\u00a010',
      '10000': '10–20',
      '20000': '20–50',
      '50000': '50–100',
      '100000': '100–300',
      '300000': '300–500',
      '500000': '500–1000',
      '1000000': 'от\u00a01000',
    }),
    missing: 'без суммы: она скрыта или не названа',
  },
}
