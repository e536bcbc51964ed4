import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import { Modal } from '@mantine/core'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'
import { Icon } from './icon.tsx'
import { Library } from './library.tsx'

/** A modal dialog; fills a narrow screen. Escape and the cross close it; the focus is trapped and then restored. */
export const Dialog = ({
  opened,
  leaving = false,
  onClose,
  title,
  tabs,
  size,
  fillsScreen = false,
  isText = false,
  flush = false,
  footer,
  children,
}: {
  opened: boolean
  /** Closed for the user; its content is unmounted later, when idle. */
  leaving?: boolean
  onClose: () => void
  title: ReactNode
  /** Replace the title, which is then visually hidden. */
  tabs?: ReactNode
  size: number
  fillsScreen?: boolean
  /** No focusable content: the body takes the focus, so that keys can scroll it. */
  isText?: boolean
  /** The content has its own margins. */
  flush?: boolean
  footer?: ReactNode
  children: ReactNode
}) => {
  const isHere = opened && !leaving
  useEscape(isHere, onClose)
  useFocusBack(isHere)
  return (
    <Library>
      <Modal.Root
        opened={opened}
        onClose={onClose}
        closeOnEscape={false}
        returnFocus={false}
        trapFocus={isHere}
        lockScroll={isHere}
        mod={{ leaving }}
        {...(leaving && { style: { display: 'none' } })}
        size={size}
        fullScreen={fillsScreen}
        yOffset={40}
        transitionProps={{ duration: 0 }}
        classNames={{
          content: `raised ${styles.content}`,
          title: styles.title ?? '',
          body: styles.body ?? '',
          overlay: styles.overlay ?? '',
        }}
      >
        <Modal.Overlay backgroundOpacity={1} />
        <Modal.Content data-full={fillsScreen || undefined}>
          <div className={styles.header}>
            <Modal.Title className={tabs ? 'sr' : ''}>{title}</Modal.Title>
            {tabs}
            <IconButton aria-label="Закрыть окно" onClick={onClose}>
              <Icon name="x" />
            </IconButton>
          </div>
          <Modal.Body data-flush={flush || undefined} {...(isText && { tabIndex: 0 })}>
            {children}
          </Modal.Body>
          {footer && <div className={styles.footer}>{footer}</div>}
        </Modal.Content>
      </Modal.Root>
    </Library>
  )
}

/** Handled last, so that an open calendar or list inside can stop Escape; the library would handle it first. */
const useEscape = (active: boolean, onClose: () => void): void => {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.isComposing) close.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [active])
}

/** Restores the focus before the dialog is removed: removing a focused element forces a style recalculation. */
const useFocusBack = (active: boolean): void => {
  const before = useRef<Element | null>(null)
  const wasActive = useRef(false)
  if (active && !wasActive.current) before.current = document.activeElement
  wasActive.current = active
  useLayoutEffect(() => {
    if (!active) return
    const opener = before.current
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [active])
}
