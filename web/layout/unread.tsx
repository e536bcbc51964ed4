import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { counted, showNumber } from '#shared/domain/wording.ts'
import { readUnread, refreshToday, setUnread, unreadQueryOptions, unreadStream } from '../api/today.ts'
import { rememberWatching } from '../filters/remembered.ts'
import { showToast } from '../ui/toasts.tsx'
import styles from './header.module.css'

const newForms = ['новое изменение', 'новых изменения', 'новых изменений'] as const
/** Of an entry of the menu. */
export const UnreadNumber = () => {
  const { data } = useQuery(unreadQueryOptions)
  return data && data.unread > 0 ? (
    <span className={styles.unread}>
      {data.unread > 999 ? '999+' : showNumber(data.unread)}
      <span className="sr"> непрочитанных</span>
    </span>
  ) : null
}

const pollEvery = 60_000

/** Follows the number while the window is seen: the server tells it, or is asked each minute. Draws nothing. */
export const UnreadFollower = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isTold = useStream(unread => {
    const before = client.getQueryData(unreadQueryOptions.queryKey)?.unread
    setUnread(client, unread)
    if (before === unread) return
    void refreshToday(client)
    if (before !== undefined && unread > before && location.pathname !== '/today')
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

/** A browser keeps few connections to one address: a window that is not seen keeps none. */
const useStream = (onUnread: (unread: number) => void): boolean => {
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
        latest.onUnread(unread)
      })
      // A broken one connects again by itself; one that is refused does not.
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
