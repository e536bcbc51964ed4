import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { figurePlace, type Pivot } from '#shared/api/pivot.ts'
import { type Metric, metrics } from '#shared/domain/pivot.ts'
import { figureFilters, partOfStack } from '#shared/filters/list-behind.ts'
import { Labelled, Select } from '../ui/field.tsx'
import legend from '../ui/legend.module.css'
import { Brush, type BrushBar } from './brush.tsx'
import type { Box } from './brush-geometry.ts'
import type { ChartOption, Palette } from './chart-drawing.ts'
import styles from './data-page.module.css'
import { Drawn } from './drawn.tsx'
import { type TableChartModel, type TablePlace, tableChart } from './table-chart-model.ts'
import { seriesColours, tableChartBoxes, tableChartHeight, tableChartOption } from './table-chart-option.ts'
import { tableTitle } from './table-figures.ts'
import type { Brushing } from './use-brushing.ts'

/** `forArticle`: prints a metric of the table. */
type Props = { table: Pivot; forArticle: (metric: number) => ReactNode; brushing: Brushing }
export const TableChart = ({ table, forArticle, brushing }: Props) => {
  const { of } = table
  const [chosen, setChosen] = useState<Metric>()
  const at = Math.max(0, chosen === undefined ? 0 : of.metrics.indexOf(chosen))
  const metric = of.metrics[at] ?? 'cases'
  const model = useMemo(() => tableChart(table, at), [table, at])
  // Of the drawn chart, which may briefly be the former one.
  const [{ bars, boxes }, setDrawn] = useState<{ bars: readonly TableBar[]; boxes: readonly Box[] }>(nothingDrawn)
  const whyNot = whyNotBrushed(table, metric)
  const selectionOf = (places: readonly TablePlace[], parts: readonly string[] = []) =>
    whyNot === undefined
      ? brushing.of(
          places.map(figure => figureFilters(table, figure)).filter(own => own !== undefined),
          parts,
        )
      : undefined
  const selectionAt = (chosen: readonly number[]) =>
    selectionOf(
      chosen.flatMap(at => bars[at]?.places ?? []),
      model.shape === 'stack' ? partOfStack(table, at) : [],
    )
  const apply = (selection: ReturnType<Brushing['of']>): boolean => {
    if (selection) brushing.apply(selection)
    return selection !== undefined
  }
  const option = useCallback(
    (room: { palette: Palette; width: number }): ChartOption => tableChartOption({ model, metric, ...room }),
    [model, metric],
  )
  const title = tableTitle(table, at)
  const names = model.panels[0]?.series.map(({ name }) => name) ?? []
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.acts}>
        {of.metrics.length > 1 ? (
          <Labelled label="Показатель на графике">
            {id => (
              <Select
                id={id}
                value={metric}
                options={of.metrics.map(value => ({ value, label: metrics[value].label }))}
                onChange={setChosen}
              />
            )}
          </Labelled>
        ) : (
          <p className="quiet small">{metrics[metric].about}</p>
        )}
        <span className="grow" />
        {forArticle(at)}
      </figcaption>
      {names.length > 1 && (
        <p className={legend.legend}>
          {names.map((name, index) => (
            <span key={name}>
              <i style={{ background: `var(--${seriesColours[index] ?? 'bar'})` }} />
              {name}
            </span>
          ))}
        </p>
      )}
      {model.places.length === 0 ? (
        model.notes.length === 0 && <p className="quiet">Рисовать нечего: под эти фильтры строк нет.</p>
      ) : (
        <Brush
          name={title}
          bars={bars}
          boxes={whyNot === undefined ? boxes : []}
          between={
            model.shape === 'lines'
              ? (first, last) => `${bars[first]?.label} — ${model.places[last % model.places.length]?.label}`
              : undefined
          }
          overlaps={overlaps(table)}
          can={chosen => selectionAt(chosen) !== undefined}
          onBrush={chosen => apply(selectionAt(chosen))}
        >
          <Drawn
            option={option}
            heightOf={width => tableChartHeight(model, width)}
            label={`${title}. Числа — по кнопке «Числами».`}
            onDrawn={drawn => setDrawn({ bars: barsOfTable(model), boxes: tableChartBoxes(model, drawn) })}
            // One part of a stack is selected by itself.
            onDatum={datum => {
              const found = figurePlace.safeParse('place' in datum && datum.place)
              return found.success && model.shape === 'stack' && apply(selectionOf([found.data]))
            }}
          />
        </Brush>
      )}
      {model.places.length > 0 && (model.notes.length > 0 || whyNot) && (
        <p className="quiet small">{[...model.notes, whyNot].filter(Boolean).join(' ')}</p>
      )}
    </figure>
  )
}

const nothingDrawn = { bars: [], boxes: [] }

/** Selectable bars of a table's chart, panel by panel; both parts of a stack are one bar. */
type TableBar = BrushBar & { places: readonly TablePlace[] }
const barsOfTable = ({ panels, places }: TableChartModel): TableBar[] =>
  panels.flatMap(({ title, series }) =>
    places.map(({ label }, at) => {
      const points = series.flatMap(({ points }) => points[at] ?? []).filter(({ value }) => (value ?? 0) > 0)
      return {
        label: title === '' ? label : `${title}, ${label}`,
        count: points.reduce((sum, { value }) => sum + (value ?? 0), 0),
        places: points.map(({ place }) => place),
      }
    }),
  )

/** A sentence, or undefined when the cases of its bars can be selected. */
function whyNotBrushed({ sides }: Pick<Pivot, 'sides'>, metric: Metric): string | undefined {
  if (sides.length > 1) return 'Пока сравниваются две выборки, отобрать дела на графике нельзя.'
  if (metrics[metric].kind !== 'count') return 'Отобрать дела можно на графике показателя, который считает дела.'
  return undefined
}

/** A case counts in each of its articles. */
const overlaps = ({ of }: Pick<Pivot, 'of'>): boolean =>
  [of.rows, of.columns].some(dimension => dimension === 'article' || dimension === 'part')
