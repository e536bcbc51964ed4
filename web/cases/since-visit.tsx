import type { FullCase } from '#shared/api/cases.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { buttonClass } from '../ui/button.tsx'
import { cardRevisions, newInstances, newsWords } from './case-history.ts'
import styles from './since-visit.module.css'

/** What a person who has been here before wants to know first. Who opens the case for the first time is told nothing. */
export const SinceVisit = ({ one, instances }: { one: FullCase; instances: readonly FullCase[] }) => {
  const since = one.previous_visit_at
  if (since === null) return null
  const fresh = newInstances(
    instances.filter(({ id }) => id !== one.id),
    since,
  )
  const news = [
    ...fresh.map(({ stage }) => `дело ${stage === 1 ? 'первой' : 'второй'} инстанции`),
    ...newsWords(cardRevisions(instances, since), instances.length > 1),
  ]
  return (
    <p className={`screen-only ${styles.since}`} data-news={news.length > 0 || undefined}>
      {news.length > 0 ? (
        <>
          Новое с вашего прошлого посещения {showMoment(since)}: {news.join(', ')}.{' '}
          {fresh.length < news.length && <ToChanges />}
        </>
      ) : (
        <>С вашего прошлого посещения {showMoment(since)} ничего не изменилось.</>
      )}
    </p>
  )
}

/** Not an address: the way back to the list would be lost with it. */
export const ToChanges = ({ children = 'Что именно' }: { children?: string }) => (
  <button
    type="button"
    className={buttonClass('link')}
    onClick={() => {
      const heading = document.getElementById('changes')
      heading?.scrollIntoView({ block: 'start' })
      heading?.focus({ preventScroll: true })
    }}
  >
    {children}
  </button>
)
