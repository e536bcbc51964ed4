import type { ReactNode } from 'react'
import styles from './status.module.css'

/** A distinct glyph, then words; colour is the third cue. `plain`: only the glyph is coloured. */
export type StatusSign =
  | 'next'
  | 'past'
  | 'none'
  | 'penalty'
  | 'terminated'
  | 'annulled'
  | 'returned'
  | 'changed'
  | 'same'
  | 'open'
  | 'other'

export const Status = ({ sign, plain, children }: { sign: StatusSign; plain?: boolean; children: ReactNode }) => (
  <span className={styles.status} data-sign={sign} data-plain={plain || undefined}>
    <span>{children}</span>
  </span>
)
