import { useWindowEvent } from '@mantine/hooks'
import { type ReactElement, type ReactNode, useId, useState } from 'react'
import styles from './menu.module.css'
import { useDismissal } from './popover.tsx'

/** A disclosure, not an ARIA menu: its content keeps its roles, and Tab moves through it. */
export const Menu = ({
  target,
  children,
}: {
  target: (button: { 'aria-expanded': boolean; 'aria-controls': string; onClick: () => void }) => ReactElement
  children: (close: () => void) => ReactNode
}) => {
  const [opened, setOpened] = useState(false)
  const place = useDismissal(opened, () => setOpened(false))
  const panel = useId()
  useWindowEvent('keydown', ({ key }) => {
    if (!opened || key !== 'Escape') return
    setOpened(false)
    place.current?.querySelector('button')?.focus()
  })
  return (
    <div className={styles.place} ref={place}>
      {target({ 'aria-expanded': opened, 'aria-controls': panel, onClick: () => setOpened(!opened) })}
      <div id={panel} className={`raised ${styles.panel}`} data-overlay={opened || undefined} hidden={!opened}>
        {opened && children(() => setOpened(false))}
      </div>
    </div>
  )
}

export const menuItemClass = styles.item ?? ''
export const MenuCaption = ({ children }: { children: ReactNode }) => <p className={styles.caption}>{children}</p>
export const MenuRule = () => <hr className={styles.rule} />
export const MenuBlock = ({ children }: { children: ReactNode }) => <div className={styles.block}>{children}</div>
