import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FullCase } from '#shared/api/full-case.ts'
import { dayIn, showDate } from '#shared/domain/dates.ts'
import { deadlinesQueryOptions } from '../api/deadlines.ts'
import { CalendarButton } from '../filters/subscribing/calendar-button.tsx'
import { Subscribe } from '../filters/subscribing/subscribe-button.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { removedFromSite } from './case-history.ts'
import { useListOrigin } from './list-origin.ts'
import { hearingAhead, nearestDeadline, placeOfNext, whatIsNext } from './next-step.ts'
import styles from './next-step-line.module.css'

/** The next step in a matter, as the largest text of a case, and the action it suggests. */
export const NextStepLine = ({
  one,
  instances,
  deadlinesOf,
}: {
  one: FullCase
  instances: readonly FullCase[]
  deadlinesOf: number
}) => {
  const { data, isPending } = useQuery(deadlinesQueryOptions(deadlinesOf))
  const { court } = hearingAhead(instances)?.of ?? instances.at(-1) ?? one
  const today = dayIn(court.time_zone, new Date())
  const { main, rest } = whatIsNext(instances, today, isPending ? '' : nearestDeadline(data?.deadlines ?? [], today))
  const place = placeOfNext(instances)
  return (
    <section className={styles.next} aria-label="Что дальше">
      <p className={styles.sentence}>
        <b>
          {main}
          {rest && ','}
        </b>{' '}
        {rest}
      </p>
      {place && <p className="quiet">{place}</p>}
      <div className={`acts ${styles.acts}`}>
        <DecisionText one={one} instances={instances} />
        <span className="screen-only row">
          <CalendarButton watched={{ case: one.id }} align="start" />
          <Subscribe watched={{ case: one.id }} what={`Дело ${one.case_number}, ${one.court.title}`}>
            {button => (
              <Button {...button} title="Узнавать о новостях этого дела">
                <Icon name="bell" />
                Следить
              </Button>
            )}
          </Subscribe>
        </span>
      </div>
    </section>
  )
}

/** Of the latest instance with a text: the case itself, or its review. */
const DecisionText = ({ one, instances }: { one: FullCase; instances: readonly FullCase[] }) => {
  const from = useListOrigin()
  const of = instances.findLast(each => each.has_result_text) ?? instances.findLast(each => each.result_text_url) ?? one
  const which =
    of.id === instances.at(-1)?.id || instances.length < 2 ? '' : ` ${of.stage === 1 ? 'первой' : 'второй'} инстанции`
  const gone = removedFromSite(of).find(({ what }) => what === 'text')
  if (of.has_result_text)
    return (
      <>
        <Link
          to="/cases/text/$id"
          params={{ id: String(of.id) }}
          state={{ ...(from && { openedFrom: from }) }}
          className={`screen-only ${buttonClass()}`}
        >
          Читать решение{which}
        </Link>
        {gone && <span className="quiet small">С сайта суда текст исчез, здесь он сохранён</span>}
      </>
    )
  if (of.result_text_url)
    return (
      <a href={of.result_text_url} rel="noopener noreferrer" target="_blank" className={buttonClass()}>
        Текст{which} на сайте суда
      </a>
    )
  if (gone)
    return (
      <span className="quiet small">
        Текст решения исчез с сайта {showDate(dayIn('Europe/Moscow', new Date(gone.at)))}, прежний — в изменениях
      </span>
    )
  return one.result_type && <span className="quiet small">Текст решения не опубликован</span>
}
