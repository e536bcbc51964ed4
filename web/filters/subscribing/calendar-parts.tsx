import type { ReactNode } from 'react'
import { type Alarm, alarmChoices } from '#shared/api/other-programs.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { copyText } from '../../ui/clipboard.ts'
import { Labelled, TextInput } from '../../ui/field.tsx'
import styles from './calendar-button.module.css'

type AlarmProps = { alarms: readonly Alarm[]; onChange: (alarms: readonly Alarm[]) => void }
export const AlarmChoice = ({ alarms, onChange }: AlarmProps) => (
  <fieldset>
    <legend className="quiet small">Напомнить о заседании</legend>
    <div className={styles.alarms}>
      {alarmChoices.map(({ value, label }) => (
        <Checkbox
          key={value}
          checked={alarms.includes(value)}
          onChange={on => onChange(on ? [...alarms, value] : alarms.filter(one => one !== value))}
        >
          {label}
        </Checkbox>
      ))}
    </div>
  </fieldset>
)

type AddressProps = { label: string; value: string; children: ReactNode }
export const SecretAddress = ({ label, value, children }: AddressProps) => (
  <Labelled label={label} hint={children}>
    {(id, described) => (
      <div className="row">
        <TextInput
          {...described}
          id={id}
          className="grow"
          readOnly
          value={value}
          onChange={() => {}}
          onFocus={event => event.currentTarget.select()}
        />
        <Button onClick={() => void copyText(value, 'Ссылка скопирована.')} aria-label={`Скопировать: ${label}`}>
          Скопировать
        </Button>
      </div>
    )}
  </Labelled>
)

/** Without `PUBLIC_URL` the address may not be reachable from a phone. */
export const OnlyFromHere = () => (
  <p className="doubt">
    Такая ссылка откроется только там, где открывается эта страница: администратор не&nbsp;задал публичный адрес
    Судмонитора (PUBLIC_URL).
  </p>
)
