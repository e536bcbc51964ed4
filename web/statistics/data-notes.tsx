import type { Pivot } from '#shared/api/pivot.ts'
import { cutWords } from '#shared/charts/chart-words.ts'
import { showDateRange } from '#shared/domain/dates.ts'
import { dimensions, metrics, noColumns } from '#shared/domain/pivot.ts'
import { daysOf } from '#shared/domain/relative-dates.ts'
import { counted, plural } from '#shared/domain/wording.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { readLenient } from '#shared/filters/wire.ts'
import styles from './data-page.module.css'
import { signNotes } from './table-figures.ts'

/** `isDrawn`: the chart explains its own signs and periods. */
export const DataNotes = ({ table, isDrawn = false }: { table: Pivot; isDrawn?: boolean }) => {
  const { of, rows, columns, left_out } = table
  const axes = [of.rows, ...(of.columns === noColumns ? [] : [of.columns])]
  const partial = [...rows, ...columns].flatMap(({ is_open, partial, label }) =>
    partial ? [showDateRange({ min: partial.from, max: partial.to })] : is_open ? [label] : [],
  )
  const sentences = [
    leftOut(left_out.rows, of.rows, 'Не вошли'),
    of.columns !== noColumns && leftOut(left_out.columns, of.columns, 'Не вошли в столбцы'),
    axes.some(axis => dimensions[axis].family === 'article') &&
      'Дело с несколькими статьями учтено по каждой, а в итоге — один раз.',
    !isDrawn && partial.length > 0 && `… — неполный период: ${partial.join('; ')}.`,
    ...cuts(table),
    ...(isDrawn ? [] : signNotes(figuresOf(table))),
  ].filter(sentence => typeof sentence === 'string')
  return (
    <div className={styles.notes}>
      <p>{sentences.join(' ')}</p>
      <details>
        <summary>Что значат показатели</summary>
        <dl className={styles.metrics}>
          {of.metrics.map(metric => (
            <div key={metric}>
              <dt>{metrics[metric].label}</dt>
              <dd>{metrics[metric].about}.</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}

function* figuresOf({ of, sides }: Pivot) {
  for (const { cells } of sides)
    for (const figures of cells.flat())
      for (const [at, metric] of of.metrics.entries()) {
        const figure = figures[at]
        if (figure) yield [metric, figure] as const
      }
}

/** Periods of one date under a filter on the other. */
const cuts = ({ of, sides, today }: Pivot): string[] => {
  const families = [of.rows, of.columns].map(axis => (axis === noColumns ? '' : dimensions[axis].family))
  const both = [
    ['entry', 'result_date'],
    ['result', 'entry_date'],
  ] as const
  return both.flatMap(([family, by]) => {
    if (!families.includes(family)) return []
    const ranges = sides.flatMap(({ filters }) => readLenient(caseListFields, filters)[`${by}_range`] ?? [])
    return ranges.map(range => cutWords(by, daysOf(range, today)))
  })
}

const leftOut = (count: number, of: keyof typeof dimensions, what: string): string | false =>
  count > 0 &&
  `${what}: ${counted(count, dimensions[of].forms)}${
    dimensions[of].order === 'time' ? ', самые давние' : ', где дел меньше'
  }; ${plural(count, ['его', 'их', 'их'])} дела — в итоге.`
