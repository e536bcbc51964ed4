import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CourtPractice, JudgePractice } from '#shared/api/practice.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import record from '../ui/record-page.module.css'
import styles from './practice.module.css'
import { Section, type Whole } from './section.tsx'

/** Decisions of a judge or court (decision 0092). */
type Props = { page: JudgePractice | CourtPractice; title: string; whole: Whole; children: ReactNode }
export const Practice = ({ page, title, whole, children }: Props) => (
  <>
    <header className={record.head}>
      <h1>{title}</h1>
      <div className={`quiet ${styles.about}`}>{children}</div>
    </header>
    <p className={styles.cases}>
      <Link to="/" search={{ ...page.filters, ordering: defaultOrdering }}>
        {counted(page.cases, caseForms)}
      </Link>{' '}
      в{'\u00a0'}базе.
      {!page.is_enough && <> Меньше двадцати: цифр по{'\u00a0'}ним нет.</>}
    </p>
    {page.months.length > 0 && <Months months={page.months} />}
    {page.sections.map(section => (
      <Section key={`${section.type} ${section.stage}`} section={section} whole={whole} />
    ))}
    {page.is_enough && <Method whole={whole.by} />}
  </>
)

const Method = ({ whole }: { whole: string }) => (
  <details className={`quiet small ${styles.method}`}>
    <summary>Как считается</summary>
    <p>
      «Ожидалось» — доля, которая получилась бы, если{'\u00a0'}бы дела с{'\u00a0'}теми{'\u00a0'}же статьями решались как{' '}
      {whole} в{'\u00a0'}целом: доля по{'\u00a0'}каждому набору статей взята столько раз, сколько здесь таких дел
      (косвенная стандартизация). Суммы, сроки и{'\u00a0'}дни сравниваются с{'\u00a0'}медианой {whole} по{'\u00a0'}тем
      {'\u00a0'}же статьям. В{'\u00a0'}скобках и{'\u00a0'}отрезком{'\u00a0'}— границы, между которыми настоящее значение
      лежит с{'\u00a0'}вероятностью 95{'\u00a0'}%; черта{'\u00a0'}— ожидаемая доля. Если она внутри отрезка, отличие
      может быть случайным. Считаются только основные наказания, прочитанные уверенно. Меньше двадцати дел{'\u00a0'}—
      цифры нет. Отличие не{'\u00a0'}значит ошибки: дела различаются не{'\u00a0'}только статьями.
    </p>
  </details>
)

const names = new Intl.DateTimeFormat('ru', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const nameOf = (month: string): string => names.format(new Date(`${month}-01`)).replace(' г.', '')

/** Cases by month of entry, including months without cases. */
const Months = ({ months }: Pick<JudgePractice, 'months'>) => {
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
function everyMonth(months: readonly Told[]): { month: string; told: Told | undefined }[] {
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
