import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CourtPractice, JudgePractice } from '#shared/api/practice.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import record from '../ui/record-page.module.css'
import { Months } from './months.tsx'
import styles from './practice.module.css'
import { Section, type Whole } from './section.tsx'

/** What a judge or a court has decided (decision 0092). */
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
