import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { DeadlinesAnswer as Answer, DeadlineRow } from '#shared/api/deadlines.ts'
import { counted } from '#shared/domain/wording.ts'
import { deadlinesQueryOptions } from '../api/deadlines.ts'
import { personName } from '../filters/case-wording.ts'
import { NotYet } from '../filters/load-failed.tsx'
import { deadlineKey, Left, RestsOn } from './deadline-row.tsx'
import styles from './deadlines.module.css'
import { OwnDays } from './own-days.tsx'

/** Deadlines of a case: future ones, then those that cannot be calculated, then past ones. */
export const CaseDeadlines = ({ id }: { id: number }) => {
  const asking = useQuery(deadlinesQueryOptions(id))
  const heading = useRef<HTMLHeadingElement>(null)
  const isTold = asking.data !== undefined
  // The address was opened before this section was rendered.
  useEffect(() => {
    if (isTold && window.location.hash === '#deadlines') heading.current?.scrollIntoView()
  }, [isTold])
  return (
    <section className={styles.block} aria-labelledby="deadlines">
      <h3 id="deadlines" ref={heading} className={styles.anchor}>
        Сроки
      </h3>
      {asking.data ? <Told id={id} told={asking.data} /> : <NotYet of={asking} />}
    </section>
  )
}

const Told = ({ id, told }: { id: number; told: Answer }) => {
  const ahead = told.deadlines.filter(one => one.date !== null && !one.is_past)
  const undated = told.deadlines.filter(one => one.date === null)
  const past = told.deadlines.filter(one => one.is_past)
  return (
    <>
      {told.note !== null && <p className="quiet">{told.note}</p>}
      {told.deadlines.length > 0 && (
        <p className="quiet small">
          {told.deadlines.some(({ kind }) => kind !== 'custody')
            ? 'Посчитаны по\u00a0закону, а не взяты с\u00a0карточки, если не сказано иное. Подсказка, а не совет: день вручения и\u00a0перерывы проверьте по\u00a0материалам дела.'
            : 'Подсказка, а не совет.'}{' '}
          <Link to="/deadlines/rules">Правила сроков</Link>
        </p>
      )}
      {told.note === null && <OwnDays id={id} told={told} />}
      {told.note === null && told.deadlines.length === 0 && (
        <p className="quiet">Считать пока нечего: карточка не{'\u00a0'}сообщает нужных дат.</p>
      )}
      <List rows={[...ahead, ...undated]} told={told} />
      {past.length > 0 && (
        <details className={styles.others} open={ahead.length + undated.length === 0}>
          <summary>Прошедшие: {counted(past.length, ['срок', 'срока', 'сроков'])}</summary>
          <List rows={past} told={told} />
        </details>
      )}
    </>
  )
}

const List = ({ rows, told }: { rows: readonly DeadlineRow[]; told: Answer }) =>
  rows.length > 0 && (
    <ul className={styles.list}>
      {rows.map(one => (
        <li key={deadlineKey(one)}>
          <p className={styles.due}>
            <b className="strong">{one.title}</b>
            {one.date !== null && !one.is_past && one.certainty !== 'not_before' && <Left of={one} />}
          </p>
          <Whose one={one} told={told} />
          <RestsOn one={one} />
        </li>
      ))}
    </ul>
  )

const Whose = ({ one, told: { accused } }: { one: DeadlineRow; told: Answer }) => {
  const person = accused.find(({ ordinal }) => ordinal === one.person)
  return person && <p className="small">{person.hidden ? person.name : personName(person.name)}</p>
}
