import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '../api/client.ts'
import { currentUserQuery, logIn } from '../api/session.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Labelled, TextInput } from '../ui/field.tsx'
import { Sign } from '../ui/icon.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import { useTitle } from '../ui/title.ts'
import styles from './login-page.module.css'

/** Signing in; `next` is the local path to return to. */
export const LoginPage = ({ next }: { next: string }) => {
  useTitle('Вход')
  const client = useQueryClient()
  const router = useRouter()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [seen, setSeen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await logIn(username.trim(), password)
      client.clear()
      await client.ensureQueryData(currentUserQuery)
      await router.navigate({ href: next, replace: true })
    } catch (failure) {
      setError(sentenceOf(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <main className={styles.gate} id="main">
      <ProgressLine active={busy} />
      <div>
        <p className={styles.brand}>
          <Sign />
          Судмонитор
        </p>
        <h1>Вход</h1>
        <form className={styles.form} onSubmit={submit}>
          {error && <Alert>{error}</Alert>}
          <Labelled label="Имя пользователя">
            {id => (
              <TextInput
                id={id}
                value={username}
                onChange={setUsername}
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                required
                autoFocus
              />
            )}
          </Labelled>
          <Labelled label="Пароль">
            {id => (
              <TextInput
                id={id}
                type={seen ? 'text' : 'password'}
                value={password}
                onChange={setPassword}
                autoComplete="current-password"
                required
                after={
                  <Button
                    look="bare"
                    className={styles.see}
                    aria-label={seen ? 'Скрыть пароль' : 'Показать пароль'}
                    onClick={() => setSeen(!seen)}
                  >
                    {seen ? 'Скрыть' : 'Показать'}
                  </Button>
                }
              />
            )}
          </Labelled>
          <Button look="main" type="submit" aria-disabled={busy || undefined}>
            Войти
          </Button>
        </form>
        <p className={styles.note}>Доступ открывает администратор.</p>
      </div>
      <p className={styles.say}>
        <b>Находит, читает и отслеживает дела российских судов.</b> КоАП и УК, первая и вторая инстанция, все регионы.
      </p>
    </main>
  )
}
