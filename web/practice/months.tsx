import { Link } from '@tanstack/react-router'
import type { JudgePractice } from '#shared/api/practice.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import styles from './practice.module.css'

const names = new Intl.DateTimeFormat('ru', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const nameOf = (month: string): string => names.format(new Date(`${month}-01`)).replace(' г.', '')

/** Cases by the month of their entry; a month without any has its room. */
export const Months = ({ months }: Pick<JudgePractice, 'months'>) => {
  const shown = everyMonth(months)
  const most = Math.max(...shown.map(({ told }) => told?.count ?? 0))
  const said = ({ month, count, is_partial }: Told): string =>
    `${nameOf(month)}${is_partial ? ', неполный' : ''}: ${counted(count, caseForms)}`
  return (
    <section className={styles.section} aria-labelledby="months">
      <h2 id="months" className="h3">
        Поступление по{'\u00a0'}месяцам
      </h2>
      <ol className={styles.months}>
        {shown.map(({ month, told }) => (
          <li key={month}>
            {told && (
              <Link
                to="/"
                search={{ ...told.filters, ordering: defaultOrdering }}
                preload={false}
                title={said(told)}
                aria-label={said(told)}
                data-partial={told.is_partial || undefined}
                style={{ height: `${(100 * told.count) / most}%` }}
              />
            )}
          </li>
        ))}
      </ol>
      <p className={`quiet tiny ${styles.ends}`}>
        <span>{nameOf(shown[0]?.month ?? '')}</span>
        <span>самый большой месяц: {counted(most, caseForms)}</span>
        <span>{nameOf(shown.at(-1)?.month ?? '')}</span>
      </p>
    </section>
  )
}

type Told = JudgePractice['months'][number]
const mostShown = 60
export function everyMonth(months: readonly Told[]): { month: string; told: Told | undefined }[] {
  const [last = ''] = months.map(({ month }) => month).slice(-1)
  const known = new Map(months.map(one => [one.month, one]))
  const all: { month: string; told: Told | undefined }[] = []
  const [first = last] = months.map(({ month }) => month)
  for (let at = new Date(`${last}-01`); all.length < mostShown; at.setUTCMonth(at.getUTCMonth() - 1)) {
    const month = at.toISOString().slice(0, 7)
    if (month < first) break
    all.unshift({ month, told: known.get(month) })
  }
  return all
}
