import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { currentUserQuery, logIn } from '../api/session.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Labelled, TextInput } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useTitle } from '../ui/title.ts'
import { farewells } from './farewell.ts'
import styles from './gate.module.css'
import { Gate } from './gate.tsx'
import { useForm } from './use-form.ts'

/** Signing in; `next` is the local path to return to. */
export const LoginPage = ({ next }: { next: string }) => {
  useTitle('Вход')
  const client = useQueryClient()
  const router = useRouter()
  const farewell = useRouterState({ select: state => state.location.state.farewell })
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const { form, errors, busy } = useForm(['username', 'password'], async () => {
    await logIn(username, password)
    client.clear()
    await client.ensureQueryData(currentUserQuery)
    await router.navigate({ href: next, replace: true })
  })

  return (
    <Gate busy={busy}>
      <h1>Вход</h1>
      <form className={styles.form} {...form}>
        {errors.form && <Alert>{errors.form}</Alert>}
        {farewell && !errors.form && (
          <p className={styles.farewell} role="status">
            {farewells[farewell]}
          </p>
        )}
        <Labelled label="Имя пользователя" error={errors.fields.username}>
          {(id, described) => (
            <TextInput
              {...described}
              id={id}
              name="username"
              value={username}
              onChange={setUsername}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
            />
          )}
        </Labelled>
        <PasswordField
          label="Пароль"
          name="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          error={errors.fields.password}
        />
        <Button look="main" type="submit" aria-disabled={busy || undefined}>
          Войти
        </Button>
      </form>
      <p className={styles.note}>
        Нет учётной записи? <Link to="/signup">Зарегистрироваться</Link>. Доступ открывает администратор.
      </p>
    </Gate>
  )
}
