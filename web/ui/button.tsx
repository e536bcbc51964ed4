import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './button.module.css'

/** `main`: the primary action of a place; `bare`: without a border; `link`: looks like a link. */
type ButtonLook = 'plain' | 'main' | 'bare' | 'link'
const looks: Record<ButtonLook, string> = { plain: '', main: styles.main ?? '', bare: styles.bare ?? '', link: '' }
export const buttonClass = (look: ButtonLook = 'plain'): string =>
  look === 'link' ? (styles.link ?? '') : ['screen-only', styles.button, looks[look]].filter(Boolean).join(' ')

/** `busy`: in progress, or at the end of its pages; it keeps the focus, presses and form submissions are ignored. */
type Props = ButtonHTMLAttributes<HTMLButtonElement> & { look?: ButtonLook; busy?: boolean }
export const Button = ({ look = 'plain', className, type = 'button', busy = false, onClick, ...rest }: Props) => (
  <button
    type={type}
    className={[buttonClass(look), className].filter(Boolean).join(' ')}
    aria-disabled={busy || undefined}
    onClick={busy ? event => event.preventDefault() : onClick}
    {...rest}
  />
)

export const ButtonCount = ({ children }: { children: ReactNode }) => <span className={styles.count}>{children}</span>

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { 'aria-label': string }
export const IconButton = ({ className, type = 'button', ...rest }: IconButtonProps) => (
  <button type={type} className={[styles.icon, className].filter(Boolean).join(' ')} {...rest} />
)
