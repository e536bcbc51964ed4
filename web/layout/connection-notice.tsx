import { useSyncExternalStore } from 'react'
import { showMoment } from '#shared/domain/dates.ts'
import { isAway, shownSince, watchConnection } from '../api/connection.ts'
import styles from './connection-notice.module.css'

/** Shown during an outage, among the toasts, so that the page does not shift. */
export const ConnectionNotice = () => {
  const since = useSyncExternalStore(watchConnection, shownSince)
  return useSyncExternalStore(watchConnection, isAway) ? (
    <p className={styles.notice}>
      <span className={styles.dot} aria-hidden="true" />
      Нет связи{since ? `: сохранено ${showMoment(since)}` : ', пробуем снова'}
    </p>
  ) : null
}
