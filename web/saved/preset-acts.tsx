import type { KeyboardEvent } from 'react'
import type { Preset } from '#shared/api/saved.ts'
import { savedFilters } from '../api/saved.ts'
import { useCopyLink } from '../filters/copy-link.tsx'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { MenuRule, menuItemClass } from '../ui/menu.tsx'
import { Popover } from '../ui/popover.tsx'
import styles from './preset-acts.module.css'
import type { useDragging } from './use-dragging.ts'

/** What else can be done with a preset; it is moved by dragging, by arrow keys on the handle, or from the menu. */
export const PresetActs = ({
  preset,
  canMove,
  onMove,
  onEdit,
  onRemove,
  dragging,
}: {
  preset: Preset
  canMove: (step: -1 | 1) => boolean
  /** Past an edge nothing moves. `byKey`: the focus is to stay on the handle. */
  onMove: (step: -1 | 1, byKey?: boolean) => void
  onEdit: () => void
  onRemove: () => void
  dragging: ReturnType<ReturnType<typeof useDragging>['handle']>
}) => {
  const link = useCopyLink(savedFilters(preset))
  const onKeyDown = (event: KeyboardEvent): void => {
    dragging.onKeyDown(event)
    const step = steps[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onMove(step, true)
  }
  return (
    <>
      <IconButton
        className={styles.handle}
        {...dragging}
        data-handle={preset.id}
        aria-label={`Переставить: ${preset.title}`}
        aria-description="Стрелками вверх и вниз"
        title="Перетащите или переставьте стрелками"
        onKeyDown={onKeyDown}
      >
        <Icon name="grip" />
      </IconButton>
      <Popover
        label={`Набор «${preset.title}»`}
        slim
        target={button => (
          <IconButton {...button} aria-label={`Действия: ${preset.title}`} title="Действия">
            <Icon name="more" />
          </IconButton>
        )}
      >
        {close => {
          const act = (label: string, run: () => void, disabled = false) => (
            <button
              type="button"
              className={menuItemClass}
              disabled={disabled}
              onClick={() => {
                close()
                run()
              }}
            >
              {label}
            </button>
          )
          return (
            <div className={styles.menu}>
              {act('Изменить', onEdit)}
              {act('Скопировать ссылку', link.copy, link.copying)}
              <MenuRule />
              {act('Переставить раньше', () => onMove(-1), !canMove(-1))}
              {act('Переставить позже', () => onMove(1), !canMove(1))}
              <MenuRule />
              {act('Удалить', onRemove)}
            </div>
          )
        }}
      </Popover>
      {link.shown}
    </>
  )
}

const steps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }
