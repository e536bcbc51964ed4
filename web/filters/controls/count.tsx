import { caseForms, plural, showNumber } from '#shared/domain/wording.ts'
import styles from './count.module.css'

/** The number at the end of an option: how many cases stay. Keeps its room while it is asked for. */
export const Count = ({ count, inSegment }: { count: number | null | undefined; inSegment?: true }) => (
  <span
    className={inSegment ? styles.inSegment : styles.count}
    title={count === null ? 'Не успели посчитать' : undefined}
  >
    {count === null ? (
      <>
        <span aria-hidden="true">—</span>
        <span className="sr">не успели посчитать</span>
      </>
    ) : count === undefined ? (
      '\u00a0'
    ) : (
      <>
        {showNumber(count)}
        <span className="sr"> {plural(count, caseForms)}</span>
      </>
    )}
  </span>
)
