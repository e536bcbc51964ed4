import { useSyncExternalStore } from 'react'
import { isAway, watchConnection } from '../api/connection.ts'
import styles from './connection-notice.module.css'

/** While the server is away; it stands among the toasts, over the page, which does not move. */
export const ConnectionNotice = () =>
  useSyncExternalStore(watchConnection, isAway) ? (
    <p className={styles.notice}>
      <span className={styles.dot} aria-hidden="true" />
      Нет связи, пробуем снова
    </p>
  ) : null
