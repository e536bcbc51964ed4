import { useState } from 'react'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import styles from './password-field.module.css'

type Props = {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
  hint?: string
  error?: string | undefined
}
export const PasswordField = ({ label, name, value, onChange, autoComplete, hint, error }: Props) => {
  const [seen, setSeen] = useState(false)
  return (
    <TextField
      label={label}
      hint={hint}
      error={error}
      name={name}
      type={seen ? 'text' : 'password'}
      value={value}
      onChange={onChange}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <Button
          look="bare"
          className={styles.see}
          aria-label={`${seen ? 'Скрыть' : 'Показать'}: ${label.toLowerCase()}`}
          onClick={() => setSeen(!seen)}
        >
          {seen ? 'Скрыть' : 'Показать'}
        </Button>
      }
    />
  )
}
