import type { ChartKey, Mark } from '#shared/api/statistics.ts'
import { codices } from '#shared/domain/codex.ts'
import { penaltyTypes } from '#shared/domain/outcomes.ts'
import { regions } from '#shared/domain/regions.ts'
import { amountChartSpecs } from './amount-chart-specs.ts'
import { type ChartSpec, labelByKey } from './chart-spec.ts'

const monthNames = new Intl.DateTimeFormat('ru', { month: 'long', timeZone: 'UTC' })
const monthOf = (period: string): string => monthNames.format(new Date(`${period}-01`))
/** «мар 2026», «2026» */
const periodLabel = (period: string): string =>
  period.length === 4 ? period : `${monthOf(period).slice(0, 3)}\u00a0${period.slice(0, 4)}`
export const periodName = (period: string): string =>
  period.length === 4 ? `${period} год` : `${monthOf(period)} ${period.slice(0, 4)}`
const named = ({ title, value }: Mark): string => title ?? `№\u00a0${value}`
const penaltyNames = {
  ...Object.fromEntries(penaltyTypes.map(({ value, label }) => [value, label])),
  court_fine: 'Судебный штраф (не\u00a0наказание)',
}
const regionNames = Object.fromEntries(regions.map(({ number, title }) => [String(number), title]))
const codexNames = Object.fromEntries(codices.map(({ value, label }) => [value, label]))

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
    room: 4,
  },
  outcomes: {
    title: 'Чем кончается первая инстанция',
    about: 'доли исходов',
    head: 'Кодекс',
    shape: 'shares',
    series: [
      { key: 'penalty', label: 'наказание назначено', colour: 'part-pen' },
      { key: 'terminated', label: 'прекращено', colour: 'part-term' },
      { key: 'returned', label: 'возвращено, передано', colour: 'part-ret', pale: true },
      { key: 'other', label: 'иной исход', colour: 'bar', pale: true },
      { key: 'none', label: 'нет результата', colour: 'part-none', pale: true },
    ],
    label: labelByKey(codexNames),
  },
  reviews: {
    title: 'Вторая инстанция',
    about: 'чем кончились жалобы и протесты',
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
  },
  penalties: {
    title: 'Наказания по КоАП',
    about: 'дел с наказанием каждого вида',
    head: 'Вид наказания',
    shape: 'rows',
    label: labelByKey(penaltyNames),
  },
  penalties_uk: {
    title: 'Наказания по УК',
    about: 'дел с наказанием каждого вида',
    head: 'Вид наказания',
    shape: 'rows',
    label: labelByKey(penaltyNames),
  },
  ...amountChartSpecs,
  durations: {
    title: 'От поступления до решения',
    about: 'первая инстанция',
    head: 'Дней',
    shape: 'rows',
    label: labelByKey({
      '0': 'в тот же день',
      '1': '1–3\u00a0дня',
      '4': '4–14\u00a0дней',
      '15': '15–30\u00a0дней',
      '31': '31–60\u00a0дней',
      '61': 'дольше 60\u00a0дней',
    }),
    missing: 'без решения или без одной из дат',
  },
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
  },
  hidden: {
    title: 'Скрыто судом',
    about: 'дел, где имя или размер наказания не показаны',
    head: 'Что скрыто',
    shape: 'rows',
    label: labelByKey({ defendants: 'имя', penalties: 'размер наказания' }),
  },
  regions: {
    title: 'Дела по регионам',
    about: 'плитки расположены примерно как на карте',
    head: 'Регион',
    shape: 'tiles',
    label: labelByKey(regionNames),
    room: 4,
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

/** A month without cases keeps its place, empty. */
export const chartCategories = (look: ChartSpec, marks: readonly Mark[]): { value: string; label: string }[] => {
  const values = [...new Set(marks.map(({ value }) => value))]
  const isTime = look.series !== undefined && look.shape === 'columns'
  const all = isTime ? everyPeriod(values.toSorted()) : values
  return all.map(value => ({ value, label: look.label(marks.find(mark => mark.value === value) ?? emptyMark(value)) }))
}
const emptyMark = (value: string): Mark => ({ value, series: null, title: null, count: 0, filters: {} })
/** A longer gap is not shown. */
const mostPeriods = 60
const everyPeriod = (sorted: readonly string[]): string[] => {
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  const periods = [first]
  while (periods.length < mostPeriods) {
    const next = nextPeriod(periods.at(-1) ?? last)
    if (next > last) return periods
    periods.push(next)
  }
  return [...sorted]
}
const nextPeriod = (period: string): string => {
  const [year = 0, month] = period.split('-').map(Number)
  if (month === undefined) return String(year + 1)
  return month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`
}
