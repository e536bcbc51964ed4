import { useClickOutside } from '@mantine/hooks'
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './popover.module.css'

/** Detects clicks outside and a focus that leaves, while `opened`. The ref is for the container of button and panel. */
export const useDismissal = (opened: boolean, onDismiss: () => void) =>
  useClickOutside<HTMLDivElement>(onDismiss, ['pointerdown', 'focusin'], undefined, opened)

/**
 * A small non-modal dialog next to its button, or at the lower edge on a narrow screen. Escape closes only it. A field
 * marked `data-autofocus` gets the focus.
 */
type PopoverButton = {
  'aria-expanded': boolean
  'aria-controls': string
  'aria-haspopup': 'dialog'
  onClick: () => void
}
export const Popover = ({
  label,
  side = 'down',
  align = 'end',
  slim = false,
  openedFirst = false,
  mayOpen,
  target,
  children,
}: {
  label: string
  side?: 'down' | 'up'
  align?: 'start' | 'end'
  slim?: boolean
  /** Its button was pressed before its code had loaded. */
  openedFirst?: boolean
  mayOpen?: (() => boolean) | undefined
  target: (button: PopoverButton) => ReactElement
  children: (close: () => void) => ReactNode
}) => {
  const [opened, setOpened] = useState(() => openedFirst && (mayOpen?.() ?? true))
  const place = useDismissal(opened, () => setOpened(false))
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    const first = panel.current?.querySelector<HTMLElement>('[data-autofocus]')
    if (opened) (first ?? panel.current)?.focus({ preventScroll: true })
  }, [opened])
  const close = (): void => {
    setOpened(false)
    place.current?.querySelector('button')?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!opened || event.key !== 'Escape' || event.nativeEvent.isComposing) return
    // Keeps it from the surrounding dialog.
    event.stopPropagation()
    close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears Escape of everything inside
    <div className={styles.place} ref={place} onKeyDown={onKeyDown}>
      {target({
        'aria-expanded': opened,
        'aria-controls': id,
        'aria-haspopup': 'dialog',
        onClick: () => setOpened(!opened && (mayOpen?.() ?? true)),
      })}
      {opened && (
        <div
          ref={panel}
          id={id}
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          className={`raised ${styles.panel}`}
          data-side={side}
          data-align={align}
          data-slim={slim || undefined}
        >
          {children(close)}
        </div>
      )}
    </div>
  )
}
