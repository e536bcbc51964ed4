import type { Pivot } from '#shared/api/pivot.ts'
import { dimensions, metrics, noColumns } from '#shared/domain/pivot.ts'
import { smallSample } from '#shared/domain/statistics-ranges.ts'
import { counted, plural } from '#shared/domain/wording.ts'
import styles from './data-page.module.css'

export const DataNotes = ({ table }: { table: Pivot }) => {
  const { of, rows, columns, left_out } = table
  const axes = [of.rows, ...(of.columns === noColumns ? [] : [of.columns])]
  const isOpen = [...rows, ...columns].some(({ is_open }) => is_open)
  const hasFew = of.metrics.some(metric => metrics[metric].kind === 'share' || metrics[metric].kind === 'median')
  const sentences = [
    leftOut(left_out.rows, of.rows, 'Не вошли'),
    of.columns !== noColumns && leftOut(left_out.columns, of.columns, 'Не вошли в столбцы'),
    axes.some(axis => dimensions[axis].family === 'article') &&
      'Дело с несколькими статьями учтено по каждой, а в итоге — один раз.',
    isOpen && '… — период ещё не закончен.',
    hasFew && `* — меньше ${smallSample}: доля или медиана говорит о немногом.`,
    of.metrics.some(metric => metrics[metric].kind !== 'count') && 'Прочерк — считать не из чего.',
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

const leftOut = (count: number, of: keyof typeof dimensions, what: string): string | false =>
  count > 0 &&
  `${what}: ${counted(count, dimensions[of].forms)}${
    dimensions[of].order === 'time' ? ', самые давние' : ', где дел меньше'
  }; ${plural(count, ['его', 'их', 'их'])} дела — в итоге.`
