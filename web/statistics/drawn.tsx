import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type ChartOption, type Drawing, draw, type Palette, paletteOf } from './chart-drawing.ts'

type Props = {
  /** Stable while the drawing is unchanged. */
  option: (room: { palette: Palette; width: number }) => ChartOption
  /** By width, in pixels. */
  heightOf: (width: number) => number
  /** For screen readers. */
  label: string
  className?: string | undefined
  onDrawn: (drawn: Drawing) => void
  /** Returns whether the datum under the pointer was handled. */
  onDatum: (datum: object) => boolean
}
/** The drawing is kept and updated in place, so that nothing flickers. */
export const Drawn = (props: Props) => {
  const { option, heightOf, label, className } = props
  const place = useRef<HTMLDivElement>(null)
  const redraw = useRef<() => void>(undefined)
  const told = useRef(props)
  told.current = props
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => setWidth(place.current?.clientWidth ?? 0), [])
  const height = width === 0 ? 0 : heightOf(width)

  useEffect(() => {
    const room = place.current
    if (!room) return
    const leaving = new AbortController()
    const { signal } = leaving
    const begins = () => {
      const drawn = draw(room)
      let last: Props['option'] | undefined
      const paints = () => {
        last = told.current.option
        drawn.setOption(told.current.option({ palette: paletteOf(room), width: drawn.getWidth() }), true)
        told.current.onDrawn(drawn)
      }
      const fits = () => {
        setWidth(room.clientWidth)
        const isSame = drawn.getWidth() === room.clientWidth && drawn.getHeight() === room.clientHeight
        if (isSame && last === told.current.option) return
        drawn.resize()
        paints()
      }
      redraw.current = fits
      paints()
      drawn.on('click', ({ data, event }) => {
        const isDatum = typeof data === 'object' && data !== null
        // A click handled by a part is not handled by its bar.
        if (isDatum && told.current.onDatum(data)) event?.event.preventDefault()
      })
      const sizes = new ResizeObserver(fits)
      sizes.observe(room)
      const themes = new MutationObserver(paints)
      themes.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paints, { signal })
      signal.addEventListener('abort', () => {
        redraw.current = undefined
        themes.disconnect()
        sizes.disconnect()
        drawn.dispose()
      })
    }
    // Each chart in a task of its own, so that input is handled in between.
    const timer = setTimeout(begins)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is the room drawn in
  useEffect(() => {
    const timer = setTimeout(() => redraw.current?.())
    return () => clearTimeout(timer)
  }, [option, height])

  return <div ref={place} className={className} style={{ height }} role="img" aria-label={label} />
}
