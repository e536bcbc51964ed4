import { useState } from 'react'
import type { ChartRow, ChartSpec } from '#shared/charts/chart-spec.ts'
import type { NothingRow } from '#shared/charts/chart-words.ts'
import { shareWords } from '#shared/charts/share-wording.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { BrushLink } from './brush-link.tsx'
import styles from './charts-section.module.css'

type Props = {
  look: ChartSpec
  rows: readonly ChartRow[]
  nothing: readonly NothingRow[]
  /** The list behind a row. */
  addressOf: (row: ChartRow) => string | undefined
  /** The same view with the cases of the row selected. */
  brushOf: (row: ChartRow) => string | undefined
  startsOpen?: boolean
}
export const ChartTable = ({ look, rows, nothing, addressOf, brushOf, startsOpen = false }: Props) => {
  // Links to hundreds of selections are rendered only when opened.
  const [isOpen, setOpen] = useState(startsOpen)
  const hasShares = rows.some(({ of }) => of !== null)
  return (
    <details open={startsOpen} onToggle={event => setOpen(event.currentTarget.open)}>
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
              <th scope="col" data-number>
                Дел
              </th>
              {hasShares && (
                <th scope="col" data-number>
                  Доля, из скольких дел
                </th>
              )}
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
                  <td data-number>{address ? <a href={address}>{showNumber(row.count)}</a> : showNumber(row.count)}</td>
                  {hasShares && (
                    <td data-number>
                      {row.of !== null && `${shareWords(row.count, row.of)} из\u00a0${showNumber(row.of)}`}
                    </td>
                  )}
                </tr>
              )
            })}
            {nothing.map(({ label, says }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td data-number>{says}</td>
                {hasShares && <td />}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
