import { useSyncExternalStore } from 'react'
import { showMoment } from '#shared/domain/dates.ts'
import { isAway, shownSince, watchConnection } from '../api/connection.ts'
import styles from './connection-notice.module.css'

/** While the server is away; it stands among the toasts, over the page, which does not move. */
export const ConnectionNotice = () => {
  const since = useSyncExternalStore(watchConnection, shownSince)
  return useSyncExternalStore(watchConnection, isAway) ? (
    <p className={styles.notice}>
      <span className={styles.dot} aria-hidden="true" />
      Нет связи{since ? `: сохранено ${showMoment(since)}` : ', пробуем снова'}
    </p>
  ) : null
}
