import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showNumber } from '#shared/domain/wording.ts'
import { upcomingDeadlinesQueryOptions } from '../api/deadlines.ts'
import { nearestLine, UpcomingRows } from '../deadlines/deadline-row.tsx'
import { NotYet } from '../filters/load-failed.tsx'
import { Pages } from '../ui/pages.tsx'
import styles from './today-page.module.css'

/** Deadlines of one's cases, the nearest first, by pages. */
const deadlineDays = 90
const pageSize = 10
export const OwnDeadlines = () => {
  const [page, setPage] = useState(1)
  const asking = useQuery(upcomingDeadlinesQueryOptions(deadlineDays, pageSize, page))
  const { data } = asking
  const go = (to: number): void => {
    setPage(to)
    document.getElementById('deadlines')?.scrollIntoView()
  }
  return (
    <section aria-labelledby="deadlines" aria-busy={asking.isPlaceholderData}>
      <h2 id="deadlines" className={styles.anchor}>
        Сроки
      </h2>
      <p className="quiet small">
        Посчитаны по&nbsp;правилам, не&nbsp;из карточки суда. Подсказка, а&nbsp;не&nbsp;совет.
      </p>
      {!data && <NotYet of={asking} />}
      {data?.count === 0 && (
        <p className={`quiet small ${styles.later}`}>В&nbsp;ближайшие {deadlineDays}&nbsp;дней сроков нет.</p>
      )}
      {data && data.count > 0 && <UpcomingRows rows={data.results} />}
      {data && data.count > pageSize && (
        <>
          <p className={`quiet small ${styles.later}`}>
            {(page - 1) * pageSize + 1}–{(page - 1) * pageSize + data.results.length} из&nbsp;{showNumber(data.count)},
            ближайшие первыми.
          </p>
          <Pages
            page={page}
            last={Math.ceil(data.count / pageSize)}
            hrefOf={() => '/today#deadlines'}
            onGo={go}
            show={showNumber}
          />
        </>
      )}
    </section>
  )
}

/** In the first lines of the page: leads to the deadlines, which lie far below on a narrow screen. */
export const NearestDeadline = () => {
  const { data } = useQuery(upcomingDeadlinesQueryOptions(deadlineDays, pageSize, 1))
  // Those that have perhaps passed come last.
  const [nearest] = data?.results ?? []
  if (nearest === undefined || nearest.days_left < 0) return null
  return (
    <span>
      <a href="#deadlines">{nearestLine(nearest)}</a>.
    </span>
  )
}
