import { useSyncExternalStore } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './toasts.module.css'

/** Short messages at the lower left. The region is on the page before the first message, so that it is read aloud. */
type Toast = { id: number; text: string; bad: boolean }

/** Long enough to read a sentence twice. */
const lifetime = 8_000
let toasts: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()
const replace = (next: readonly Toast[]): void => {
  toasts = next
  for (const listener of listeners) listener()
}
const dismiss = (id: number): void => replace(toasts.filter(toast => toast.id !== id))

export const say = (text: string, { bad = false } = {}): void => {
  const id = ++last
  replace([...toasts.filter(toast => toast.text !== text), { id, text, bad }])
  setTimeout(() => dismiss(id), lifetime)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const Toasts = () => {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div className={styles.toasts} role="status">
      {shown.map(toast => (
        <div key={toast.id} className={styles.toast} data-bad={toast.bad || undefined}>
          <Icon name={toast.bad ? 'info' : 'check'} />
          <p>{toast.text}</p>
          <IconButton className={styles.close} aria-label="Закрыть сообщение" onClick={() => dismiss(toast.id)}>
            <Icon name="x" />
          </IconButton>
        </div>
      ))}
    </div>
  )
}
