import { Link } from '@tanstack/react-router'
import type { FullCase } from '#shared/api/full-case.ts'
import { dayIn, showDate } from '#shared/domain/dates.ts'
import { CalendarButton } from '../filters/subscribing/calendar-button.tsx'
import { Subscribe } from '../filters/subscribing/subscribe-button.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { removedFromSite } from './case-history.ts'
import { useListOrigin } from './list-origin.ts'
import { hearingAhead, placeOfNext, whatIsNext } from './next-step.ts'
import styles from './next-step-line.module.css'

/** What matters next, as the largest text of a case, and what one does about it. */
export const NextStepLine = ({ one, instances }: { one: FullCase; instances: readonly FullCase[] }) => {
  const { court } = hearingAhead(instances)?.of ?? instances.at(-1) ?? one
  const { main, rest } = whatIsNext(instances, dayIn(court.time_zone, new Date()))
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
        <DecisionText one={one} />
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

const DecisionText = ({ one }: { one: FullCase }) => {
  const from = useListOrigin()
  const gone = removedFromSite(one).find(({ what }) => what === 'text')
  if (one.has_result_text)
    return (
      <>
        <Link
          to="/cases/text/$id"
          params={{ id: String(one.id) }}
          state={{ ...(from && { openedFrom: from }) }}
          className={`screen-only ${buttonClass()}`}
        >
          Читать решение
        </Link>
        {gone && <span className="quiet small">С сайта суда текст исчез, здесь он сохранён</span>}
      </>
    )
  if (one.result_text_url)
    return (
      <a href={one.result_text_url} rel="noopener noreferrer" target="_blank" className={buttonClass()}>
        Текст на сайте суда
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
