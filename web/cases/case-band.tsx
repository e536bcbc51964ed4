import { Link } from '@tanstack/react-router'
import type { FullCase } from '#shared/api/cases.ts'
import { dayIn, showDate } from '#shared/domain/dates.ts'
import { questionMark } from '#shared/domain/outcomes.ts'
import { possibleHearing, questionTitle, stageName } from '../filters/case-wording.ts'
import { caseOutcome } from '../filters/titles.ts'
import { Status, type StatusSign } from '../ui/status.tsx'
import styles from './case-band.module.css'
import { removedFromSite } from './case-history.ts'
import { caseStatus, reviewOf } from './case-status.ts'
import { daysAway, moscowDistance } from './court-time.ts'
import { useListOrigin } from './list-origin.ts'
import { penaltyBand, reviewedWords } from './penalty-parts.ts'

/** Five key facts. With two instances the state is that of the later one. */
export const CaseBand = ({ one, instances }: { one: FullCase; instances: readonly FullCase[] }) => {
  const from = useListOrigin()
  const latest =
    instances.findLast(({ state }) => state === 'is_planned') ??
    instances.findLast(instance => instance.last_scheduled_hearing_date) ??
    one
  const status = caseStatus(instances, dayIn(one.court.time_zone, new Date()))
  const review = one.stage === 1 ? reviewOf(instances) : undefined
  const gone = removedFromSite(one).find(({ what }) => what === 'text')
  const possible = latest.possible_hearing
  const day = possible?.date ?? latest.last_scheduled_hearing_date
  const time = possible?.time ?? latest.last_scheduled_hearing_time
  const zone = latest.court.time_zone
  return (
    <dl className={styles.band}>
      <div>
        <dt>Состояние</dt>
        <dd>
          <Status sign={status.sign}>{status.label}</Status>
        </dd>
        {status.detail && <dd>{status.detail}</dd>}
      </div>
      <div>
        <dt>
          {possible ? possibleHearing : latest.state === 'is_planned' ? 'Ближайшее заседание' : 'Последнее заседание'}
        </dt>
        <dd>{day ? `${showDate(day)}${time ? `, ${time}` : ''}` : '—'}</dd>
        {day && latest.state === 'is_planned' && (
          <dd>
            {[daysAway(day, dayIn(zone, new Date())), time && moscowDistance(zone, new Date(day))]
              .filter(Boolean)
              .join(', ')}
          </dd>
        )}
        {day && instances.length > 1 && latest.state !== 'is_planned' && <dd>{stageName(latest.stage)}</dd>}
      </div>
      <div>
        <dt>Результат</dt>
        <dd>
          {one.result_type ? (
            <Status sign={caseOutcome(one.result_type.title).sign} plain>
              {caseOutcome(one.result_type.title).short}
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
        {review && <dd>{review.words}</dd>}
      </div>
      <div data-long={(penaltyBand(one)?.more.length ?? 0) > 1 || undefined}>
        <dt>Наказание</dt>
        <Penalties
          one={one}
          later={review && instances.findLast(({ stage }) => stage === 2)}
          fate={one.annulled ? 'annulled' : review?.sign}
        />
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
          ) : gone ? (
            'Исчез с сайта'
          ) : (
            'Не опубликован'
          )}
        </dd>
        {gone && <dd>{showDate(dayIn('Europe/Moscow', new Date(gone.at)))}, прежний — в изменениях</dd>}
        {one.result_published_date && <dd>опубликован {showDate(one.result_published_date)}</dd>}
      </div>
    </dl>
  )
}

type Props = { one: FullCase; later: FullCase | undefined; fate: StatusSign | undefined }
/** `fate`: what a higher court has done to the penalties; `later`: its case. */
const Penalties = ({ one, later, fate }: Props) => {
  const band = penaltyBand(one)
  if (!band) return <dd>—</dd>
  const isChanged = fate === 'changed'
  const reviewed = isChanged ? reviewedWords(later) : ''
  return (
    <>
      <dd>{band.struck || fate === 'annulled' ? <s>{band.main}</s> : band.main}</dd>
      {band.more.map(line => (
        <dd key={line}>{line}</dd>
      ))}
      {fate === 'annulled' && <dd>отменено во второй инстанции</dd>}
      {one.in_question && <dd title={questionTitle}>{questionMark}</dd>}
      {isChanged && <dd>{['изменено во второй инстанции', reviewed].filter(Boolean).join(', ')}</dd>}
      {fate === undefined && one.appeal_date && <dd>обжаловано {showDate(one.appeal_date)}</dd>}
    </>
  )
}
