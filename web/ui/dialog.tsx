import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'
import { Icon } from './icon.tsx'

/** A dialog over the page; fills a narrow screen. Escape and the cross close it, the focus stays in and then returns. */
export const Dialog = ({
  opened,
  onClose,
  title,
  size,
  fillsScreen = false,
  footer,
  children,
}: {
  opened: boolean
  onClose: () => void
  title: ReactNode
  size: number
  fillsScreen?: boolean
  footer?: ReactNode
  children: ReactNode
}) => (
  <Modal.Root
    opened={opened}
    onClose={onClose}
    size={size}
    fullScreen={fillsScreen}
    yOffset={40}
    transitionProps={{ duration: 0 }}
    classNames={{
      inner: styles.inner ?? '',
      content: styles.content ?? '',
      title: styles.title ?? '',
      body: styles.body ?? '',
      overlay: styles.overlay ?? '',
    }}
  >
    <Modal.Overlay backgroundOpacity={1} />
    <Modal.Content data-full={fillsScreen || undefined}>
      <div className={styles.header}>
        <Modal.Title>{title}</Modal.Title>
        <IconButton aria-label="Закрыть окно" onClick={onClose}>
          <Icon name="x" />
        </IconButton>
      </div>
      <Modal.Body>{children}</Modal.Body>
      {footer && <div className={styles.footer}>{footer}</div>}
    </Modal.Content>
  </Modal.Root>
)
