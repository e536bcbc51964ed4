import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { minPasswordLength } from '#shared/domain/limits.ts'
import { register } from '../api/accounts.ts'
import { Form, useForm } from '../filters/form.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { TextAreaField, TextField } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useTitle } from '../ui/title.ts'
import styles from './guest-page.module.css'
import { GuestPage, UsernameField } from './guest-page.tsx'

export const SignupPage = () => {
  useTitle('Регистрация')
  const [outcome, setOutcome] = useState<string>()
  const { form, field, values, busy } = useForm({ username: '', email: '', about: '', password: '' }, async asked =>
    setOutcome(await register({ ...asked, email: asked.email.trim() })),
  )
  if (outcome !== undefined)
    return (
      <GuestPage busy={false}>
        <Sent username={values.username.trim()} outcome={outcome} />
      </GuestPage>
    )
  return (
    <GuestPage busy={busy}>
      <h1>Регистрация</h1>
      <Form of={form} className="stack">
        <UsernameField {...field('username')} hint="От 3 букв, цифр и знаков @ . + - _. Его увидит администратор." />
        <TextField
          {...field('email')}
          label="Почта (необязательно)"
          hint="На неё придёт решение, если на сайте настроена почта."
          type="email"
          autoComplete="email"
          spellCheck={false}
        />
        <TextAreaField
          {...field('about')}
          label="Кто вы и зачем вам доступ"
          hint="Несколько слов для администратора: по ним он решает."
        />
        <PasswordField
          {...field('password')}
          label="Пароль"
          autoComplete="new-password"
          hint={`Не короче ${minPasswordLength} знаков, не ваше имя и не то, что легко подобрать. Длинная фраза лучше набора значков.`}
        />
        <Button look="main" type="submit" busy={busy}>
          Отправить заявку
        </Button>
      </Form>
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
      <p>Имя для входа — «{username}». Администратор решит, какие регионы открыть.</p>
      <Link to="/login" className={buttonClass('main')} data-home>
        К странице входа
      </Link>
    </div>
  )
}
