import { type ReactElement, useState } from 'react'
import type { Sending } from '#shared/domain/news.ts'
import type { Chip } from '#shared/filters/describe.ts'
import type { WatchedTarget } from '../../api/subscriptions.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const SubscriptionForm = lazyPart(() => import('./subscription-form.tsx'), 'SubscriptionForm')

type Props = {
  watched: WatchedTarget
  /** Words, or the filters. */
  what: string | readonly Pick<Chip, 'name' | 'label' | 'text'>[]
  sends?: Sending
  openedFirst?: boolean
  children: (button: { 'aria-haspopup': 'dialog'; onClick: () => void }) => ReactElement
}
/**
 * «Подписаться» for a list, a case or a person (§2): the button is there from the start, its form is loaded on opening.
 */
export const Subscribe = ({ watched, what, sends, openedFirst = false, children }: Props) => {
  const [opened, setOpened] = useState(openedFirst)
  return (
    <>
      {children({ 'aria-haspopup': 'dialog', onClick: () => setOpened(true) })}
      {opened && <SubscriptionForm watched={watched} what={what} sends={sends} onClose={() => setOpened(false)} />}
    </>
  )
}
