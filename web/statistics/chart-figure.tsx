import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { type Chart, type Mark, mark as markSchema } from '#shared/api/statistics.ts'
import { showDate } from '#shared/domain/dates.ts'
import { fewCases } from '#shared/domain/statistics-ranges.ts'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import { listBehind } from '#shared/filters/list-behind.ts'
import type { CaseValues } from '../filters/case-search.ts'
import { tiles } from '../filters/controls/region-grid.ts'
import { rampSteps } from '../filters/controls/region-map.tsx'
import { narrow, useMedia } from '../ui/media.ts'
import { showToast } from '../ui/toasts.tsx'
import { type Drawing, draw, paletteOf } from './chart-drawing.ts'
import { heightOf, optionOf } from './chart-options.ts'
import { type ChartSpec, percent, type WhyNone } from './chart-spec.ts'
import { periodName } from './chart-specs.ts'
import styles from './charts-section.module.css'
import { listAddress } from './question-note.tsx'
import { saveCsv, savePng, saveSvg, titled } from './save-chart.ts'
import { tileShades } from './tile-chart.ts'

type Props = {
  name: string
  look: ChartSpec
  chart: Chart
  values: CaseValues
  today: string
  whyNone: (region: number) => WhyNone
  /** The filters in words, for files. */
  filters: string
  doubt?: ReactNode
}
export const ChartFigure = ({ name, look, chart, values, today, whyNone, filters, doubt }: Props) => {
  const isNarrow = useMedia(narrow)
  const place = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing>(undefined)
  const navigate = useNavigate()
  const addressOf = (mark: Mark): string => listAddress(listBehind(values, mark.filters))
  const open = useRef<(mark: Mark) => void>(undefined)
  open.current = mark => void navigate({ href: addressOf(mark) })
  const height = heightOf(look, chart, isNarrow)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is the room drawn in
  useEffect(() => {
    const room = place.current
    if (!room) return
    // Each chart in a task of its own, so that input is handled between them.
    let leave: (() => void) | undefined
    const timer = setTimeout(() => {
      leave = keepDrawn(room)
    })
    return () => {
      clearTimeout(timer)
      leave?.()
    }
  }, [look, chart, today, isNarrow, whyNone, height])
  /** Draws the chart and redraws it with its size and the theme; returns the clean-up. */
  const keepDrawn = (room: HTMLElement): (() => void) => {
    const drawn = draw(room)
    drawing.current = drawn
    const redraw = () =>
      drawn.setOption(optionOf({ look, chart, palette: paletteOf(room), today, isNarrow, whyNone }), true)
    redraw()
    drawn.on('click', ({ data }) => {
      const mark = markSchema.safeParse(typeof data === 'object' && data !== null && 'mark' in data && data.mark)
      if (mark.success) open.current?.(mark.data)
    })
    const sizes = new ResizeObserver(() => drawn.resize())
    sizes.observe(room)
    const themes = new MutationObserver(redraw)
    themes.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', redraw)
    return () => {
      system.removeEventListener('change', redraw)
      themes.disconnect()
      sizes.disconnect()
      drawn.dispose()
    }
  }

  const file = `${look.title}, ${today}`
  const source = `Судмонитор, ${showDate(today)}. ${filters === '' ? 'Без фильтров' : filters}`
  const picture = () => {
    const [room, drawn] = [place.current, drawing.current]
    if (!room || !drawn) return undefined
    const { ink, canvas, font } = paletteOf(room)
    const bare = { svg: drawn.renderToSVGString(), width: drawn.getWidth(), height: drawn.getHeight() }
    const series = look.series ? ` (${look.series.map(({ label }) => label).join(' / ')})` : ''
    return titled(bare, { title: `${look.title}, ${look.about}${series}`, source, ink, canvas, font })
  }
  const rows = chart.marks.map(mark => ({
    mark,
    label: look.label(mark),
    series: look.series?.find(({ key }) => key === mark.series)?.label,
  }))
  const csv = () =>
    saveCsv(file, [
      [look.head, ...(look.series ? ['Из них'] : []), 'Дел', 'Список'],
      ...rows.map(({ mark, label, series }) => [
        label,
        ...(look.series ? [series ?? ''] : []),
        mark.count,
        new URL(addressOf(mark), location.href).href,
      ]),
      [source],
    ])
  const isOpenPeriod =
    look.series !== undefined && chart.marks.find(({ value }) => value.length >= 4 && today.startsWith(value))
  return (
    <figure className={styles.chart} data-room={look.room}>
      <figcaption>
        <h2>{look.title}</h2>
        <p className="quiet small">{look.about}</p>
      </figcaption>
      <div
        ref={place}
        className={styles.drawing}
        style={{ height }}
        role="img"
        aria-label={`${look.title}, ${look.about}. Числа — в таблице под диаграммой.`}
      />
      <Legend look={look} chart={chart} whyNone={whyNone} />
      <p className={styles.notes}>
        {chart.of < fewCases && `Мало дел (${showNumber(chart.of)}): доли говорят о немногом. `}
        {look.missing && chart.missing > 0 && `Не показано: ${counted(chart.missing, caseForms)} ${look.missing}. `}
        {isOpenPeriod && `${capital(periodName(isOpenPeriod.value))} ещё не закончен.`}
        {doubt && <> {doubt}.</>}
      </p>
      <div className={styles.under}>
        <details>
          <summary>Таблица</summary>
          <div className={styles.scroll}>
            <table className={styles.numbers}>
              <caption className="sr">
                {look.title}, {look.about}
              </caption>
              <thead>
                <tr>
                  <th scope="col">{look.head}</th>
                  {look.series && <th scope="col">Из них</th>}
                  <th scope="col">Дел</th>
                  <th scope="col">Доля</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ mark, label, series }) => (
                  <tr key={`${mark.value} ${mark.series}`}>
                    <th scope="row">{label}</th>
                    {look.series && <td>{series}</td>}
                    <td>
                      <a href={addressOf(mark)}>{showNumber(mark.count)}</a>
                    </td>
                    <td>{percent(mark.count, chart.of)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
        <span className={styles.files}>
          <button
            type="button"
            aria-label={`PNG: ${look.title}`}
            onClick={() => {
              const made = picture()
              if (made) savePng(file, made).catch(() => showToast('Картинка не получилась. Возьмите SVG.'))
            }}
          >
            PNG
          </button>
          <button
            type="button"
            aria-label={`SVG: ${look.title}`}
            onClick={() => {
              const made = picture()
              if (made) saveSvg(file, made)
            }}
          >
            SVG
          </button>
          <button type="button" aria-label={`CSV: ${look.title}`} onClick={csv} data-chart={name}>
            CSV
          </button>
        </span>
      </div>
    </figure>
  )
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const Legend = ({ look, chart, whyNone }: Pick<Props, 'look' | 'chart' | 'whyNone'>) => {
  if (look.shape === 'tiles') {
    const steps = rampSteps(chart.marks.map(({ count }) => count))
    return (
      <p className={styles.legend}>
        <Key colour={tileShades[0]}>дел нет</Key>
        {steps.map((limit, at) => (
          <Key key={limit} colour={tileShades[at + 1]}>
            до {showNumber(limit)}
          </Key>
        ))}
        <Key colour={tileShades[steps.length + 1]}>больше</Key>
        {tiles.some(({ region }) => whyNone(region) === 'unread') && <span>? — суды не читались</span>}
        {tiles.some(({ region }) => whyNone(region) === 'closed') && <span>пустая плитка — регион вам не открыт</span>}
      </p>
    )
  }
  if (!look.series) return null
  return (
    <p className={styles.legend}>
      {look.series.map(({ key, label, colour }) => (
        <Key key={key} colour={colour}>
          {label}
        </Key>
      ))}
    </p>
  )
}
const Key = ({ colour, children }: { colour: string | undefined; children: React.ReactNode }) => (
  <span>
    <i style={{ background: `var(--${colour})` }} />
    {children}
  </span>
)
