import type { ReactNode } from 'react'
import styles from './alert.module.css'
import { Icon } from './icon.tsx'

export const Alert = ({ children }: { children: ReactNode }) => (
  <div className={styles.alert} role="alert">
    <Icon name="info" />
    <div>{children}</div>
  </div>
)
