import type { ReactNode } from 'react'
import { type ChartRow, type ChartSpec, noneWords, type WhyNone } from '#shared/charts/chart-spec.ts'
import { counted, showNumber } from '#shared/domain/wording.ts'
import { tiles } from '../filters/controls/region-map.tsx'
import legend from '../ui/legend.module.css'
import { noCases, shadesOf } from './tile-chart.ts'

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
        {has('unasked') && <Key>без числа — {noneWords.unasked}</Key>}
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
