import type { ReactNode, Ref } from 'react'
import styles from './parted-page.module.css'
import { useTitle } from './title.ts'

export const PartedPage = ({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) => {
  useTitle(title)
  return (
    <main id="main" tabIndex={-1} className={`wrap page ${styles.page}`}>
      <h1>{title}</h1>
      <p className={`prose ${styles.lead}`}>{lead}</p>
      {children}
    </main>
  )
}

type PagePartProps = {
  id: string
  title: ReactNode
  /** Takes the focus when the focused element is gone. */
  headingRef?: Ref<HTMLHeadingElement>
  acts?: ReactNode
  /** Its length is not known yet: what follows waits, instead of being moved. */
  busy?: boolean
  children: ReactNode
}
export const PagePart = ({ id, title, headingRef, acts, busy, children }: PagePartProps) => (
  <section className={styles.part} aria-labelledby={id} aria-busy={busy}>
    <header>
      <h2 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
        {title}
      </h2>
      {acts}
    </header>
    {children}
  </section>
)
