import { type ReactNode, useSyncExternalStore } from 'react'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './toasts.module.css'

/** Toasts and messages for screen readers, in one polite live region that exists before the first message. */
type ToastAct = { label: string; run: () => void }
type Toast = { id: number; text: string; bad: boolean; act: ToastAct | undefined }

/** Long enough to read a sentence twice. */
const lifetime = 8_000
/** Long enough to reach the button with the keyboard. */
const lifetimeWithAct = 20_000
let toasts: readonly Toast[] = []
let spoken: { id: number; text: string } = { id: 0, text: '' }
let last = 0
const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}
const replace = (next: readonly Toast[]): void => {
  toasts = next
  tell()
}
const dismiss = (id: number): void => replace(toasts.filter(toast => toast.id !== id))

export const showToast = (text: string, { bad = false, act }: { bad?: boolean; act?: ToastAct } = {}): void => {
  const id = ++last
  // Only the last action can be undone: an older offer would undo more than it says.
  const kept = toasts.filter(toast => toast.text !== text && !(act && toast.act))
  replace([...kept, { id, text, bad, act }])
  setTimeout(() => dismiss(id), act ? lifetimeWithAct : lifetime)
}

/** For screen readers only: «Всего 12 дел». Repeated text is announced again. */
export const announceToScreenReader = (text: string): void => {
  spoken = { id: ++last, text }
  tell()
}

/** Resets the state for tests. */
export const forgetToasts = (): void => {
  spoken = { id: 0, text: '' }
  replace([])
}

const carryOut = (toast: Toast): void => {
  dismiss(toast.id)
  toast.act?.run()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** `children`: persistent notices below the toasts. */
export const Toasts = ({ children }: { children?: ReactNode }) => {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  const { id, text } = useSyncExternalStore(subscribe, () => spoken)
  return (
    <div className={`screen-only ${styles.toasts}`} role="status" aria-label="Сообщения" aria-atomic="false">
      <p key={id} className="sr">
        {text}
      </p>
      {shown.map(toast => (
        <div key={toast.id} className={styles.toast} data-bad={toast.bad || undefined}>
          <Icon name={toast.bad ? 'info' : 'check'} />
          <p>{toast.text}</p>
          {toast.act && (
            <Button look="link" className={styles.act} onClick={() => carryOut(toast)}>
              {toast.act.label}
            </Button>
          )}
          <IconButton className={styles.close} aria-label="Закрыть сообщение" onClick={() => dismiss(toast.id)}>
            <Icon name="x" />
          </IconButton>
        </div>
      ))}
      {children}
    </div>
  )
}
