import { Link } from '@tanstack/react-router'
import type { FullCase } from '#shared/api/cases.ts'
import { showDate } from '#shared/domain/dates.ts'
import { Status } from '../ui/status.tsx'
import styles from './case-band.module.css'
import { isImposed, penaltyText } from './case-wording.ts'
import { dayAt, daysAway, moscowDistance } from './court-time.ts'
import { useOpenedFrom } from './neighbours.ts'
import { outcomeOf } from './outcome.ts'
import { reviewOf, standingOf } from './standing.ts'

/** Five facts a person opens a case for. With two instances the state is that of the later one. */
export const CaseBand = ({ one, instances }: { one: FullCase; instances: readonly FullCase[] }) => {
  const from = useOpenedFrom()
  const latest = instances.findLast(instance => instance.state === 'is_planned') ?? one
  const standing = standingOf(instances, dayAt(new Date(), one.court.time_zone))
  const review = reviewOf(instances)
  const day = latest.last_scheduled_hearing_date
  const zone = latest.court.time_zone
  const penalties = one.penalties.filter(isImposed)
  return (
    <dl className={styles.band}>
      <div>
        <dt>Состояние</dt>
        <dd>
          <Status sign={standing.sign}>{standing.label}</Status>
        </dd>
        {standing.detail && <dd>{standing.detail}</dd>}
      </div>
      <div>
        <dt>{latest.state === 'is_planned' ? 'Ближайшее заседание' : 'Последнее заседание'}</dt>
        <dd>
          {day
            ? `${showDate(day)}${latest.last_scheduled_hearing_time ? `, ${latest.last_scheduled_hearing_time}` : ''}`
            : '—'}
        </dd>
        {day && latest.state === 'is_planned' && (
          <dd>
            {[
              daysAway(day, dayAt(new Date(), zone)),
              latest.last_scheduled_hearing_time && moscowDistance(zone, new Date(day)),
            ]
              .filter(Boolean)
              .join(', ')}
          </dd>
        )}
      </div>
      <div>
        <dt>Результат</dt>
        <dd>
          {one.result_type ? (
            <Status sign={outcomeOf(one.result_type.title).sign} plain>
              {outcomeOf(one.result_type.title).short}
            </Status>
          ) : (
            <Status sign="open">{one.result_date ? 'Решено' : 'Рассматривается'}</Status>
          )}
        </dd>
        {one.result_date && (
          <dd>
            {showDate(one.result_date)}
            {one.result_valid_date && `, вступило в силу ${showDate(one.result_valid_date)}`}
          </dd>
        )}
        {review && one.stage === 1 && <dd>{review}</dd>}
      </div>
      <div>
        <dt>Наказание</dt>
        <dd>{penalties[0] ? penaltyText(penalties[0]) : '—'}</dd>
        {penalties.length > 1 && <dd>{penalties.slice(1).map(penaltyText).join(', ')}</dd>}
        {penalties.length > 0 && one.appeal_date && <dd>обжаловано {showDate(one.appeal_date)}</dd>}
      </div>
      <div>
        <dt>Текст решения</dt>
        <dd>
          {one.has_result_text ? (
            <Link to="/cases/text/$id" params={{ id: String(one.id) }} state={{ ...(from && { openedFrom: from }) }}>
              Читать
            </Link>
          ) : one.result_text_url ? (
            <a href={one.result_text_url} rel="noopener noreferrer" target="_blank">
              На сайте суда
            </a>
          ) : (
            'Не опубликован'
          )}
        </dd>
        {one.result_published_date && <dd>опубликован {showDate(one.result_published_date)}</dd>}
      </div>
    </dl>
  )
}
