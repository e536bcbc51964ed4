import { type ComponentProps, useState } from 'react'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import styles from './password-field.module.css'

type Props = ComponentProps<typeof TextField> & { label: string; autoComplete: 'current-password' | 'new-password' }
export const PasswordField = ({ label, ...field }: Props) => {
  const [seen, setSeen] = useState(false)
  return (
    <TextField
      {...field}
      label={label}
      type={seen ? 'text' : 'password'}
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
