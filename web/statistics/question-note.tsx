import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { questionMark } from '#shared/domain/outcomes.ts'
import { counted, plural } from '#shared/domain/wording.ts'
import { toQuery, type WireRecord } from '#shared/filters/wire.ts'

export const QuestionNote = ({ count, query }: { count: number; query: WireRecord }) => {
  const follow = useLinks()
  if (count === 0) return null
  return (
    <a
      href={listAddress({ ...query, in_question: 'true' })}
      onClick={event => {
        // Charts handle links inside them as well.
        event.stopPropagation()
        follow(event)
      }}
    >
      {questionCount(count)}
    </a>
  )
}

/** Hundreds of plain links with one shared listener. */
export const listAddress = (filters: WireRecord): string => `/?${toQuery({ ...filters, ordering: defaultOrdering })}`

export const useLinks = (): ((event: MouseEvent) => void) => {
  const navigate = useNavigate()
  return event => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    // Also ignores a dialog over the page, a file, another window, and handled clicks.
    if (event.defaultPrevented || link.hasAttribute('download') || link.target !== '') return
    event.preventDefault()
    void navigate({ href: link.getAttribute('href') ?? '/' })
  }
}

/** «12 дел под вопросом: решение, возможно, отменено» */
export const questionCount = (count: number): string =>
  `${counted(count, ['дело', 'дела', 'дел'])} ${questionMark}: ${plural(count, ['решение', 'решения', 'решения'])}, возможно, ${plural(count, ['отменено', 'отменены', 'отменены'])}`
