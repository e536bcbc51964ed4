import type { ReactNode } from 'react'
import type { Chart } from '#shared/api/statistics.ts'
import { fewestForShare, smallSample } from '#shared/domain/statistics-ranges.ts'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import { tiles } from '../filters/controls/region-map.tsx'
import legend from '../ui/legend.module.css'
import { type ChartRow, type ChartSpec, daysOfPlace, noneWords, type WhyNone } from './chart-spec.ts'
import { noCases, shadesOf } from './tile-chart.ts'

/** What is said of a chart in words, on the page and in files. */
export function notesOf(look: ChartSpec, { marks, places, of, missing, spread }: Chart): string[] {
  const partial = places.filter(({ is_partial }) => is_partial)
  return [
    `n\u00a0=\u00a0${counted(of, caseForms)}.`,
    missing > 0 && `Не показано: ${counted(missing, caseForms)}${look.missing ? ` ${look.missing}` : ''}.`,
    spread &&
      look.amounts &&
      `${look.amounts.half} — от\u00a0${look.amounts.full(spread.lower)} до\u00a0${look.amounts.full(spread.upper)}, медиана ${look.amounts.full(spread.median)} (по\u00a0${showNumber(spread.n)}).`,
    partial.length > 0 &&
      `Неполные периоды${look.shape === 'columns' ? ' заштрихованы' : ''}: ${partial.map(daysOfPlace).join('; ')}.`,
    look.shape === 'bins' && places.some(({ to }) => to === null) && 'Бледный столбец справа — всё, что больше шкалы.',
    of < smallSample &&
      marks.some(mark => mark.of !== null) &&
      `Мало дел: доли говорят о\u00a0немногом; доли от числа меньше ${fewestForShare} не показаны.`,
  ].filter(note => typeof note === 'string')
}

/** For those who do not see the drawing: what is the most. */
export function summaryOf(look: ChartSpec, rows: readonly ChartRow[]): string {
  const [most] = rows.toSorted((one, other) => other.count - one.count)
  const says =
    most &&
    `Больше всего: ${most.label}${most.seriesLabel ? `, ${most.seriesLabel}` : ''} — ${counted(most.count, caseForms)}. `
  return `${look.title}, ${look.about}. ${says ?? ''}Все числа — в таблице под диаграммой.`
}

type LegendProps = { look: ChartSpec; rows: readonly ChartRow[]; whyNone: (region: number) => WhyNone }
export const ChartLegend = ({ look, rows, whyNone }: LegendProps) => {
  if (look.shape === 'tiles') {
    const has = (why: WhyNone) =>
      tiles.some(({ region }) => whyNone(region) === why && !rows.some(({ value }) => value === String(region)))
    return (
      <p className={legend.legend}>
        {has('none') && <Key colour={noCases}>0 — {noneWords.none}</Key>}
        {shadesOf(rows.map(({ count }) => count)).map(({ from, to, colour, regions }) => (
          <Key key={to} colour={colour}>
            {from === to ? showNumber(to) : `${showNumber(from)}–${showNumber(to)}`}: {counted(regions, regionForms)}
          </Key>
        ))}
        {has('unread') && <Key>? — {noneWords.unread}</Key>}
        {has('closed') && <Key>без числа — {noneWords.closed}</Key>}
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
const regionForms = ['регион', 'региона', 'регионов'] as const
/** Without a colour: an empty tile. */
const Key = ({ colour, children }: { colour?: string; children: ReactNode }) => (
  <span>
    <i style={colour ? { background: `var(--${colour})` } : { border: '1px dashed var(--line-ctl)' }} />
    {children}
  </span>
)
