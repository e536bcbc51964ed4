import type { Chart, ChartPlace, Mark } from '../api/statistics.ts'
import { showDateRange } from '../domain/dates.ts'
import { caseForms, counted, showNumber } from '../domain/wording.ts'
import { shareWords } from './share-wording.ts'

type ChartSeries = {
  key: string
  label: string
  colour: 'bar' | 'ramp-2' | 'part-pen' | 'part-term' | 'part-ret' | 'part-none'
  pale?: true
}
export type AmountWords = {
  /** For the axis and the names of bins. */
  axis: (amount: number) => string
  /** Alone, with its unit. */
  full: (amount: number) => string
  /** After «от» and «до». */
  afterFrom: (amount: number) => string
  /** Integers only: a bin of width one is named by its value. */
  isWhole?: true
  /** «не меньше половины штрафов»: with ties, the interquartile range has more than a half. */
  half: string
}
export type ChartSpec = {
  title: string
  /** `tiles`: the map. `rows`: horizontal bars. `columns`: periods. `bins`: a histogram. `shares`: periods as rows of 100 %. */
  shape: 'columns' | 'bins' | 'rows' | 'shares' | 'tiles'
  about: string
  head: string
  series?: readonly ChartSeries[]
  amounts?: AmountWords
  /** The name of a value. */
  label: (mark: { value: string; title: string | null }) => string
  /** A case may be in several bars: they cannot be added up. */
  overlaps?: true
  /** Note about cases that the chart cannot place. */
  missing?: string
  /** Sixths of the page's width; two by default. */
  room?: 3 | 4 | 6
}

export const labelByKey =
  (names: Readonly<Record<string, string>>) =>
  ({ value }: { value: string }): string =>
    names[value] ?? value

/** A row of the table and its drawing: both are built of the same rows. */
export type ChartRow = {
  value: string
  series: string | null
  label: string
  seriesLabel: string | undefined
  count: number
  of: number | null
  place: ChartPlace | undefined
  /** Absent when there are no cases. */
  mark: Mark | undefined
}
export function chartRows(look: ChartSpec, { places, marks }: Chart): ChartRow[] {
  const named = [...new Map(marks.map(mark => [mark.value, mark])).values()]
  const positions: { value: string; title: string | null; place?: ChartPlace }[] =
    places.length > 0 ? places.map(place => ({ value: place.value, title: null, place })) : named
  return positions.flatMap(position => {
    const here = marks.filter(({ value }) => value === position.value)
    const series = look.series?.filter(({ key }) => look.shape === 'columns' || here.some(mark => mark.series === key))
    return (series && series.length > 0 ? series : [undefined]).map(one => {
      const mark = here.find(mark => mark.series === (one?.key ?? null))
      return {
        value: position.value,
        series: one?.key ?? null,
        label: labelOf(look, position),
        seriesLabel: one?.label,
        count: mark?.count ?? 0,
        of: mark?.of ?? null,
        place: position.place,
        mark,
      }
    })
  })
}

const labelOf = (look: ChartSpec, { place, ...named }: { value: string; title: string | null; place?: ChartPlace }) => {
  if (place === undefined) return look.label(named)
  if (look.amounts) return binLabel(look.amounts, place)
  return place.is_partial ? `${look.label(named)}, неполный: ${daysOfPlace(place)}` : look.label(named)
}
export const daysOfPlace = ({ from, to }: ChartPlace): string => showDateRange({ min: String(from), max: String(to) })
export const binLabel = ({ axis, isWhole }: AmountWords, { from, to }: Pick<ChartPlace, 'from' | 'to'>): string => {
  const [first, end] = [Number(from), to === null ? undefined : Number(to)]
  if (end === undefined) return `от\u00a0${axis(first)}`
  if (!isWhole) return `от\u00a0${axis(first)} до\u00a0${axis(end)}`
  return end - 1 === first ? axis(first) : `${axis(first)}–${axis(end - 1)}`
}

export const tip = ({ label, seriesLabel, count, of }: ChartRow): string =>
  `${label}${seriesLabel ? `: ${seriesLabel}` : ''}\n${counted(count, caseForms)}${of ? ` · ${shareWords(count, of)} из\u00a0${showNumber(of)}` : ''}`

/**
 * Why a region has no cases. `closed`: outside the account's regions; `unasked`: excluded by the filters; `unread`: its
 * courts were not read.
 */
export type WhyNone = 'none' | 'unread' | 'unasked' | 'closed'
export const noneWords: Readonly<Record<WhyNone, string>> = {
  none: 'дел нет',
  unread: 'суды за эти дни не читались: есть ли дела, неизвестно',
  unasked: 'регион не выбран',
  closed: 'регион вам не открыт',
}
export const noneSigns: Readonly<Record<WhyNone, string>> = { none: '0', unread: '?', unasked: '', closed: '' }
