import type { Readable } from 'node:stream'
import type { Figure, Pivot, PivotLine } from '#shared/api/pivot.ts'
import { showDate, showDateRange, showMoment } from '#shared/domain/dates.ts'
import type { CellValue, ColumnKind } from '#shared/domain/export-columns.ts'
import { dimensions, type Metric, metrics, noColumns, sideNames } from '#shared/domain/pivot.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { fewestForShare } from '#shared/domain/statistics-ranges.ts'
import { csvLine, csvTable } from '../exports/csv.ts'
import { type AboutLine, xlsx } from '../exports/xlsx.ts'

/**
 * A table of data as a file. Its CSV is the same bytes for the same figures, and says below them what they are: the hash of a
 * citation is of this file.
 */
export type PivotFileAbout = {
  /** ISO. */
  madeAt: string
  regions: readonly number[] | null
  url: string
}
type Column = { label: string; kind: ColumnKind; width: number }

const headsOf = ({ of, rows, columns, sides }: Pivot): Column[] => [
  { label: dimensions[of.rows].label, kind: 'text', width: 44 },
  ...(hasHints(rows) ? [{ label: 'Уточнение', kind: 'text', width: 30 } as const] : []),
  ...columns.flatMap(column =>
    of.metrics.flatMap(metric =>
      sides.map((_, at): Column => {
        const said = [metrics[metric].label, ...(of.columns === noColumns ? [] : [nameOf(column)])]
        return {
          label: `${said.join(', ')}${sides.length > 1 ? ` (${sideNames[at]})` : ''}`,
          kind: 'amounts',
          width: 14,
        }
      }),
    ),
  ),
]
/** Judges of one name, courts of one title. */
const hasHints = (rows: Pivot['rows']): boolean => rows.some(({ hint }) => hint !== '')
const nameOf = ({ label, is_open, partial }: PivotLine): string =>
  `${label}${partial ? ` (неполный: ${showDateRange({ min: partial.from, max: partial.to })})` : is_open ? ' (не закончен)' : ''}`

const rowsOf = ({ of, rows, columns, sides }: Pivot): CellValue[][] =>
  rows.map((row, r) => [
    nameOf(row),
    ...(hasHints(rows) ? [row.hint] : []),
    ...columns.flatMap((_, c) =>
      of.metrics.flatMap((metric, m) => sides.map(({ cells }): CellValue => written(metric, cells[r]?.[c]?.[m]))),
    ),
  ])
/** Percents and sums to two digits: more would be noise. Of few cases nothing is said in shares. */
const written = (metric: Metric, [value, of]: Figure = [null, 0]): number[] => {
  const isShareOfFew = metrics[metric].kind === 'share' && of < fewestForShare
  return value === null || isShareOfFew ? [] : [Math.round(value * 100) / 100]
}

export const titleOf = ({ of }: Pivot): string =>
  `${of.metrics.map(metric => metrics[metric].label).join(', ')}: ${dimensions[of.rows].label.toLowerCase()}${
    of.columns === noColumns ? '' : ` × ${dimensions[of.columns].label.toLowerCase()}`
  }`

const aboutTable = (pivot: Pivot, { madeAt, regions, url }: PivotFileAbout): AboutLine[] => [
  ['Данные', `${titleOf(pivot)}. Судмонитор`],
  ['Посчитано', `${showMoment(madeAt, 'Europe/Moscow')} по Москве`],
  ['Где открыть', url],
  ...pivot.sides.flatMap(({ readable }, at): AboutLine[] => {
    const side = pivot.sides.length > 1 ? ` ${sideNames[at]}` : ''
    return readable.length === 0
      ? [[`Фильтры${side}`, 'Нет фильтров']]
      : readable.map(([label, text]): AboutLine => [`Фильтры${side}: ${label}`, text])
  }),
  ['Регионы', regions === null ? 'Все' : regions.map(regionTitle).join(', ') || 'Ни одного'],
  ...pivot.of.metrics.map((metric): AboutLine => [metrics[metric].label, metrics[metric].about]),
  ...[pivot.left_out.rows, pivot.left_out.columns].flatMap((count, at): AboutLine[] =>
    count === 0 ? [] : [[at === 0 ? 'Строк не вошло' : 'Столбцов не вошло', `${count}. Их дела — в итогах`]],
  ),
  [
    'Оговорка',
    `Сведения взяты с сайтов судов такими, какими суды их показали к ${showDate(pivot.today)}. Пустая ячейка — считать не из чего или для доли меньше ${fewestForShare} дел.`,
  ],
]

export const tableCsv = async (pivot: Pivot, about: PivotFileAbout): Promise<Buffer> => {
  const pieces: string[] = []
  for await (const piece of csvTable(headsOf(pivot), [rowsOf(pivot)])) pieces.push(piece)
  return Buffer.from([...pieces, csvLine([]), ...aboutTable(pivot, about).map(csvLine)].join(''))
}
export const tableXlsx = (pivot: Pivot, about: PivotFileAbout): Readable =>
  xlsx({ title: 'Данные', columns: headsOf(pivot) }, [rowsOf(pivot)], {
    title: 'О данных',
    lines: aboutTable(pivot, about),
  })
