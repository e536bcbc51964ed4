import type { Figure, Pivot, PivotLine } from '#shared/api/pivot.ts'
import { showDateRange } from '#shared/domain/dates.ts'
import type { CellValue } from '#shared/domain/export-columns.ts'
import {
  dimensions,
  isOfTooFew,
  type Metric,
  metrics,
  mixedWords,
  noColumns,
  sideNames,
  tooFewWords,
} from '#shared/domain/pivot.ts'
import type { AboutLine } from '../exports/xlsx.ts'
import { aboutFigures, type FigureColumn, type FigureFile, type FiguresAbout } from './figure-file.ts'

/** A pivot table as a file. */
const headsOf = ({ of, rows, columns, sides }: Pivot): FigureColumn[] => [
  { label: dimensions[of.rows].label, kind: 'text', width: 44 },
  ...(hasHints(rows) ? [{ label: 'Уточнение', kind: 'text', width: 30 } as const] : []),
  ...columns.flatMap(column =>
    of.metrics.flatMap(metric =>
      sides.map((_, at): FigureColumn => {
        const said = [metrics[metric].label, ...(of.columns === noColumns ? [] : [lineName(column)])]
        return {
          label: `${said.join(', ')}${sides.length > 1 ? ` (${sideNames[at]})` : ''}`,
          kind: 'amounts',
          width: 14,
        }
      }),
    ),
  ),
]
/** Judges or courts with equal names. */
const hasHints = (rows: Pivot['rows']): boolean => rows.some(({ hint }) => hint !== '')
export const lineName = ({ label, is_open, partial }: PivotLine): string =>
  `${label}${partial ? ` (неполный: ${showDateRange({ min: partial.from, max: partial.to })})` : is_open ? ' (не закончен)' : ''}`

const rowsOf = ({ of, rows, columns, sides }: Pivot): CellValue[][] =>
  rows.map((row, r) => [
    lineName(row),
    ...(hasHints(rows) ? [row.hint] : []),
    ...columns.flatMap((_, c) =>
      of.metrics.flatMap((metric, m) => sides.map(({ cells }): CellValue => written(metric, cells[r]?.[c]?.[m]))),
    ),
  ])
/** Percentages and sums have two decimals: more would be noise. For few cases no shares and medians are given. */
const written = (metric: Metric, [value, of]: Figure = [null, 0]): number[] =>
  value === null || isOfTooFew(metric, of) ? [] : [Math.round(value * 100) / 100]

export const titleOf = ({ of }: Pivot): string =>
  `${of.metrics.map(metric => metrics[metric].label).join(', ')}: ${dimensions[of.rows].label.toLowerCase()}${
    of.columns === noColumns ? '' : ` × ${dimensions[of.columns].label.toLowerCase()}`
  }`

const leftOut = ({ left_out }: Pivot): AboutLine[] =>
  [left_out.rows, left_out.columns].flatMap((count, at): AboutLine[] =>
    count === 0 ? [] : [[at === 0 ? 'Строк не вошло' : 'Столбцов не вошло', `${count}. Их дела — в итогах`]],
  )

export const tableFile = (pivot: Pivot, about: FiguresAbout): FigureFile => ({
  columns: headsOf(pivot),
  rows: rowsOf(pivot),
  about: [
    ...aboutFigures(titleOf(pivot), about, pivot),
    ...leftOut(pivot),
    ['Пустая ячейка', `Считать не из чего; ${tooFewWords}. ${mixedWords}`],
  ],
})
