import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { LinkCandidates as Candidates, FullCase } from '#shared/api/full-case.ts'
import { showDate } from '#shared/domain/dates.ts'
import { isAnnulling } from '#shared/domain/outcome-kinds.ts'
import { hasRight } from '#shared/domain/permissions.ts'
import { upperFirst } from '#shared/domain/wording.ts'
import { decideLink, linkCandidatesQueryOptions } from '../api/case-details.ts'
import { currentUserQueryOptions } from '../api/session.ts'
import { LinkToCase } from '../filters/record-links.tsx'
import { useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import styles from '../ui/side.module.css'
import { linkReason, linkWords } from './instance-facts.tsx'
import own from './link-candidates.module.css'

export const LinkCandidateList = ({ one }: { one: FullCase }) => {
  const { data: user } = useQuery(currentUserQueryOptions)
  const { data } = useQuery(linkCandidatesQueryOptions(one.id))
  // Late content is placed below what loaded before.
  const isEarly = useIsFetching({ queryKey: ['similar-texts', one.id] }) > 0
  const titleId = useId()
  const mayDecide = user != null && hasRight(user, 'tag_editor')
  const refusable = mayDecide
    ? one.linked_cases.filter(({ stage, why }) => stage !== one.stage && why !== 'confirmed')
    : []
  if (!data || isEarly) return null
  const atHead = new Set(annullingReviews(one, data).map(({ id }) => id))
  const candidates = data.candidates.filter(({ id }) => !atHead.has(id))
  if (candidates.length + data.decided.length + refusable.length === 0) return null
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>{candidates.length > 0 ? 'Возможно, это же дело' : 'Связь инстанций'}</h3>
      {candidates.length > 0 && (
        <p className="quiet small">
          Подходит, но{'\u00a0'}не{'\u00a0'}наверняка: по{'\u00a0'}данным сайтов судов
        </p>
      )}
      <ul className={own.list}>
        {candidates.map(other => (
          <LinkCandidate
            key={other.id}
            one={one}
            other={other}
            words={linkReason(other)}
            acts={mayDecide ? linkDecisions : []}
          />
        ))}
        {refusable.map(other => (
          <LinkCandidate key={other.id} one={one} other={other} words={linkWords(other)} acts={[no]} />
        ))}
        {data.decided.map(other => (
          <LinkCandidate
            key={other.id}
            one={one}
            other={other}
            words={other.is_same ? 'связь подтверждена' : 'отмечено: другое дело'}
            acts={mayDecide ? [takeBack] : []}
          />
        ))}
      </ul>
    </section>
  )
}

/** Reviews that put the decision in question: shown at the head of the page. */
export const annullingReviews = (one: FullCase, { candidates }: Candidates): Candidates['candidates'] =>
  one.in_question
    ? candidates.filter(({ stage, result_type }) => stage === 2 && result_type !== null && isAnnulling(result_type))
    : []

type LinkDecision = { label: string; is_same: boolean | null; done: string }
const yes: LinkDecision = { label: 'Это оно', is_same: true, done: 'связано' }
const no: LinkDecision = { label: 'Другое дело', is_same: false, done: 'больше не предлагается' }
export const linkDecisions: readonly LinkDecision[] = [yes, no]
const takeBack: LinkDecision = { label: 'Снять отметку', is_same: null, done: 'отметка снята' }

type OtherCase = { id: number; case_number: string; stage: number; court: string; entry_date: string | null }

type Props = { one: FullCase; other: OtherCase; words: string; acts: readonly LinkDecision[] }
export const LinkCandidate = ({ one, other, words, acts }: Props) => {
  const client = useQueryClient()
  const { mutate, isPending } = useAct((act: LinkDecision) => decideLink(client, one.id, other.id, act.is_same), {
    done: (_, { done }) => `Дело № ${other.case_number}: ${done}.`,
  })
  return (
    <li className={styles.facts}>
      <LinkToCase id={other.id}>
        №{'\u00a0'}
        {other.case_number}
      </LinkToCase>
      <br />
      <span className="quiet small">
        {other.court}, {other.stage}-я{'\u00a0'}инстанция
        {other.entry_date && `, ${showDate(other.entry_date)}`}. {upperFirst(words)}.
      </span>
      {acts.length > 0 && (
        <span className={`screen-only acts ${own.acts}`}>
          {acts.map(act => (
            <Button
              key={act.label}
              disabled={isPending}
              aria-label={`${act.label}: № ${other.case_number}`}
              onClick={() => mutate(act)}
            >
              {act.label}
            </Button>
          ))}
        </span>
      )}
    </li>
  )
}
