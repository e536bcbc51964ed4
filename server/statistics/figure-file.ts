import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { KeptChart, MethodNote } from '#shared/api/citations.ts'
import type { Pivot } from '#shared/api/pivot.ts'
import type { ChartKey } from '#shared/api/statistics.ts'
import { chartRows, noneWords } from '#shared/charts/chart-spec.ts'
import { chartSpecs } from '#shared/charts/chart-specs.ts'
import { cellsOf, notesOf, nothingRows, whyNoneIn } from '#shared/charts/chart-words.ts'
import { showMoment } from '#shared/domain/dates.ts'
import type { CellValue, ColumnKind } from '#shared/domain/export-columns.ts'
import { sideNames } from '#shared/domain/pivot.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { upperFirst } from '#shared/domain/wording.ts'
import { csvLine, csvTable } from '../exports/csv.ts'
import { type AboutLine, xlsx } from '../exports/xlsx.ts'
import { attachment } from '../http/answers.ts'

/**
 * CitedFigures as a file with a method note: on a second sheet of a workbook, below the rows of a CSV. The CSV is
 * byte-identical for the same figures, because the hash of a citation covers it.
 */
export type FigureColumn = { label: string; kind: ColumnKind; width: number }
export type FigureFile = { columns: FigureColumn[]; rows: CellValue[][]; about: AboutLine[] }
export type FiguresAbout = {
  /** ISO. */
  madeAt: string
  regions: readonly number[] | null
  url: string
  /** Null for citations older than method notes. */
  method: MethodNote | null
}

/** `table`: its filters are shown when there is no method note. */
export const aboutFigures = (
  title: string,
  { madeAt, regions, url, method }: FiguresAbout,
  table?: Pivot,
): AboutLine[] => [
  ['Данные', `${title}. Судмонитор`],
  ['Посчитано', `${showMoment(madeAt, 'Europe/Moscow')} по Москве`],
  ['Где открыть', url],
  ...(method?.lines ?? [
    ...(table?.sides ?? []).map(
      ({ readable }, at): AboutLine => [
        `Выборка ${sideNames[at]}`,
        readable.map(([label, text]) => `${label}: ${text}`).join('; ') || 'Все дела, без фильтров',
      ],
    ),
    ['Регионы', regions === null ? 'Все' : regions.map(regionTitle).join(', ') || 'Ни одного'],
  ]),
]

export const chartFile = ({ key, chart, ...kept }: KeptChart, about: FiguresAbout): FigureFile => {
  const look = chartSpecs[key]
  const drawn = chartRows(look, chart)
  // The file omits regions without data; its note mentions them.
  const nothing = nothingRows(look, drawn, whyNoneIn(kept, about.regions)).filter(
    ({ says }) => says !== noneWords.closed && says !== noneWords.unasked,
  )
  const [heads = [], ...rows] = cellsOf(look, drawn)
  const [label, ...others] = heads.map(String)
  const kindOf = (head: string): ColumnKind => (head === 'Дел' || head === 'Из скольких' ? 'amounts' : 'text')
  const columns = [
    { label: label ?? look.head, kind: 'text', width: 44 } as const,
    ...others.map(head => ({ label: head, kind: kindOf(head), width: 18 })),
  ]
  return {
    columns,
    rows: rows.map(row =>
      row.map(
        (cell, at): CellValue =>
          columns[at]?.kind === 'amounts' ? (typeof cell === 'number' ? [cell] : []) : String(cell),
      ),
    ),
    about: [
      ...aboutFigures(look.title, about),
      ['К диаграмме', notesOf(look, chart).join(' ')],
      ...[...Map.groupBy(nothing, ({ says }) => says)].map(
        ([says, all]): AboutLine => [upperFirst(says), all.map(({ label }) => label).join(', ')],
      ),
    ],
  }
}

export const figuresCsv = async ({ columns, rows, about }: FigureFile): Promise<Buffer> => {
  const pieces: string[] = []
  for await (const piece of csvTable(columns, [rows])) pieces.push(piece)
  return Buffer.from([...pieces, csvLine([]), ...about.map(csvLine)].join(''))
}
const figuresXlsx = ({ columns, rows, about }: FigureFile): Readable =>
  xlsx({ title: 'Данные', columns }, [rows], { title: 'Метод', lines: about })

export const figureFormats = [
  { value: 'csv', label: 'CSV', type: 'text/csv; charset=utf-8' },
  { value: 'xlsx', label: 'XLSX', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
] as const
type FigureFormat = (typeof figureFormats)[number]['value']

/** `csv`: the stored bytes, if any. */
export const giveFigures = async (
  reply: FastifyReply,
  format: FigureFormat,
  file: FigureFile,
  { day, csv, chart }: { day: string; csv?: Buffer | undefined; chart?: ChartKey | undefined },
): Promise<FastifyReply> =>
  reply
    .type(figureFormats.find(({ value }) => value === format)?.type ?? '')
    .headers(attachment(`${chart ? `${chartSpecs[chart].title},` : 'Данные'} ${day}.${format}`, `data.${format}`))
    .send(format === 'xlsx' ? figuresXlsx(file) : (csv ?? (await figuresCsv(file))))
