import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showNumber } from '#shared/domain/wording.ts'
import { deadlineDays, ownDeadlinesQueryOptions, deadlinesOnPage as pageSize } from '../api/deadlines.ts'
import { nearestLine, UpcomingRows } from '../deadlines/deadline-row.tsx'
import { NotYet } from '../filters/load-failed.tsx'
import { Pages } from '../ui/pages.tsx'
import styles from './today-page.module.css'

/** Deadlines of the account's cases, the nearest first, in pages. */
const noDeadlines = `В\u00a0ближайшие ${deadlineDays}\u00a0дней сроков нет.`
export const OwnDeadlines = () => {
  const [page, setPage] = useState(1)
  const asking = useQuery(ownDeadlinesQueryOptions(page))
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
        Посчитаны по&nbsp;правилам, а&nbsp;срок стражи назван судом. Подсказка, а&nbsp;не&nbsp;совет.
      </p>
      {!data && <NotYet of={asking} />}
      {data?.count === 0 && <p className={`quiet small ${styles.later}`}>{noDeadlines}</p>}
      {data && data.count > 0 && <UpcomingRows rows={data.results} />}
      {data && data.count > pageSize && (
        <>
          <p className={`quiet small ${styles.later}`}>
            {/* The former page stays until this one has loaded. */}
            {asking.isPlaceholderData
              ? 'Загружается…'
              : `${(page - 1) * pageSize + 1}–${(page - 1) * pageSize + data.results.length} из\u00a0${showNumber(data.count)}, ближайшие первыми.`}
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

/** At the top of the page: a link to the deadlines, which are far below on a narrow screen. */
export const NearestDeadline = () => {
  const { data } = useQuery(ownDeadlinesQueryOptions(1))
  if (data === undefined) return <p className={styles.nearest} />
  const nearest = nearestLine(data.results)
  return (
    <p className={styles.nearest}>
      {data.count === 0 ? (
        <span className="quiet">{noDeadlines}</span>
      ) : (
        <>
          <a href="#deadlines">{nearest ?? 'Есть сроки, которые, возможно, уже прошли'}</a>.
        </>
      )}
    </p>
  )
}
