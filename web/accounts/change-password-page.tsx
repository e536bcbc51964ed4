import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { minPasswordLength } from '#shared/domain/limits.ts'
import { changePassword } from '../api/accounts.ts'
import { Form, useForm } from '../filters/form.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { PartedPage } from '../ui/parted-page.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { showToast } from '../ui/toasts.tsx'
import styles from './account-page.module.css'
import { useSignOut } from './sign-out-notice.ts'

/** Changes the password. Other sessions always end; the current one only on request. */
export const ChangePasswordPage = ({ user }: { user: CurrentUser }) => {
  const navigate = useNavigate()
  const leave = useSignOut()
  const [keep, setKeep] = useState(true)
  const [revoking, setRevoking] = useState(true)
  const { form, field, busy } = useForm({ old_password: '', new_password: '' }, async passwords => {
    await changePassword({ ...passwords, keep_session: keep, keep_addresses: !revoking })
    if (!keep) return leave('password-changed')
    showToast(
      revoking
        ? 'Пароль изменён. Остальные сеансы завершены, ключи и ссылки лент отозваны, вебхуки удалены.'
        : 'Пароль изменён. Остальные сеансы завершены, личные ключи отозваны.',
    )
    await navigate({ to: '/sessions' })
  })
  return (
    <PartedPage
      title="Смена пароля"
      lead="На других устройствах придётся войти заново, личные ключи перестанут работать."
    >
      <Form of={form} className={`stack ${styles.narrow}`}>
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <PasswordField {...field('old_password')} label="Текущий пароль" autoComplete="current-password" />
        <PasswordField
          {...field('new_password')}
          label="Новый пароль"
          autoComplete="new-password"
          hint={`Не короче ${minPasswordLength} знаков, не ваше имя и не то, что легко подобрать.`}
        />
        <Checkbox checked={keep} onChange={setKeep}>
          Остаться в системе на этом устройстве
        </Checkbox>
        <Checkbox checked={revoking} onChange={setRevoking}>
          Отозвать ссылки лент и календарей, удалить вебхуки подписок
        </Checkbox>
        <Button look="main" type="submit" busy={busy}>
          Сменить пароль
        </Button>
      </Form>
    </PartedPage>
  )
}
