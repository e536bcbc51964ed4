import type { ReactNode } from 'react'
import { TextField } from '../ui/field.tsx'
import { Logo } from '../ui/icon.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import styles from './guest-page.module.css'

export const GuestPage = ({ busy, children }: { busy: boolean; children: ReactNode }) => (
  <main className={styles.page} id="main" tabIndex={-1}>
    <ProgressLine active={busy} />
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

type FieldProps = { value: string; onChange: (value: string) => void; error: string | undefined; hint?: string }
export const UsernameField = ({ value, onChange, error, hint }: FieldProps) => (
  <TextField
    label="Имя пользователя"
    hint={hint}
    error={error}
    name="username"
    value={value}
    onChange={onChange}
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    autoFocus
  />
)
