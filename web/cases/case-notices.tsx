import { useQuery } from '@tanstack/react-query'
import type { FullCase } from '#shared/api/full-case.ts'
import { dayIn, showDate, showMoment } from '#shared/domain/dates.ts'
import { hasRight } from '#shared/domain/permissions.ts'
import { linkCandidatesQueryOptions } from '../api/case-details.ts'
import { currentUserQueryOptions } from '../api/session.ts'
import { buttonClass } from '../ui/button.tsx'
import { cardRevisions, newInstances, newsWords, type RemovedFromSite, removedFromSite } from './case-history.ts'
import styles from './case-notices.module.css'
import { linkReason } from './instance-facts.tsx'
import list from './link-candidates.module.css'
import { annullingReviews, LinkCandidate, linkDecisions } from './link-candidates.tsx'

export const CaseGone = ({ instances }: { instances: readonly FullCase[] }) =>
  instances.map(one => {
    const vanished = removedFromSite(one)
    if (vanished.length === 0) return null
    return (
      <p key={one.id} className={styles.gone}>
        {goneSentence(vanished, instances.length > 1 ? one.stage : undefined)}{' '}
        {vanished.some(({ what }) => what !== 'card') && (
          <span className="screen-only">
            <ToChanges>Что было</ToChanges>
          </span>
        )}
      </p>
    )
  })

const names: Readonly<Record<RemovedFromSite['what'], string>> = {
  card: 'карточка',
  text: 'текст решения',
  penalty: 'наказание',
  result: 'результат',
  names: 'имена лиц',
}

/** «Исчезло с сайта суда: карточка (21 ноября 2026), текст решения (20 ноября 2026). Здесь сохранено прежнее.» */
export const goneSentence = (vanished: readonly RemovedFromSite[], stage: 1 | 2 | undefined): string => {
  const parts = vanished.map(({ what, at }) => `${names[what]} (${showDate(dayIn('Europe/Moscow', new Date(at)))})`)
  const whose = stage === undefined ? '' : `, ${stage}-я\u00a0инстанция`
  return `Исчезло с сайта суда${whose}: ${parts.join(', ')}. Здесь сохранено прежнее.`
}

export const CaseQuestion = ({ one }: { one: FullCase }) => {
  const { data: user } = useQuery(currentUserQueryOptions)
  const { data } = useQuery({ ...linkCandidatesQueryOptions(one.id), enabled: one.in_question })
  if (!one.in_question) return null
  const reviews = data ? annullingReviews(one, data) : []
  const acts = user != null && hasRight(user, 'tag_editor') ? linkDecisions : []
  return (
    <section className={styles.gone} aria-label="Решение под вопросом">
      <p>{questionSentence(reviews)}</p>
      <ul className={list.list}>
        {reviews.map(other => (
          <LinkCandidate key={other.id} one={one} other={other} words={linkReason(other)} acts={acts} />
        ))}
      </ul>
    </section>
  )
}

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

/** A button instead of a link: a fragment in the address would lose the way back to the list. */
const ToChanges = ({ children = 'Что именно' }: { children?: string }) => (
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

const space = '\u00a0'
type Review = { case_number: string; court: string }
/** «Под вопросом: похоже, это решение отменено — дело № 7-12/2026, Вымышленский краевой суд. Связь не подтверждена.» */
export const questionSentence = (reviews: readonly Review[]): string => {
  const which = reviews.map(({ case_number, court }) => `№${space}${case_number}, ${court}`).join('; ')
  const where = which === '' ? '' : ` — ${reviews.length > 1 ? 'дела' : 'дело'} ${which}`
  return `Под${space}вопросом: похоже, это решение отменено${where}. Связь не${space}подтверждена, по${space}данным сайтов судов.`
}
