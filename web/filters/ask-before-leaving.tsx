import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { Confirm } from '../ui/confirm.tsx'

/** For what is shown once: leaving its page, or closing the tab, asks first. */
export const AskBeforeLeaving = ({ title, children }: { title: string; children: ReactNode }) => {
  const { history } = useRouter()
  const [answer, setAnswer] = useState<(mustStay: boolean) => void>()
  // Not `useBlocker`: it would be part of the first load.
  useEffect(
    () =>
      history.block({
        blockerFn: ({ currentLocation, nextLocation }) =>
          currentLocation.pathname !== nextLocation.pathname &&
          new Promise<boolean>(resolve => setAnswer(() => resolve)).finally(() => setAnswer(undefined)),
      }),
    [history],
  )
  return (
    <Confirm
      opened={answer !== undefined}
      title={title}
      act="Уйти"
      onAct={() => answer?.(false)}
      onClose={() => answer?.(true)}
    >
      {children}
    </Confirm>
  )
}
