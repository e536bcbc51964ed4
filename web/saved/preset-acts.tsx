import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Preset } from '#shared/api/saved.ts'
import { savedFilters } from '../api/saved.ts'
import { useCopyLink } from '../filters/copy-link.tsx'
import { IconButton } from '../ui/button.tsx'
import { LateIcon } from '../ui/late-icon.tsx'
import { MenuRule, menuItemClass } from '../ui/menu.tsx'
import { Popover } from '../ui/popover.tsx'
import styles from './preset-acts.module.css'

type Props = {
  preset: Preset
  canMove: (step: -1 | 1) => boolean
  /** No-op at either end. `byKey`: the focus stays on the handle. */
  onMove: (step: -1 | 1, byKey?: boolean) => void
  onEdit: () => void
  onRemove: () => void
  dragging: ReturnType<ReturnType<typeof useDragging>['handle']>
}
/** Further actions on a preset; it is moved by dragging, by arrow keys on the handle, or from the menu. */
export const PresetActs = ({ preset, canMove, onMove, onEdit, onRemove, dragging }: Props) => {
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
        <LateIcon name="grip" />
      </IconButton>
      <Popover
        label={`Набор «${preset.title}»`}
        slim
        target={button => (
          <IconButton {...button} aria-label={`Действия: ${preset.title}`} title="Действия">
            <LateIcon name="more" />
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

/** Drag and drop by pointer events, for mouse, pen and touch; Escape cancels. */
type Drag = { preset: Preset; over: number | undefined }

/** Each card has `data-cell` with the preset's id. */
const cellAt = ({ clientX, clientY }: PointerEvent): number | undefined => {
  const cell = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-cell]')
  return cell ? Number(cell.dataset.cell) : undefined
}

export const useDragging = (presets: readonly Preset[], onDrop: (preset: Preset, onto: Preset) => void) => {
  // A ref, for events that arrive before the next render.
  const now = useRef<Drag>(undefined)
  const [drag, setDrag] = useState<Drag>()
  const put = (next: Drag | undefined): void => {
    now.current = next
    setDrag(next)
  }
  return {
    dragged: drag?.preset.id,
    over: drag && drag.over !== drag.preset.id ? drag.over : undefined,
    handle: (preset: Preset) => ({
      onPointerDown: (event: PointerEvent): void => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        put({ preset, over: undefined })
      },
      onPointerMove: (event: PointerEvent): void => {
        if (!now.current) return
        const over = cellAt(event)
        if (over !== now.current.over) put({ preset, over })
      },
      onPointerUp: (): void => {
        const onto = presets.find(({ id }) => id === now.current?.over)
        put(undefined)
        if (onto && onto.id !== preset.id) onDrop(preset, onto)
      },
      onPointerCancel: () => put(undefined),
      onKeyDown: (event: KeyboardEvent): void => {
        if (event.key === 'Escape') put(undefined)
      },
    }),
  }
}
