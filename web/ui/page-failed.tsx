import type { ReactNode } from 'react'
import styles from './page-failed.module.css'

export const PageFailed = ({
  over,
  title,
  sentence,
  children,
}: {
  over: string
  title: string
  sentence: string
  children: ReactNode
}) => (
  <section className={styles.failed} role="alert">
    <p className="faint">{over}</p>
    <h1>{title}</h1>
    <p>{sentence}</p>
    <div className="row">{children}</div>
  </section>
)
