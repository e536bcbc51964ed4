import { useMemo } from 'react'
import type { Citation, KeptChart } from '#shared/api/citations.ts'
import { chartRows, noneWords } from '#shared/charts/chart-spec.ts'
import { chartSpecs } from '#shared/charts/chart-specs.ts'
import { nothingRows, whyNoneIn } from '#shared/charts/chart-words.ts'
import { showDate } from '#shared/domain/dates.ts'
import { narrow, useMedia } from '../ui/media.ts'
import { chartPrintable } from './chart-printable.ts'
import { ChartTable } from './chart-table.tsx'
import styles from './data-page.module.css'
import { paper } from './paper.ts'
import { phoneSize, printed, printSizes } from './print-figure.ts'
import { pictureAddress } from './save-picture.ts'

/** The chart as drawn, on white: today's lists would not match its numbers. */
type Kept = { kept: KeptChart; regions: Citation['regions']; title: string; warning: string | null }
export const KeptChartFigure = ({ kept, regions, title, warning }: Kept) => {
  const look = chartSpecs[kept.key]
  const rows = chartRows(look, kept.chart)
  const whyNone = useMemo(() => whyNoneIn(kept, regions), [kept, regions])
  const nothing = nothingRows(look, rows, region => whyNone(region)).filter(
    ({ says }) => says !== noneWords.closed && says !== noneWords.unasked,
  )
  const isNarrow = useMedia(narrow)
  const picture = useMemo(() => {
    const printable = chartPrintable(look, kept.chart, whyNone)
    const source = `Судмонитор, данные на ${showDate(kept.today)}`
    const asked = { printable, title, source, warning, palette: paper }
    // The printed image would be unreadable when scaled to a phone.
    const forPhone = isNarrow ? printed({ ...asked, size: phoneSize }) : undefined
    return forPhone ?? printed({ ...asked, size: printSizes[1] })
  }, [look, kept, whyNone, title, warning, isNarrow])
  return (
    <figure className={styles.figure}>
      {picture && (
        <img className={styles.kept} src={pictureAddress(picture)} alt={`${title}. Числа — в таблице ниже.`} />
      )}
      <ChartTable
        look={look}
        rows={rows}
        nothing={nothing}
        addressOf={() => undefined}
        brushOf={() => undefined}
        startsOpen
      />
    </figure>
  )
}
