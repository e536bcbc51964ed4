import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../api/client.ts'
import { currentUserQueryOptions, logIn } from '../api/session.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useTitle } from '../ui/title.ts'
import styles from './guest-page.module.css'
import { GuestPage, UsernameField } from './guest-page.tsx'
import { signOutNotices } from './sign-out-notice.ts'
import { useForm } from './use-form.ts'

export const LoginPage = ({ next }: { next: string }) => {
  useTitle('Вход')
  const client = useQueryClient()
  const router = useRouter()
  const signOutNotice = useRouterState({ select: state => state.location.state.signOutNotice })
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string>()
  const { form, errors, busy } = useForm(['username', 'password', 'code'], async () => {
    try {
      await logIn({ username, password, ...(code !== undefined && { code }) })
    } catch (failure) {
      if (code !== undefined || !(failure instanceof ApiError) || failure.fields.code === undefined) throw failure
      // The password is right, and the account wants a code besides.
      setCode('')
      return
    }
    client.clear()
    await client.ensureQueryData(currentUserQueryOptions)
    await router.navigate({ href: next, replace: true })
  })

  return (
    <GuestPage busy={busy}>
      <h1>Вход</h1>
      <form className="stack" {...form}>
        {errors.form && <Alert>{errors.form}</Alert>}
        {signOutNotice && !errors.form && (
          <p className={styles.signOutNotice} role="status">
            {signOutNotices[signOutNotice]}
          </p>
        )}
        <UsernameField error={errors.fields.username} value={username} onChange={setUsername} />
        <PasswordField
          label="Пароль"
          name="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          error={errors.fields.password}
        />
        {code !== undefined && (
          <TextField
            label="Код из приложения"
            hint="Или код восстановления, если приложения под рукой нет."
            name="code"
            value={code}
            onChange={setCode}
            autoComplete="one-time-code"
            spellCheck={false}
            autoFocus
            error={errors.fields.code}
          />
        )}
        <Button look="main" type="submit" busy={busy}>
          Войти
        </Button>
      </form>
      <p className={`quiet small ${styles.note}`}>
        Нет учётной записи? <Link to="/signup">Зарегистрироваться</Link>. Доступ открывает администратор.
      </p>
    </GuestPage>
  )
}
