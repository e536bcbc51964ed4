import type { ChartKey } from '../api/statistics.ts'
import { penaltyTypes } from '../domain/outcomes.ts'
import { regions } from '../domain/regions.ts'
import { amountChartSpecs } from './amount-chart-specs.ts'
import { type ChartSpec, labelByKey } from './chart-spec.ts'

const monthNames = new Intl.DateTimeFormat('ru', { month: 'long', timeZone: 'UTC' })
const monthOf = (period: string): string => monthNames.format(new Date(`${period}-01`))
/** «мар 2026», «2026» */
const periodLabel = (period: string): string =>
  period.length === 4 ? period : `${monthOf(period).slice(0, 3)}\u00a0${period.slice(0, 4)}`
const named = ({ title, value }: { title: string | null; value: string }): string => title || `№\u00a0${value}`
const penaltyNames = {
  ...Object.fromEntries(penaltyTypes.map(({ value, label }) => [value, label])),
  court_fine: 'Судебный штраф (не\u00a0наказание)',
}
const regionNames = Object.fromEntries(regions.map(({ number, title }) => [String(number), title]))
const outcomes = {
  about: 'каждая полоса — 100\u00a0% дел своего года поступления',
  head: 'Год поступления',
  shape: 'shares',
  series: [
    { key: 'penalty', label: 'наказание назначено', colour: 'part-pen' },
    { key: 'terminated', label: 'прекращено', colour: 'part-term' },
    { key: 'returned', label: 'возвращено, передано', colour: 'part-ret', pale: true },
    { key: 'other', label: 'иной исход', colour: 'bar', pale: true },
    { key: 'none', label: 'нет результата', colour: 'part-none', pale: true },
  ],
  label: ({ value }) => value,
  missing: 'без даты поступления',
  room: 3,
} as const satisfies Omit<ChartSpec, 'title'>
const reviews: Omit<ChartSpec, 'title'> = {
  about: 'чем кончились жалобы и протесты; доля — от дел второй инстанции',
  head: 'Исход',
  shape: 'rows',
  label: labelByKey({
    upheld: 'без изменения',
    changed: 'изменено',
    retrial: 'отменено, новое рассмотрение',
    annulled_ended: 'отменено с прекращением',
    annulled: 'отменено иначе',
    returned: 'возвращено, передано, не рассмотрено',
    ended: 'производство прекращено, отозвано',
    other: 'иной исход',
    none: 'нет результата',
  }),
  room: 3,
}
const penalties: Omit<ChartSpec, 'title'> = {
  about: 'доля — от дел с известным наказанием; в деле их бывает несколько',
  head: 'Вид наказания',
  shape: 'rows',
  missing: 'без вида наказания: он не назван или не прочитан',
  overlaps: true,
  label: labelByKey(penaltyNames),
  room: 3,
}

export const chartSpecs: Readonly<Record<ChartKey, ChartSpec>> = {
  entered: {
    title: 'Поступление дел',
    about: 'по дате поступления',
    head: 'Когда поступило',
    shape: 'columns',
    series: [
      { key: '1', label: 'первая инстанция', colour: 'bar' },
      { key: '2', label: 'вторая инстанция', colour: 'ramp-2', pale: true },
    ],
    label: ({ value }) => periodLabel(value),
    missing: 'без даты поступления',
    room: 6,
  },
  outcomes: { ...outcomes, title: 'Чем кончается первая инстанция, КоАП' },
  outcomes_uk: { ...outcomes, title: 'Чем кончается первая инстанция, УК' },
  reviews: { ...reviews, title: 'Вторая инстанция, КоАП' },
  reviews_uk: { ...reviews, title: 'Вторая инстанция, УК' },
  penalties: { ...penalties, title: 'Наказания по КоАП' },
  penalties_uk: {
    ...penalties,
    title: 'Наказания по УК',
    about: 'доля — от дел с известным наказанием или судебным штрафом; в деле их бывает несколько',
  },
  ...amountChartSpecs,
  texts: {
    title: 'Тексты решений',
    about: 'по году решения: опубликован ли текст',
    head: 'Год решения',
    shape: 'columns',
    series: [
      { key: 'published', label: 'текст есть', colour: 'bar' },
      { key: 'absent', label: 'текста нет', colour: 'part-none', pale: true },
    ],
    label: ({ value }) => value,
    missing: 'без даты решения',
    room: 3,
  },
  hidden: {
    title: 'Скрыто судом',
    about: 'дел, где имя или размер наказания не показаны',
    head: 'Что скрыто',
    shape: 'rows',
    label: labelByKey({ defendants: 'имя', penalties: 'размер наказания' }),
    overlaps: true,
    room: 3,
  },
  regions: {
    title: 'Дела по регионам',
    about: 'плитка — регион, число — дел в нём, не на душу населения; плитки расположены примерно как на карте',
    head: 'Регион',
    shape: 'tiles',
    label: labelByKey(regionNames),
    room: 6,
  },
  courts: { title: 'Суды', about: 'с наибольшим числом дел', head: 'Суд', shape: 'rows', label: named, room: 3 },
  judges: {
    title: 'Судьи',
    about: 'с наибольшим числом дел',
    head: 'Судья',
    shape: 'rows',
    label: named,
    missing: 'без имени судьи',
    room: 3,
  },
}
