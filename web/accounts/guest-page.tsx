import type { ComponentProps, ReactNode } from 'react'
import { TextField } from '../ui/field.tsx'
import { Logo } from '../ui/icon.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import styles from './guest-page.module.css'

export const GuestPage = ({ busy, children }: { busy: boolean; children: ReactNode }) => (
  <main className={styles.page} id="main" tabIndex={-1}>
    <div className={styles.top}>
      <ProgressLine active={busy} />
    </div>
    <div>
      <p className={`brand ${styles.brand}`}>
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

export const UsernameField = (field: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField
    {...field}
    label="Имя пользователя"
    name="username"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    autoFocus
  />
)
