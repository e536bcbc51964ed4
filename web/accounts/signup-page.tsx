import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { minPasswordLength } from '#shared/domain/limits.ts'
import { register } from '../api/accounts.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { TextAreaField, TextField } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useTitle } from '../ui/title.ts'
import styles from './guest-page.module.css'
import { GuestPage, UsernameField } from './guest-page.tsx'
import { useForm } from './use-form.ts'

export const SignupPage = () => {
  useTitle('Регистрация')
  const [username, setUsername] = useState('')
  const [email, setEmail] = useState('')
  const [about, setAbout] = useState('')
  const [password, setPassword] = useState('')
  const [outcome, setOutcome] = useState<string>()
  const { form, errors, busy } = useForm(['username', 'email', 'about', 'password'], async () => {
    setOutcome(await register({ username, email: email.trim(), about, password }))
  })
  if (outcome !== undefined)
    return (
      <GuestPage busy={false}>
        <Sent username={username.trim()} outcome={outcome} />
      </GuestPage>
    )
  return (
    <GuestPage busy={busy}>
      <h1>Регистрация</h1>
      <form className="stack" {...form}>
        {errors.form && <Alert>{errors.form}</Alert>}
        <UsernameField
          hint="От 3 букв, цифр и знаков @ . + - _. Его увидит администратор."
          error={errors.fields.username}
          value={username}
          onChange={setUsername}
        />
        <TextField
          label="Почта (необязательно)"
          hint="На неё придёт решение, если на сайте настроена почта."
          error={errors.fields.email}
          name="email"
          type="email"
          value={email}
          onChange={setEmail}
          autoComplete="email"
          spellCheck={false}
        />
        <TextAreaField
          label="Кто вы и зачем вам доступ"
          hint="Несколько слов для администратора: по ним он решает."
          error={errors.fields.about}
          name="about"
          value={about}
          onChange={setAbout}
        />
        <PasswordField
          label="Пароль"
          name="password"
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          hint={`Не короче ${minPasswordLength} знаков, не ваше имя и не то, что легко подобрать. Длинная фраза лучше набора значков.`}
          error={errors.fields.password}
        />
        <Button look="main" type="submit" busy={busy}>
          Отправить заявку
        </Button>
      </form>
      <p className={`quiet small ${styles.note}`}>
        Уже есть учётная запись? <Link to="/login">Войти</Link>.
      </p>
    </GuestPage>
  )
}

const Sent = ({ username, outcome }: { username: string; outcome: string }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.sent}>
      <h1 ref={heading} tabIndex={-1}>
        Заявка отправлена
      </h1>
      <p>{outcome}</p>
      <p>
        Имя «{username}» ждёт одобрения: администратор решит, какие регионы открыть. Узнать решение можно и здесь: пока
        заявка ждёт, вход об этом скажет.
      </p>
      <Link to="/login" className={buttonClass('main')} data-home>
        К странице входа
      </Link>
    </div>
  )
}
