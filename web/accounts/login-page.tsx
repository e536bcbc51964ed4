import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { currentUserQueryOptions, logIn } from '../api/session.ts'
import { Form, useForm } from '../filters/form.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useTitle } from '../ui/title.ts'
import styles from './guest-page.module.css'
import { GuestPage, UsernameField } from './guest-page.tsx'
import { signOutNotices } from './sign-out-notice.ts'

export const LoginPage = ({ next }: { next: string }) => {
  useTitle('Вход')
  const client = useQueryClient()
  const router = useRouter()
  const signOutNotice = useRouterState({ select: state => state.location.state.signOutNotice })
  const [asksCode, setAsksCode] = useState(false)
  const { form, field, busy } = useForm({ username: '', password: '', code: '' }, async ({ code, ...known }) => {
    try {
      await logIn({ ...known, ...(asksCode && { code }) })
    } catch (failure) {
      if (asksCode || !(failure instanceof ApiError) || failure.fields.code === undefined) throw failure
      // The password is right, and the account needs a code as well.
      setAsksCode(true)
      return
    }
    client.clear()
    await client.ensureQueryData(currentUserQueryOptions)
    const { hash } = router.state.location
    await router.navigate({ href: hash === '' ? next : `${next}#${hash}`, replace: true })
  })

  return (
    <GuestPage busy={busy}>
      <h1>Вход</h1>
      <Form of={form} className="stack">
        {signOutNotice && !form.trouble && (
          <p className={styles.signOutNotice} role="status">
            {signOutNotices[signOutNotice]}
          </p>
        )}
        <UsernameField {...field('username')} />
        <PasswordField {...field('password')} label="Пароль" autoComplete="current-password" />
        {asksCode && (
          <TextField
            {...field('code')}
            label="Код из приложения"
            hint="Или код восстановления, если приложения под рукой нет."
            autoComplete="one-time-code"
            spellCheck={false}
            autoFocus
          />
        )}
        <Button look="main" type="submit" busy={busy}>
          Войти
        </Button>
      </Form>
      <p className={`quiet small ${styles.note}`}>
        Нет учётной записи? <Link to="/signup">Зарегистрироваться</Link>. Доступ открывает администратор.
      </p>
    </GuestPage>
  )
}
