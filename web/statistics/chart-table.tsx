import { useState } from 'react'
import { showNumber } from '#shared/domain/wording.ts'
import { tiles } from '../filters/controls/region-map.tsx'
import { shareWords } from '../filters/share-wording.ts'
import { BrushLink } from './brush-link.tsx'
import { type ChartRow, type ChartSpec, noneWords, type WhyNone } from './chart-spec.ts'
import styles from './charts-section.module.css'

/** What is drawn, in numbers: the same rows. */
type Props = {
  look: ChartSpec
  rows: readonly ChartRow[]
  nothing: readonly NothingRow[]
  /** The list behind a row. */
  addressOf: (row: ChartRow) => string | undefined
  /** The same view with the cases of the row selected. */
  brushOf: (row: ChartRow) => string | undefined
}
export const ChartTable = ({ look, rows, nothing, addressOf, brushOf }: Props) => {
  // Links to hundreds of selections are made when they are seen.
  const [isOpen, setOpen] = useState(false)
  const hasShares = rows.some(({ of }) => of !== null)
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>Таблица</summary>
      <div className={styles.scroll}>
        <table className={styles.numbers}>
          <caption className="sr">
            {look.title}, {look.about}
          </caption>
          <thead>
            <tr>
              <th scope="col">{look.head}</th>
              {look.series && <th scope="col">Из них</th>}
              <th scope="col">Дел</th>
              {hasShares && <th scope="col">Доля, из скольких дел</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => {
              const [address, brush] = isOpen ? [addressOf(row), brushOf(row)] : []
              return (
                <tr key={`${row.value} ${row.series}`}>
                  <th scope="row">
                    {row.label}
                    {brush && !look.series && <BrushLink to={brush} what={row.label} />}
                  </th>
                  {look.series && (
                    <td>
                      {row.seriesLabel}
                      {brush && <BrushLink to={brush} what={`${row.label}, ${row.seriesLabel}`} />}
                    </td>
                  )}
                  <td>{address ? <a href={address}>{showNumber(row.count)}</a> : showNumber(row.count)}</td>
                  {hasShares && (
                    <td>{row.of !== null && `${shareWords(row.count, row.of)} из\u00a0${showNumber(row.of)}`}</td>
                  )}
                </tr>
              )
            })}
            {nothing.map(({ label, says }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{says}</td>
                {hasShares && <td />}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** Regions of the map without cases, each with why. */
type NothingRow = { label: string; says: string }
export const nothingRows = (
  look: ChartSpec,
  rows: readonly ChartRow[],
  whyNone: (region: number) => WhyNone,
): NothingRow[] =>
  look.shape !== 'tiles'
    ? []
    : tiles
        .filter(({ region }) => !rows.some(({ value }) => value === String(region)))
        .map(({ region }) => ({
          label: look.label({ value: String(region), title: null }),
          says: noneWords[whyNone(region)],
        }))

/** The same for files: heads, then rows. */
export const cellsOf = (
  look: ChartSpec,
  rows: readonly ChartRow[],
  nothing: readonly NothingRow[] = [],
): (string | number)[][] => [
  [look.head, ...(look.series ? ['Из них'] : []), 'Дел', 'Из скольких', 'Доля'],
  ...rows.map(row => [
    row.label,
    ...(look.series ? [row.seriesLabel ?? ''] : []),
    row.count,
    row.of ?? '',
    row.of === null ? '' : shareWords(row.count, row.of),
  ]),
  ...nothing.map(({ label, says }) => [label, says]),
]
