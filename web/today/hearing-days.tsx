import type { TodayHearing } from '#shared/api/today.ts'
import { calendarFile } from '../api/subscriptions.ts'
import { LinkToCase } from '../filters/record-links.tsx'
import { buttonClass } from '../ui/button.tsx'
import { LateIcon } from '../ui/late-icon.tsx'
import styles from './hearing-days.module.css'
import {
  clashLine,
  dayHeading,
  momentLine,
  namesOfWatched,
  numberLine,
  ownTime,
  placeLine,
  reasonOf,
} from './today-wording.ts'

export const HearingDays = ({ hearings, today }: { hearings: readonly TodayHearing[]; today: string }) =>
  [...Map.groupBy(hearings, ({ date }) => date)].map(([day, held]) => {
    const { title, rest } = dayHeading(day, today)
    return (
      <section key={day} aria-label={`${title}, ${rest}`}>
        <h3 className={styles.day}>
          {title} <span className="quiet">{rest}</span>
        </h3>
        <ol className={styles.list}>
          {held.map(one => (
            <Hearing key={`${one.case.id} ${one.time} ${one.title}`} one={one} isToday={day === today} />
          ))}
        </ol>
      </section>
    )
  })

const Hearing = ({ one, isToday }: { one: TodayHearing; isToday: boolean }) => {
  const { case: of, time, off, moved_from, clash, is_possible, title } = one
  const reason = reasonOf(of)
  const own = ownTime(one)
  const clock = time ?? 'день'
  return (
    <li data-off={off !== null || undefined} data-clash={clash !== null || undefined}>
      <div>
        {off ? (
          <del className={styles.time}>{clock}</del>
        ) : (
          <span className={styles.time} data-today={isToday || undefined}>
            {clock}
          </span>
        )}
        <span className="second">{time === null ? 'время не\u00a0указано' : off ? '' : own}</span>
      </div>
      <div>
        <LinkToCase id={of.id} className="strong">
          {namesOfWatched(of)}
        </LinkToCase>
        <span className="second">{numberLine(of)}</span>
        {reason && <span className="second">{reason}</span>}
      </div>
      <div>
        {of.court.title}
        <span className="second">{placeLine(one)}</span>
        <span className="second">{is_possible ? `Вероятно, заседание: ${title}` : title}</span>
      </div>
      <div className="screen-only">
        {off === null && (
          <a
            className={`${buttonClass('link')} small ${styles.calendar}`}
            href={calendarFile({ case: of.id }, [])}
            download="Заседания.ics"
            aria-label={`В календарь: ${namesOfWatched(of)}, ${momentLine(one)}`}
          >
            <LateIcon name="calendar" size={14} />
            В&nbsp;календарь
          </a>
        )}
      </div>
      {off && (
        <p className={styles.note}>
          {off.moved_to ? `Перенесено на\u00a0${momentLine(off.moved_to)}` : 'Заседание снято'}
        </p>
      )}
      {moved_from && (
        <p className={styles.note}>
          Перенесено: было <del>{momentLine(moved_from)}</del>
        </p>
      )}
      {clash && <p className={`doubt ${styles.note}`}>{clashLine(one)}</p>}
    </li>
  )
}
