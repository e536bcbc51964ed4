import type { ReactNode } from 'react'
import styles from './collection-page.module.css'
import { useTitle } from './title.ts'

export const CollectionPage = ({
  title,
  count,
  children,
}: {
  title: string
  count: string | undefined
  children: ReactNode
}) => {
  useTitle(title)
  return (
    <main id="main" tabIndex={-1} className="wrap page">
      <header className={styles.head}>
        <h1>{title}</h1>
        <p className="quiet">{count ?? '\u00a0'}</p>
      </header>
      {children}
    </main>
  )
}

export const EmptyCollection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.empty}>
    <h2>{title}</h2>
    {children}
  </section>
)
