import { showNumber } from '#shared/domain/wording.ts'
import type { Figures } from './tree-rows.ts'
import styles from './tree-table.module.css'

/** How the cases of first instance ended, as parts of one bar. The numbers stand beside it: this is for the eye only. */
const parts = [
  ['penalty', 'наказание назначено'],
  ['terminated', 'прекращено'],
  ['returned', 'возвращено, передано'],
  ['none', 'иной исход или нет результата'],
] as const

export const OutcomeBar = ({ figures }: { figures: Figures }) => {
  if (figures.first === 0) return null
  const count = (part: (typeof parts)[number][0]): number =>
    part === 'none' ? figures.none + figures.other : figures[part]
  return (
    <span
      className={styles.bar}
      aria-hidden="true"
      title={parts.map(([part, name]) => `${name}: ${showNumber(count(part))}`).join('\n')}
    >
      {parts.map(
        ([part]) =>
          count(part) > 0 && <i key={part} data-part={part} style={{ flexGrow: count(part) / figures.first }} />,
      )}
    </span>
  )
}
