import { useQuery } from '@tanstack/react-query'
import type { FullCase } from '#shared/api/cases.ts'
import { hasRight } from '#shared/domain/permissions.ts'
import { linkCandidatesQuery } from '../api/links.ts'
import { currentUserQuery } from '../api/session.ts'
import { questionSentence } from '../filters/question-wording.ts'
import styles from './case-gone.module.css'
import list from './link-candidates.module.css'
import { annullingReviews, LinkCandidate, linkDecisions, linkReason } from './link-candidates.tsx'

/** At the head of a case whose penalty has perhaps been annulled: by which review, and the buttons of whoever may decide. */
export const CaseQuestion = ({ one }: { one: FullCase }) => {
  const { data: user } = useQuery(currentUserQuery)
  const { data } = useQuery({ ...linkCandidatesQuery(one.id), enabled: one.in_question })
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
