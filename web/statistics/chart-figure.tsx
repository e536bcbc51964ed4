import { type ReactNode, useCallback, useState } from 'react'
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
import { barsOf, betweenOf, boxesOf, type ChartBar } from './chart-boxes.ts'
import type { ChartOption, Palette } from './chart-drawing.ts'
import { ChartLegend } from './chart-notes.tsx'
import { heightOf, optionOf } from './chart-options.ts'
import { chartPrintable } from './chart-printable.ts'
import { ChartTable } from './chart-table.tsx'
import styles from './charts-section.module.css'
import { Drawn } from './drawn.tsx'
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
  // Of the drawn chart, which may briefly be the former one.
  const [{ bars, boxes }, setDrawn] = useState<{ bars: readonly ChartBar[]; boxes: readonly Box[] }>(nothingDrawn)
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
  const option = useCallback(
    (room: { palette: Palette; width: number }): ChartOption => optionOf({ look, chart, isNarrow, whyNone, ...room }),
    [look, chart, isNarrow, whyNone],
  )
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
        <Drawn
          option={option}
          heightOf={() => heightOf(look, chart, isNarrow)}
          label={summaryOf(look, rows)}
          className={styles.drawing}
          onDrawn={drawn => setDrawn({ bars: barsOf(look, chart), boxes: boxesOf(look, chart, drawn) })}
          // A part of a bar is selected by itself; a bar without parts as a whole.
          onDatum={datum => {
            const mark = markSchema.safeParse('mark' in datum && datum.mark)
            return mark.success && partsOfBars[of] !== undefined && apply(brushing.of([mark.data.filters]))
          }}
        />
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

const nothingDrawn = { bars: [], boxes: [] }
