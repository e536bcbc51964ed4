import type { ReactNode } from 'react'
import { Logo } from '../ui/icon.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import styles from './guest-page.module.css'

export const GuestPage = ({ busy, children }: { busy: boolean; children: ReactNode }) => (
  <main className={styles.page} id="main" tabIndex={-1}>
    <ProgressLine active={busy} />
    <div>
      <p className={styles.brand}>
        <Logo />
        Судмонитор
      </p>
      {children}
    </div>
    <p className={styles.say}>
      <b>Находит, читает и отслеживает дела российских судов.</b> КоАП и УК, первая и вторая инстанция, все регионы.
    </p>
  </main>
)
