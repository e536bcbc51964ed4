import type { WireRecord } from '#shared/filters/wire.ts'
import { questionCount } from '../filters/question-wording.ts'
import { listAddress, useLinks } from './list-link.ts'

/** Beside figures of decisions: how many of these are perhaps annulled, as a link to the list. */
export const QuestionNote = ({ count, query }: { count: number; query: WireRecord }) => {
  const follow = useLinks()
  if (count === 0) return null
  return (
    <a
      href={listAddress({ ...query, in_question: 'true' })}
      onClick={event => {
        // Charts follow links in them as well.
        event.stopPropagation()
        follow(event)
      }}
    >
      {questionCount(count)}
    </a>
  )
}
