import { Link } from '@tanstack/react-router'
import { showDate } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './as-of-line.module.css'

/** What is shown is not what is known now. `filters`: of cases, whose changes since that day can be told. */
export const AsOfLine = ({ day, filters, onNow }: Props) =>
  day !== undefined && (
    <p className={styles.line} role="status">
      <Icon name="calendar" />
      <span>Так было известно к&nbsp;концу дня {showDate(day)}. Что стало известно позже, не&nbsp;учтено.</span>
      {filters && day < today() && (
        <Link to="/cases/changes" search={{ ...filters, from: day, to: today() }} className={buttonClass('bare')}>
          Что изменилось с&nbsp;тех пор
        </Link>
      )}
      <Button look="bare" onClick={onNow}>
        К&nbsp;сегодняшнему
      </Button>
    </p>
  )
type Props = { day: string | undefined; filters?: WireRecord; onNow: () => void }
