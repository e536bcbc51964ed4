import type { ReactNode } from 'react'
import styles from './page-failed.module.css'

/** In the place of a page that is not there or did not load: what it is, why, and the ways on. */
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
