import type { ReactNode } from 'react'
import styles from './collection-page.module.css'
import { useTitle } from './title.ts'

type Props = { title: string; count: string | undefined; children: ReactNode }
export const CollectionPage = ({ title, count, children }: Props) => {
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
