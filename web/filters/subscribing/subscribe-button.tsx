import { lazy, type ReactElement, Suspense, useState } from 'react'
import type { WatchedTarget } from '../../api/subscriptions.ts'

const SubscriptionForm = lazy(() =>
  import('./subscription-form.tsx').then(module => ({ default: module.SubscriptionForm })),
)

/** «Подписаться» of a list, a case, a person (§2): the button is there from the start, its form comes when it is opened. */
export const Subscribe = ({
  watched,
  what,
  openedFirst = false,
  children,
}: {
  watched: WatchedTarget
  what: string
  openedFirst?: boolean
  children: (button: { 'aria-haspopup': 'dialog'; onClick: () => void }) => ReactElement
}) => {
  const [opened, setOpened] = useState(openedFirst)
  return (
    <>
      {children({ 'aria-haspopup': 'dialog', onClick: () => setOpened(true) })}
      <Suspense fallback={null}>
        {opened && <SubscriptionForm watched={watched} what={what} onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  )
}
