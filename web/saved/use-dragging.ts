import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Preset } from '#shared/api/saved.ts'

/** Drag and drop by pointer events, so that mouse, pen and finger work alike; Escape cancels. */
type Drag = { preset: Preset; over: number | undefined }

/** Each card carries `data-cell`: the preset's id. */
const cellAt = ({ clientX, clientY }: PointerEvent): number | undefined => {
  const cell = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-cell]')
  return cell ? Number(cell.dataset.cell) : undefined
}

export const useDragging = (presets: readonly Preset[], onDrop: (preset: Preset, onto: Preset) => void) => {
  // At once, for events that come before the page is drawn again.
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
