import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useSyncExternalStore } from 'react'
import { isAway, watchConnection } from '../api/connection.ts'
import { currentUserQueryOptions } from '../api/session.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageFailed } from '../ui/page-failed.tsx'
import { useTitle } from '../ui/title.ts'
import { MainLayout } from './main-layout.tsx'

/** Shown offline for a page that the installed application has not cached (decision 0097). */
const OfflinePage = () => {
  useTitle('Нет связи')
  return (
    <main id="main" tabIndex={-1} className="wrap">
      <PageFailed
        over={null}
        title="Нет связи"
        sentence="Эта страница на&nbsp;устройстве не&nbsp;сохранена: без связи читаются «Сегодня», избранное и&nbsp;дела из&nbsp;него. Когда связь появится, страница откроется сама."
      >
        <Link to="/today" className={buttonClass('main')}>
          Сегодня
        </Link>
        <Link to="/favorites" className={buttonClass()}>
          Избранное
        </Link>
      </PageFailed>
    </main>
  )
}

/** In place of a page that did not load. */
export const WhileAway = () => (useSyncExternalStore(watchConnection, isAway) ? <OfflinePage /> : null)
const Frame = ({ children }: { children: ReactNode }) => (
  <MainLayout user={useQueryClient().getQueryData(currentUserQueryOptions.queryKey) ?? null}>{children}</MainLayout>
)
/** The same before anything has loaded. */
export const FrameWhileAway = () => (
  <Frame>
    <WhileAway />
  </Frame>
)

/** Whether the page in the address was rendered without uncached data. */
let unkept = false
const listeners = new Set<() => void>()
const watch = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const setUnkept = (is: boolean): void => {
  unkept = is
  for (const listener of listeners) listener()
}
/** Wraps everything the router renders, and follows the address. */
export const UnlessUnkept = ({ children }: { children: ReactNode }) => {
  const is = useSyncExternalStore(watch, () => unkept)
  return (
    <>
      {is && (
        <Frame>
          <OfflinePage />
        </Frame>
      )}
      <div style={{ display: is ? 'none' : 'contents' }}>{children}</div>
    </>
  )
}
