import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeadlinesAnswer, OwnDay } from '#shared/api/deadlines.ts'
import { firstYear } from '#shared/domain/dates.ts'
import { counted } from '#shared/domain/wording.ts'
import { sentenceOf } from '../api/client.ts'
import { writeOwnDays } from '../api/deadlines.ts'
import { personName } from '../filters/case-wording.ts'
import { DateField } from '../ui/date-field.tsx'
import styles from './deadlines.module.css'

/** Days that sites do not tell, for the reader's own reckoning. Saved as soon as they are chosen. */
export const OwnDays = ({ id, told }: { id: number; told: DeadlinesAnswer }) => {
  const client = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const wanted = wantedDays(told)
  const isLost = told.own_lost > 0
  if (wanted.length === 0 && !isLost) return null
  const save = async (of: Wanted, day: string | undefined): Promise<void> => {
    const others = told.own.filter(one => !isOf(one, of))
    setFailure(undefined)
    try {
      await writeOwnDays(client, id, [
        ...others,
        ...(day === undefined ? [] : [{ kind: of.kind, person: of.person, day }]),
      ])
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
      <div className={styles.days}>
        {wanted.map(of => (
          <Day
            key={`${of.kind} ${of.person}`}
            of={of}
            latest={told.today}
            value={told.own.find(one => isOf(one, of))?.day}
            onChange={day => void save(of, day)}
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

type Wanted = Pick<OwnDay, 'kind' | 'person'> & { label: string }
const isOf = (one: OwnDay, of: Wanted): boolean => one.kind === of.kind && one.person === of.person

/** Of each accused where there are several; of the case otherwise. A day that was entered stays to be changed. */
function wantedDays({ deadlines, own, accused, is_decided }: DeadlinesAnswer): Wanted[] {
  const isMissing = (kind: 'served' | 'act') =>
    deadlines.some(one => one.missing === kind) || own.some(one => one.kind === kind)
  if (!is_decided) return isMissing('act') ? [{ kind: 'act', person: null, label: 'День нарушения' }] : []
  if (!isMissing('served')) return []
  if (accused.length < 2) return [{ kind: 'served', person: ownPerson(own), label: 'День вручения копии' }]
  return accused.map(({ ordinal, name, hidden }) => ({
    kind: 'served',
    person: ordinal,
    label: `День вручения: ${hidden ? name : personName(name)}`,
  }))
}
/** Entered when the card listed several. */
const ownPerson = (own: readonly OwnDay[]): number | null => own.find(({ kind }) => kind === 'served')?.person ?? null

type DayProps = { of: Wanted; latest: string; value: string | undefined; onChange: (day: string | undefined) => void }
const Day = ({ of, latest, value, onChange }: DayProps) => {
  const [wrong, setWrong] = useState<string>()
  return (
    <div className={styles.day}>
      <span className="quiet small">{of.label}</span>
      <DateField
        label={of.label}
        placeholder="дд.мм.гггг"
        value={value}
        earliest={`${firstYear}-01-01`}
        latest={latest}
        invalid={wrong !== undefined}
        onChange={(day, unread) => {
          setWrong(unread)
          if (unread === undefined && day !== value) onChange(day)
        }}
      />
      {wrong !== undefined && <p className="error small">{wrong}</p>}
    </div>
  )
}
