import { useState } from 'react'
import type { Alarm } from '#shared/api/other-programs.ts'
import { calendarFile, makeCalendar, type WatchedTarget, withAlarms } from '../../api/subscriptions.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LateIcon } from '../../ui/late-icon.tsx'
import { Popover } from '../../ui/popover.tsx'
import { useAct } from '../use-act.ts'
import styles from './calendar-button.module.css'
import { AlarmChoice, OnlyFromHere, SecretAddress } from './calendar-parts.tsx'

/** Hearings of a case, person or list as a calendar: a file as of today, or a live address (decision 0036). */
type Props = { watched: WatchedTarget; align?: 'start' | 'end'; label?: string }
export const CalendarButton = ({ watched, align = 'end', label = 'В календарь' }: Props) => {
  const [alarms, setAlarms] = useState<readonly Alarm[]>([])
  const making = useAct(() => makeCalendar(watched))
  return (
    <Popover
      label="Заседания в календарь"
      align={align}
      target={button => (
        <Button {...button} title="Заседания — в календарь телефона или компьютера">
          <LateIcon name="calendar" />
          {label}
        </Button>
      )}
    >
      {() => (
        <div className={styles.panel}>
          <AlarmChoice alarms={alarms} onChange={setAlarms} />
          <p className="small">
            <a className={buttonClass()} href={calendarFile(watched, alarms)} download="Заседания.ics">
              <Icon name="download" />
              Файл на сегодня
            </a>
          </p>
          {making.data ? (
            <>
              <SecretAddress label="Обновляемый календарь" value={withAlarms(making.data.calendar, alarms)}>
                Добавьте её как «календарь по ссылке»: заседания переносятся и снимаются сами.
              </SecretAddress>
              {making.data.is_public || <OnlyFromHere />}
              <p className="quiet small">
                Кто знает ссылку, тот видит заседания без входа. Отозвать её можно в подписке: «Ленты и календарь».
              </p>
            </>
          ) : (
            <>
              <Button busy={making.isPending} onClick={() => making.mutate()}>
                <Icon name="link" />
                Обновляемый календарь
              </Button>
              <p className="quiet small">
                Ссылка для календаря: перенесённые и снятые заседания меняются в нём сами. Держится на подписке: если её
                нет, она появится и будет сообщать новости на странице «Сегодня».
              </p>
            </>
          )}
        </div>
      )}
    </Popover>
  )
}
