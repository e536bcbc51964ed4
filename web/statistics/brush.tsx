import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { caseForms, counted } from '#shared/domain/wording.ts'
import styles from './brush.module.css'
import { type Box, boxAt, boxesBetween, boxesFrom, boxTowards, type Point } from './brush-geometry.ts'

/** Selecting bars of a drawing by click, drag or keys: their cases become the selection of all views. */
export type BrushBar = { label: string; count: number }
type Props = {
  name: string
  bars: readonly BrushBar[]
  boxes: readonly Box[]
  /** A common name for a range of ordered bars; undefined when bars have no order and are named one by one. */
  between: ((first: number, last: number) => string) | undefined
  /** A case may be in several bars, so their sum is meaningless. */
  overlaps: boolean
  /** Whether filters express these cases, and differ from the current selection. */
  can: (bars: readonly number[]) => boolean
  onBrush: (bars: readonly number[]) => void
  children: ReactNode
}
type Chosen = { from: number; bars: readonly number[]; at: number }
/** Pixels of movement that still count as a click. */
const still = 5

export const Brush = ({ name, bars, boxes, between, overlaps, can, onBrush, children }: Props) => {
  const id = useId()
  const room = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<Chosen>()
  const wasDrawn = useRef(false)
  const listening = useRef<AbortController>(undefined)
  useEffect(() => () => listening.current?.abort(), [])
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left = 0, top = 0 } = room.current?.getBoundingClientRect() ?? {}
    return { x: clientX - left, y: clientY - top }
  }
  const stop = () => {
    listening.current?.abort()
    setChosen(undefined)
  }
  const choose = (which: readonly number[]) => {
    stop()
    if (can(which)) onBrush(which)
  }
  // Touch scrolls the page, so it selects by tap only.
  const press = (event: PointerEvent) => {
    wasDrawn.current = false
    if (event.pointerType === 'touch' || event.button !== 0) return
    const from = pointOf(event)
    listening.current?.abort()
    listening.current = new AbortController()
    const { signal } = listening.current
    let drawn: readonly number[] | undefined
    addEventListener(
      'pointermove',
      moved => {
        const to = pointOf(moved)
        if (!drawn && Math.hypot(to.x - from.x, to.y - from.y) < still) return
        drawn = boxesBetween(boxes, from, to)
        wasDrawn.current = true
        setChosen({ from: 0, bars: drawn, at: -1 })
      },
      { signal },
    )
    addEventListener('pointerup', () => (drawn ? choose(drawn) : stop()), { signal })
    addEventListener('pointercancel', stop, { signal })
    addEventListener('keydown', ({ key }) => key === 'Escape' && stop(), { signal })
  }
  const hover = (event: PointerEvent) => {
    const at = boxAt(boxes, pointOf(event))
    room.current?.toggleAttribute('data-over', at >= 0 && can([at]))
  }
  const key = (event: KeyboardEvent) => {
    const at = chosen?.at ?? 0
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? bars.length - 1 : boxTowards(boxes, at, event.key)
    const from = event.shiftKey ? (chosen?.from ?? at) : to
    if (to !== undefined && from !== undefined && boxes[to]?.panel === boxes[from]?.panel)
      setChosen({ from, at: to, bars: boxesFrom(boxes, from, to) })
    else if (event.key === 'Enter' || event.key === ' ') choose(chosen?.bars ?? [])
    else if (event.key === 'Escape' && (chosen?.bars.length ?? 0) > 1) setChosen({ from: at, at, bars: [at] })
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const several = chosen && chosen.bars.length > 1 ? chosen : undefined
  const counts = chosen?.bars.map(at => bars[at]?.count ?? 0) ?? []
  const sum = counts.reduce((all, count) => all + count, 0)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list inside answers to keys
    // biome-ignore lint/a11y/noStaticElementInteractions: the list inside answers to keys
    <div
      ref={room}
      className={styles.plot}
      onPointerDown={press}
      onPointerMove={hover}
      onClick={event => {
        const at = boxAt(boxes, pointOf(event))
        if (!wasDrawn.current && at >= 0 && !event.defaultPrevented) choose([at])
      }}
    >
      {children}
      {boxes.length > 0 && (
        <div
          role="listbox"
          className={styles.bars}
          tabIndex={0}
          aria-multiselectable
          aria-label={`Отобрать на графике «${name}»: стрелки — выбрать, Shift со стрелками — несколько, Enter — отобрать`}
          aria-activedescendant={chosen && chosen.at >= 0 ? `${id}${chosen.at}` : undefined}
          onFocus={() => setChosen(before => before ?? { from: 0, at: 0, bars: [0] })}
          onBlur={() => setChosen(undefined)}
          onKeyDown={key}
        >
          {bars.map(({ label, count }, at) => {
            const box = boxes[at]
            return (
              box && (
                <div
                  // biome-ignore lint/suspicious/noArrayIndexKey: its place is what it is
                  key={at}
                  id={`${id}${at}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={chosen?.bars.includes(at) ?? false}
                  aria-label={`${label}: ${counted(count, caseForms)}`}
                  data-at={chosen?.at === at || undefined}
                  style={{ left: box.left, top: box.top, width: box.right - box.left, height: box.bottom - box.top }}
                />
              )
            )
          })}
        </div>
      )}
      <p className={styles.says} role="status">
        {several && (
          <>
            {between ? between(several.bars[0] ?? 0, several.bars.at(-1) ?? 0) : named(several.bars, bars)}
            {can(several.bars) ? (
              <>
                {!overlaps && `: ${counted(sum, caseForms)}`}
                <span className="quiet"> · Esc — отменить</span>
              </>
            ) : (
              ': вместе одним фильтром не отобрать'
            )}
          </>
        )}
      </p>
    </div>
  )
}

const mostNamed = 3
const named = (which: readonly number[], bars: readonly BrushBar[]): string => {
  const those = which.flatMap(at => (bars[at]?.count ? [bars[at].label] : []))
  const rest = those.length - mostNamed
  return `${those.slice(0, mostNamed).join(', ')}${rest > 0 ? ` и\u00a0ещё ${rest}` : ''}`
}
