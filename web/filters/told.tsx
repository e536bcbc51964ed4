import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ownDay } from '#shared/domain/dates.ts'
import { counted, showNumber } from '#shared/domain/wording.ts'
import {
  readUnread,
  refreshToday,
  setUnread,
  todaySummaryQueryOptions,
  unreadQueryOptions,
  unreadStream,
} from '../api/today.ts'
import { showToast } from '../ui/toasts.tsx'
import { rememberWatching } from './remembered.ts'
import styles from './told.module.css'

const newForms = ['новое изменение', 'новых изменения', 'новых изменений'] as const
/** The number in a menu item; `follows`: renders nothing, but keeps the number current. */
export const UnreadNumber = ({ follows }: { follows?: boolean }) => (follows ? <UnreadFollower /> : <ShownNumber />)

const ShownNumber = () => {
  const { data } = useQuery(unreadQueryOptions)
  return data && data.unread > 0 ? (
    <span className={styles.unread}>
      {data.unread > 999 ? '999+' : showNumber(data.unread)}
      <span className="sr"> непрочитанных</span>
    </span>
  ) : null
}

const pollEvery = 60_000

/**
 * Follows the number while the window is visible: by events of the server, or by polling every minute. Renders nothing.
 */
const UnreadFollower = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isTold = useStream(async unread => {
    // Requested together with the page, which is refetched only if the number has changed.
    const before = (await client.ensureQueryData(unreadQueryOptions)).unread
    setUnread(client, unread)
    if (before === unread) return
    void refreshToday(client)
    if (unread > before && location.pathname !== '/today')
      showToast(`В ваших делах ${counted(unread - before, newForms)}.`, {
        act: { label: 'Показать', run: () => void navigate({ to: '/today' }) },
      })
  })
  const { data } = useQuery({ ...unreadQueryOptions, refetchInterval: isTold ? false : pollEvery })
  const watches = data?.watches
  useEffect(() => {
    if (watches !== undefined) rememberWatching(watches)
  }, [watches])
  return null
}

/** Browsers limit connections per host: hidden windows keep none. */
const useStream = (onUnread: (unread: number) => Promise<void>): boolean => {
  const [isTold, setIsTold] = useState(false)
  const [latest] = useState({ onUnread })
  latest.onUnread = onUnread
  useEffect(() => {
    let source: EventSource | undefined
    const close = (): void => {
      source?.close()
      source = undefined
      setIsTold(false)
    }
    const follow = (): void => {
      if (document.visibilityState === 'hidden') {
        close()
        return
      }
      if (source !== undefined || typeof EventSource === 'undefined') return
      source = new EventSource(unreadStream)
      source.addEventListener('unread', ({ data }: MessageEvent<unknown>) => {
        const unread = readUnread(data)
        if (unread === undefined) return
        setIsTold(true)
        // Without the former number nothing can be concluded.
        latest.onUnread(unread).catch(() => undefined)
      })
      // A broken stream reconnects by itself; a refused one does not.
      source.addEventListener('error', () => setIsTold(false))
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      close()
    }
  }, [latest])
  return isTold
}

/** «Сегодня: 2 заседания, 7 изменений», above the list, for accounts that watch anything. */
export const TodayLine = () => {
  const { data } = useQuery(todaySummaryQueryOptions(ownDay()))
  if (!data?.watches) return '\u00a0'
  const said = [
    data.hearings > 0 && counted(data.hearings, ['заседание', 'заседания', 'заседаний']),
    data.unread > 0 && counted(data.unread, ['изменение', 'изменения', 'изменений']),
  ].filter(Boolean)
  return <Link to="/today">Сегодня: {said.length > 0 ? said.join(', ') : 'ни\u00a0заседаний, ни\u00a0изменений'}</Link>
}
