import { Fragment, useState } from 'react'
import type { PivotLine } from '#shared/api/pivot.ts'
import { metrics as metricTable } from '#shared/domain/pivot.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { Icon } from '../ui/icon.tsx'
import table from '../ui/table.module.css'
import { BrushLink } from './brush-link.tsx'
import styles from './data-table.module.css'
import { listAddress, useLinks } from './question-note.tsx'
import {
  type DataOrder,
  figureAt,
  figureHint,
  formatDifference,
  formatFigure,
  isOfFew,
  metricUnit,
  partialWords,
  sortedRowIndexes,
  type TableData,
} from './table-figures.ts'

type Place = { side: number; row: number; column: number; metric: number }
type Props = {
  caption: string
  shown: TableData
  /** Undefined when the figure has no list. */
  listOf: (place: Place) => WireRecord | undefined
  /** The same table restricted to the cases of a row. */
  brushOf?: (row: number) => string | undefined
}
export const DataTable = ({ caption, shown, listOf, brushOf }: Props) => {
  const { rows, columns, metrics, sides } = shown
  const [order, setOrder] = useState<DataOrder>()
  const follow = useLinks()
  const compares = sides.length > 1
  const below = metrics.length * (compares ? sides.length + 1 : 1)
  const sortBy = (by: DataOrder['by']) =>
    setOrder(same(order?.by, by) ? { by, up: !order?.up } : { by, up: by === 'name' })
  const head = (by: DataOrder['by'], text: React.ReactNode, title?: string) => (
    <button type="button" title={title} onClick={() => sortBy(by)}>
      {text}
      {same(order?.by, by) && (
        <span className={table.arrow} data-up={order?.up || undefined}>
          <Icon name="arrow" />
        </span>
      )}
    </button>
  )
  const sorted = (by: DataOrder['by']) =>
    same(order?.by, by) ? (order?.up ? ('ascending' as const) : ('descending' as const)) : undefined
  const isSingle = columns.length === 1
  const isFlat = below === 1 && !isSingle
  const nameHead = (
    <th scope="col" rowSpan={isFlat || isSingle ? 1 : 2} aria-sort={sorted('name')} data-name>
      {head('name', 'Название')}
    </th>
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by keys as well
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link answers to Enter with a click
    <section className={styles.scroll} aria-label={caption} tabIndex={0} onClick={follow}>
      <table className={styles.table}>
        <caption className="sr">{caption}</caption>
        <thead>
          {!isSingle && (
            <tr>
              {nameHead}
              {columns.map((column, c) =>
                isFlat ? (
                  <th
                    key={`${column.key} ${column.label}`}
                    scope="col"
                    aria-sort={sorted({ column: c, metric: 0, side: 0 })}
                  >
                    {head({ column: c, metric: 0, side: 0 }, <ColumnName line={column} />, column.hint || undefined)}
                  </th>
                ) : (
                  <th
                    key={`${column.key} ${column.label}`}
                    scope="colgroup"
                    colSpan={below}
                    title={column.hint || undefined}
                    data-first
                  >
                    <ColumnName line={column} />
                  </th>
                ),
              )}
            </tr>
          )}
          {!isFlat && (
            <tr>
              {isSingle && nameHead}
              {columns.map((column, c) =>
                metrics.map((metric, m) => (
                  <Fragment key={`${column.key} ${column.label} ${metric}`}>
                    {sides.map(({ name }, s) => {
                      const by = { column: c, metric: m, side: s }
                      return (
                        <th
                          key={name}
                          scope="col"
                          aria-sort={sorted(by)}
                          data-first={(m === 0 && s === 0) || undefined}
                        >
                          {head(
                            by,
                            <span>
                              {s === 0 && (compares ? metrics.length > 1 : true) && (
                                <span className={styles.metric}>{nameOf(metric)}</span>
                              )}
                              {compares && <span className="second">{name}</span>}
                            </span>,
                            metricTable[metric].about,
                          )}
                        </th>
                      )
                    })}
                    {compares && (
                      <th scope="col">
                        <span className="second">разница</span>
                      </th>
                    )}
                  </Fragment>
                )),
              )}
            </tr>
          )}
        </thead>
        <tbody>
          {sortedRowIndexes(shown, order).map(r => {
            const brush = brushOf?.(r)
            return (
              <tr key={r} data-all={r === 0 || undefined}>
                <th scope="row">
                  {rows[r]?.label}
                  {rows[r] && <PartialSign line={rows[r]} />}
                  {brush && <BrushLink to={brush} what={rows[r]?.label ?? ''} />}
                  {rows[r]?.hint && (
                    <span className="quiet small clamp" title={rows[r].hint}>
                      {rows[r].hint}
                    </span>
                  )}
                </th>
                {columns.map((column, c) =>
                  metrics.map((metric, m) => (
                    <Fragment key={`${column.key} ${column.label} ${metric}`}>
                      {sides.map(({ name, cells }, s) => {
                        const figure = figureAt(cells, r, c, m)
                        const list = figure[1] > 0 ? listOf({ side: s, row: r, column: c, metric: m }) : undefined
                        const text = `${formatFigure(metric, figure)}${isOfFew(metric, figure) ? '*' : ''}`
                        return (
                          <td
                            key={name}
                            data-first={(m === 0 && s === 0 && !isFlat) || undefined}
                            title={figureHint(metric, figure)}
                          >
                            {list ? (
                              <a href={listAddress(list)}>{text}</a>
                            ) : (
                              <span className={figure[0] ? undefined : 'faint'}>{text}</span>
                            )}
                          </td>
                        )
                      })}
                      {compares && (
                        <td className={styles.difference}>
                          {formatDifference(
                            metric,
                            figureAt(sides[0]?.cells, r, c, m),
                            figureAt(sides[1]?.cells, r, c, m),
                          )}
                        </td>
                      )}
                    </Fragment>
                  )),
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

const same = (one: DataOrder['by'] | undefined, other: DataOrder['by']): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
const nameOf = (metric: keyof typeof metricTable): string => {
  const unit = metricUnit(metric)
  return `${metricTable[metric].label}${unit === '' ? '' : `, ${unit}`}`
}
const PartialSign = ({ line: { is_open, partial } }: { line: PivotLine }) =>
  (is_open || partial) && <span title={partial ? partialWords(partial) : 'период ещё не закончен'}>…</span>
const ColumnName = ({ line }: { line: PivotLine }) => (
  <span>
    {line.label}
    <PartialSign line={line} />
  </span>
)
