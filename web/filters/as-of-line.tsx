import { showDate } from '#shared/domain/dates.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './as-of-line.module.css'

/** What is shown is not what is known now. */
export const AsOfLine = ({ day, onNow }: { day: string | undefined; onNow: () => void }) =>
  day !== undefined && (
    <p className={styles.line} role="status">
      <Icon name="calendar" />
      <span>Так было известно к&nbsp;концу дня {showDate(day)}. Что стало известно позже, не&nbsp;учтено.</span>
      <Button look="bare" onClick={onNow}>
        К&nbsp;сегодняшнему
      </Button>
    </p>
  )
