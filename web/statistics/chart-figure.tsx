import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { type Chart, type Mark, mark as markSchema } from '#shared/api/statistics.ts'
import { showDate } from '#shared/domain/dates.ts'
import { smallSample } from '#shared/domain/statistics-ranges.ts'
import { caseForms, counted, showNumber, upperFirst } from '#shared/domain/wording.ts'
import { listBehind } from '#shared/filters/list-behind.ts'
import type { CaseValues } from '../filters/case-search.ts'
import { rampSteps, tiles } from '../filters/controls/region-map.tsx'
import legend from '../ui/legend.module.css'
import { narrow, useMedia } from '../ui/media.ts'
import { showToast } from '../ui/toasts.tsx'
import { type Drawing, draw, paletteOf } from './chart-drawing.ts'
import { heightOf, optionOf } from './chart-options.ts'
import { type ChartInput, type ChartSpec, percent, type WhyNone } from './chart-spec.ts'
import { periodName } from './chart-specs.ts'
import styles from './charts-section.module.css'
import { listAddress } from './question-note.tsx'
import { type Picture, saveCsv, savePng, saveSvg, titled } from './save-chart.ts'
import { tileShades } from './tile-chart.ts'

type Props = {
  look: ChartSpec
  chart: Chart
  values: CaseValues
  today: string
  whyNone: (region: number) => WhyNone
  /** The filters in words, for files. */
  filters: string
  doubt?: ReactNode
}
export const ChartFigure = ({ look, chart, values, today, whyNone, filters, doubt }: Props) => {
  const isNarrow = useMedia(narrow)
  const place = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const addressOf = (mark: Mark): string => listAddress(listBehind(values, mark.filters))
  const height = heightOf(look, chart, isNarrow)
  const drawing = useDrawing(place, { look, chart, today, isNarrow, whyNone }, height, mark => {
    void navigate({ href: addressOf(mark) })
  })
  const rows = chart.marks.map(mark => ({
    mark,
    label: look.label(mark),
    series: look.series?.find(({ key }) => key === mark.series)?.label,
    address: addressOf(mark),
  }))
  const source = `Судмонитор, ${showDate(today)}. ${filters === '' ? 'Без фильтров' : filters}`
  const picture = () => {
    const [room, drawn] = [place.current, drawing.current]
    if (!room || !drawn) return undefined
    const { ink, canvas, font } = paletteOf(room)
    const bare = { svg: drawn.renderToSVGString(), width: drawn.getWidth(), height: drawn.getHeight() }
    const series = look.series ? ` (${look.series.map(({ label }) => label).join(' / ')})` : ''
    return titled(bare, { title: `${look.title}, ${look.about}${series}`, source, ink, canvas, font })
  }
  const openPeriod =
    look.series !== undefined && chart.marks.find(({ value }) => value.length >= 4 && today.startsWith(value))
  return (
    <figure className={styles.chart} data-room={look.room}>
      <figcaption>
        <h2 className="h3">{look.title}</h2>
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
      <p className={`quiet tiny ${styles.notes}`}>
        {chart.of < smallSample && `Мало дел (${showNumber(chart.of)}): доли говорят о немногом. `}
        {look.missing && chart.missing > 0 && `Не показано: ${counted(chart.missing, caseForms)} ${look.missing}. `}
        {openPeriod && `${upperFirst(periodName(openPeriod.value))} ещё не закончен.`}
        {doubt && <> {doubt}.</>}
      </p>
      <div className={styles.under}>
        <Numbers look={look} of={chart.of} rows={rows} />
        <Files look={look} file={`${look.title}, ${today}`} rows={rows} source={source} picture={picture} />
      </div>
    </figure>
  )
}

const useDrawing = (
  place: RefObject<HTMLDivElement | null>,
  { look, chart, today, isNarrow, whyNone }: Omit<ChartInput, 'palette'>,
  height: number,
  onOpen: (mark: Mark) => void,
) => {
  const drawing = useRef<Drawing>(undefined)
  const open = useRef(onOpen)
  open.current = onOpen
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is the room drawn in
  useEffect(() => {
    const room = place.current
    if (!room) return
    const leaving = new AbortController()
    const draws = () => {
      const drawn = draw(room)
      drawing.current = drawn
      const redraw = () =>
        drawn.setOption(optionOf({ look, chart, palette: paletteOf(room), today, isNarrow, whyNone }), true)
      redraw()
      drawn.on('click', ({ data }) => {
        const mark = markSchema.safeParse(typeof data === 'object' && data !== null && 'mark' in data && data.mark)
        if (mark.success) open.current(mark.data)
      })
      const sizes = new ResizeObserver(() => drawn.resize())
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
  }, [place, look, chart, today, isNarrow, whyNone, height])
  return drawing
}

type Row = { mark: Mark; label: string; series: string | undefined; address: string }

const Numbers = ({ look, of, rows }: { look: ChartSpec; of: number; rows: readonly Row[] }) => (
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
          {rows.map(({ mark, label, series, address }) => (
            <tr key={`${mark.value} ${mark.series}`}>
              <th scope="row">{label}</th>
              {look.series && <td>{series}</td>}
              <td>
                <a href={address}>{showNumber(mark.count)}</a>
              </td>
              <td>{percent(mark.count, of)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)

type FilesProps = {
  look: ChartSpec
  file: string
  rows: readonly Row[]
  source: string
  picture: () => Picture | undefined
}
const Files = ({ look, file, rows, source, picture }: FilesProps) => {
  const savePicture = (save: (name: string, made: Picture) => unknown) => () => {
    const made = picture()
    if (made) save(file, made)
  }
  const csv = () =>
    saveCsv(file, [
      [look.head, ...(look.series ? ['Из них'] : []), 'Дел', 'Список'],
      ...rows.map(({ mark, label, series, address }) => [
        label,
        ...(look.series ? [series ?? ''] : []),
        mark.count,
        new URL(address, location.href).href,
      ]),
      [source],
    ])
  const png = (...of: Parameters<typeof savePng>) =>
    savePng(...of).catch(() => showToast('Картинка не получилась. Возьмите SVG.'))
  const files = { PNG: savePicture(png), SVG: savePicture(saveSvg), CSV: csv }
  return (
    <span className={`screen-only ${styles.files}`}>
      {Object.entries(files).map(([format, save]) => (
        <button key={format} type="button" aria-label={`${format}: ${look.title}`} onClick={save}>
          {format}
        </button>
      ))}
    </span>
  )
}

const Legend = ({ look, chart, whyNone }: Pick<Props, 'look' | 'chart' | 'whyNone'>) => {
  if (look.shape === 'tiles') {
    const steps = rampSteps(chart.marks.map(({ count }) => count))
    return (
      <p className={legend.legend}>
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
    <p className={legend.legend}>
      {look.series.map(({ key, label, colour }) => (
        <Key key={key} colour={colour}>
          {label}
        </Key>
      ))}
    </p>
  )
}
const Key = ({ colour, children }: { colour: string | undefined; children: ReactNode }) => (
  <span>
    <i style={{ background: `var(--${colour})` }} />
    {children}
  </span>
)
