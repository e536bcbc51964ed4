import type { ReactNode } from 'react'
import { Sign } from '../ui/icon.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import styles from './gate.module.css'

/** The sheet before the door: what a guest sees while signing in or asking for an account. */
export const Gate = ({ busy, children }: { busy: boolean; children: ReactNode }) => (
  <main className={styles.gate} id="main" tabIndex={-1}>
    <ProgressLine active={busy} />
    <div>
      <p className={styles.brand}>
        <Sign />
        Судмонитор
      </p>
      {children}
    </div>
    <p className={styles.say}>
      <b>Находит, читает и отслеживает дела российских судов.</b> КоАП и УК, первая и вторая инстанция, все регионы.
    </p>
  </main>
)
