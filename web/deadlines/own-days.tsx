import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeadlinesAnswer, OwnDay } from '#shared/api/deadlines.ts'
import { firstYear, showDate } from '#shared/domain/dates.ts'
import { crimeSeverities } from '#shared/domain/deadlines/legal-term.ts'
import { keysOf } from '#shared/domain/keys-of.ts'
import { counted } from '#shared/domain/wording.ts'
import { sentenceOf } from '../api/api-error.ts'
import { writeOwnDays } from '../api/deadlines.ts'
import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { Select } from '../ui/field.tsx'
import styles from './deadlines.module.css'
import { daysWith, type Given, ownDayOf, unassignedDay, type Wanted, wantedDays } from './wanted-days.ts'

/** Facts that sites do not state, for the reader's own calculation. Saved as soon as they are chosen. */
export const OwnDays = ({ id, told }: { id: number; told: DeadlinesAnswer }) => {
  const client = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const wanted = wantedDays(told)
  const isLost = told.own_lost > 0
  if (wanted.length === 0 && !isLost) return null
  const unassigned = unassignedDay(told)
  const save = async (own: readonly OwnDay[]): Promise<void> => {
    setFailure(undefined)
    try {
      await writeOwnDays(client, id, own)
    } catch (error) {
      setFailure(sentenceOf(error))
    }
  }
  return (
    <div className={`screen-only ${styles.own}`}>
      {isLost && (
        <p className="small">
          {counted(told.own_lost, ['ваш день не\u00a0учтён', 'ваших дня не\u00a0учтены', 'ваших дней не\u00a0учтены'])}:
          лица с{'\u00a0'}таким именем на{'\u00a0'}карточке больше нет.
        </p>
      )}
      {unassigned !== undefined && (
        <p className="small">
          Вручение {showDate(unassigned)} вы указали без лица, а{'\u00a0'}на карточке их теперь несколько: этот день не
          {'\u00a0'}учтён. Укажите его у{'\u00a0'}того, кому вручили копию.{' '}
          <Button
            look="link"
            onClick={() => void save(told.own.filter(one => one.kind !== 'served' || one.person !== null))}
          >
            Убрать этот день
          </Button>
        </p>
      )}
      <div className={styles.days}>
        {wanted.map(of => (
          <Day
            key={`${of.kind} ${of.person}`}
            of={of}
            latest={told.today}
            value={ownDayOf(told, of)}
            onChange={given => void save(daysWith(told, of, given))}
            onWrong={() => setFailure(undefined)}
          />
        ))}
      </div>
      {failure !== undefined && (
        <p className="error small" role="alert">
          {failure}
        </p>
      )}
      {wanted.length > 0 && (
        <p className="quiet small">Этот день видите только вы: по{'\u00a0'}нему считаем для вас.</p>
      )}
    </div>
  )
}

type DayProps = {
  of: Wanted
  latest: string
  value: OwnDay | undefined
  onChange: (given: Given | undefined) => void
  onWrong: () => void
}
const Day = ({ of, latest, value, onChange, onWrong }: DayProps) => {
  const [wrong, setWrong] = useState<string>()
  return (
    <div className={styles.day}>
      <span className="quiet small">{of.label}</span>
      <DateField
        label={of.label}
        placeholder="дд.мм.гггг"
        value={value?.day}
        earliest={`${firstYear}-01-01`}
        latest={latest}
        invalid={wrong !== undefined}
        onChange={(day, unread) => {
          setWrong(unread)
          if (unread !== undefined) onWrong()
          else if (day !== value?.day)
            onChange(day === undefined ? undefined : { day, severity: value?.severity ?? null })
        }}
      />
      {wrong !== undefined && <p className="error small">{wrong}</p>}
      {of.isOfCrime && value !== undefined && (
        <Select
          aria-label="Тяжесть преступления"
          value={value.severity ?? ''}
          options={severities}
          onChange={severity => onChange({ day: value.day, severity: severity === '' ? null : severity })}
        />
      )}
    </div>
  )
}
const severities = [
  { value: '', label: 'Тяжесть: выберите' } as const,
  ...keysOf(crimeSeverities).map(value => ({ value, label: crimeSeverities[value] })),
]
