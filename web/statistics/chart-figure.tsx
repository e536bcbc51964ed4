import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type Chart, type ChartKey, type Mark, mark as markSchema, partsOfBars } from '#shared/api/statistics.ts'
import { type ChartSpec, chartRows, type WhyNone } from '#shared/charts/chart-spec.ts'
import { notesOf, nothingRows, summaryOf } from '#shared/charts/chart-words.ts'
import { listBehind } from '#shared/filters/list-behind.ts'
import { toStored } from '#shared/filters/stored-params.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { chartFileAddress } from '../api/statistics.ts'
import { narrow, useMedia } from '../ui/media.ts'
import { Brush } from './brush.tsx'
import type { Box } from './brush-geometry.ts'
import { barsOf, betweenOf, boxesOf } from './chart-boxes.ts'
import { type ChartInput, type Drawing, draw, paletteOf } from './chart-drawing.ts'
import { ChartLegend } from './chart-notes.tsx'
import { heightOf, optionOf } from './chart-options.ts'
import { chartPrintable } from './chart-printable.ts'
import { ChartTable } from './chart-table.tsx'
import styles from './charts-section.module.css'
import { ForArticle } from './for-article.tsx'
import { listAddress } from './question-note.tsx'
import type { Brushing } from './use-brushing.ts'

type Props = {
  of: ChartKey
  look: ChartSpec
  chart: Chart
  brushing: Brushing
  query: WireRecord
  today: string
  /** Cases of the whole selection. */
  cases: number
  whyNone: (region: number) => WhyNone
  doubt?: ReactNode
}
export const ChartFigure = ({ of, look, chart, brushing, query, today, cases, whyNone, doubt }: Props) => {
  const isNarrow = useMedia(narrow)
  const place = useRef<HTMLDivElement>(null)
  const [boxes, setBoxes] = useState<readonly Box[]>([])
  const bars = useMemo(() => barsOf(look, chart), [look, chart])
  const addressOf = (mark: Mark): string => listAddress(listBehind(brushing.values, mark.filters))
  const selectionOf = (chosen: readonly number[]) => {
    const marks = chosen.flatMap(at => bars[at]?.marks ?? [])
    return brushing.of(
      marks.map(({ filters }) => filters),
      partsOfBars[of],
    )
  }
  const apply = (selection: ReturnType<Brushing['of']>): boolean => {
    if (selection) brushing.apply(selection)
    return selection !== undefined
  }
  const height = heightOf(look, chart, isNarrow)
  useDrawing(place, { look, chart, isNarrow, whyNone }, height, {
    onDrawn: drawn => setBoxes(boxesOf(look, chart, drawn)),
    // A part of a bar is chosen by itself; a bar without parts is whole.
    onPart: mark => partsOfBars[of] !== undefined && apply(brushing.of([mark.filters])),
  })
  const rows = chartRows(look, chart)
  const nothing = nothingRows(look, rows, whyNone)
  const notes = notesOf(look, chart).join(' ')
  const forArticle = () => {
    const asked = { ...query, chart: of }
    return {
      printable: chartPrintable(look, chart, whyNone),
      file: `${look.title}, ${today}`,
      note: asked,
      cite: { chart: of, get_params: toStored(query) },
      files: { csv: chartFileAddress('csv', asked), xlsx: chartFileAddress('xlsx', asked) },
      cases,
    }
  }
  return (
    <figure className={styles.chart} data-room={look.room}>
      <figcaption>
        <h2 className="h3">{look.title}</h2>
        <p className="quiet small">{look.about}</p>
      </figcaption>
      <Brush
        name={look.title}
        bars={bars}
        boxes={boxes}
        between={betweenOf(look, chart)}
        overlaps={look.overlaps ?? false}
        can={chosen => selectionOf(chosen) !== undefined}
        onBrush={chosen => apply(selectionOf(chosen))}
      >
        <div ref={place} className={styles.drawing} style={{ height }} role="img" aria-label={summaryOf(look, rows)} />
      </Brush>
      <ChartLegend look={look} rows={rows} whyNone={whyNone} />
      <p className={`quiet tiny ${styles.notes}`}>
        {notes}
        {doubt && <> {doubt}.</>}
      </p>
      <div className={styles.under}>
        <ChartTable
          look={look}
          rows={rows}
          nothing={nothing}
          addressOf={({ mark }) => mark && addressOf(mark)}
          brushOf={({ mark }) => {
            const selection = mark && brushing.of([mark.filters])
            return selection && brushing.addressOf(selection)
          }}
        />
        <ForArticle title={look.title} of={forArticle} look="bare" />
      </div>
    </figure>
  )
}

const useDrawing = (
  place: RefObject<HTMLDivElement | null>,
  { look, chart, isNarrow, whyNone }: Omit<ChartInput, 'palette'>,
  height: number,
  on: { onDrawn: (drawn: Drawing) => void; onPart: (mark: Mark) => boolean },
) => {
  const told = useRef(on)
  told.current = on
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is the room drawn in
  useEffect(() => {
    const room = place.current
    if (!room) return
    const leaving = new AbortController()
    const draws = () => {
      const drawn = draw(room)
      const redraw = () => drawn.setOption(optionOf({ look, chart, palette: paletteOf(room), isNarrow, whyNone }), true)
      redraw()
      drawn.on('click', ({ data, event }) => {
        const mark = markSchema.safeParse(typeof data === 'object' && data !== null && 'mark' in data && data.mark)
        // What is done with the part is not done with its bar as well.
        if (mark.success && told.current.onPart(mark.data)) event?.event.preventDefault()
      })
      const sizes = new ResizeObserver(() => {
        drawn.resize()
        told.current.onDrawn(drawn)
      })
      sizes.observe(room)
      const themes = new MutationObserver(redraw)
      themes.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
      const { signal } = leaving
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw, { signal })
      signal.addEventListener('abort', () => {
        themes.disconnect()
        sizes.disconnect()
        drawn.dispose()
      })
    }
    // Each chart in a task of its own, so that input is handled between them.
    const timer = setTimeout(draws)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [place, look, chart, isNarrow, whyNone, height])
}
