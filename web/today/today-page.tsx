import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { maxHearingDays, type Today } from '#shared/api/today.ts'
import { ownDay, showDate, weekdayOf } from '#shared/domain/dates.ts'
import { weekdays } from '#shared/domain/news.ts'
import { currentUserQueryOptions } from '../api/session.ts'
import { inboxQueryOptions, todayQueryOptions } from '../api/today.ts'
import { NoRegions } from '../filters/closed-regions.tsx'
import { seesNothing } from '../filters/list-fields.ts'
import { LoadFailed } from '../filters/load-failed.tsx'
import { rememberWatching } from '../filters/remembered.ts'
import { CalendarButton } from '../filters/subscribing/calendar-button.tsx'
import { Button } from '../ui/button.tsx'
import { LateIcon } from '../ui/late-icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useTitle } from '../ui/title.ts'
import { Changes } from './changes.tsx'
import { NearestDeadline, OwnDeadlines } from './deadlines.tsx'
import { HearingDays } from './hearing-days.tsx'
import styles from './today-page.module.css'
import { changesCount, changesLine, cutLine, digestDays, hearingsLine, laterLine } from './today-wording.ts'

const EndingWatches = lazyPart(() => import('../filters/ending-watches.tsx'), 'EndingWatches')
const Starters = lazyPart(() => import('./starters.tsx'), 'Starters')

/** The person's morning overview: hearings of their cases, news, deadlines, digests. */
const week = 7
export const TodayPage = () => {
  useTitle('Сегодня')
  const [days, setDays] = useState(week)
  const page = useQuery(todayQueryOptions(days))
  const { data: inbox } = useQuery(inboxQueryOptions(false, 1))
  const { data: user } = useQuery(currentUserQueryOptions)
  const today = ownDay()
  const { data } = page
  const watches = data?.watches
  useEffect(() => {
    if (watches !== undefined) rememberWatching(watches)
  }, [watches])
  // The rows not found are shown here, although the account already watches something.
  const [isBeginning, setBeginning] = useState(false)
  const isEmpty = data !== undefined && (!data.watches || isBeginning)
  return (
    <main id="main" tabIndex={-1} className={`wrap page ${styles.page}`}>
      <header className={styles.head}>
        <h1>
          {isEmpty ? 'С\u00a0чего начать' : 'Сегодня'}{' '}
          {!isEmpty && (
            <span className={styles.date}>
              {weekdays[weekdayOf(today) - 1]?.label}, {showDate(today)}
            </span>
          )}
        </h1>
        {data && !isEmpty && (
          <>
            <p className={styles.lead}>{hearingsLine(data, today)}</p>
            {/* Late content has its space reserved: nothing below shifts. */}
            <div className={`screen-only ${styles.also}`}>
              {data.unread > 0 && (
                <p>
                  <a href="#changes">
                    Не&nbsp;прочитано {inbox ? changesLine(inbox.changes, inbox.count) : changesCount(data.unread)}
                  </a>
                  .
                </p>
              )}
              <NearestDeadline />
            </div>
            <Starters isMore fallback={<div className={styles.more} />} />
          </>
        )}
      </header>
      {user && seesNothing(user) && <NoRegions />}
      <EndingWatches sets={data?.ending_watches} />
      <LoadFailed of={page} title="Страница не загрузилась" />
      {!data && !page.error && <p className="quiet">Загружается…</p>}
      {isEmpty && <Starters onTold={() => setBeginning(true)} />}
      {data && !isEmpty && (
        <>
          <section aria-labelledby="hearings">
            <div className={styles.title}>
              <h2 id="hearings">Заседания моих дел</h2>
              <div className={`screen-only acts ${styles.acts}`}>
                <CalendarButton watched={{ get_params: { in_favorites: 'true' } }} label="Избранные в&nbsp;календарь" />
                <Button onClick={() => window.print()}>
                  <LateIcon name="print" />
                  Распечатать
                </Button>
              </div>
            </div>
            <p className="quiet small">
              Избранные дела и&nbsp;те, за&nbsp;которыми следят подписки на&nbsp;дело, лицо или имя. Время суда.
            </p>
            <HearingDays hearings={data.hearings} today={today} />
            {data.cut > 0 && <p className={`small ${styles.later}`}>{cutLine(data.hearings.length, data.cut)}</p>}
            <Later days={days} later={data.later} hasAny={data.hearings.length > 0} onDays={setDays} />
          </section>
          <OwnDeadlines />
          <div className={styles.columns}>
            <Changes />
            <Digests digests={data.digests} />
          </div>
        </>
      )}
    </main>
  )
}

type LaterProps = { days: number; later: Today['later']; hasAny: boolean; onDays: (days: number) => void }
const Later = ({ days, later, hasAny, onDays }: LaterProps) => (
  <p className={`small ${styles.later}`}>
    {!hasAny && <span>{days === week ? 'На\u00a0неделе заседаний нет.' : 'Заседаний нет.'} </span>}
    {later.count > 0 && later.next && <span>{laterLine(later.count, later.next)} </span>}
    {later.count > 0 && days < maxHearingDays && (
      <Button look="link" className="screen-only" onClick={() => onDays(days === week ? 30 : maxHearingDays)}>
        {days === week ? 'Показать на\u00a030\u00a0дней' : 'Показать на\u00a0100\u00a0дней'}
      </Button>
    )}{' '}
    {days > week && (
      <Button look="link" className="screen-only" onClick={() => onDays(week)}>
        Только неделя
      </Button>
    )}
  </p>
)

const Digests = ({ digests }: { digests: Today['digests'] }) => (
  <section className="screen-only" aria-labelledby="digests">
    <h2 id="digests">Сводки</h2>
    {digests.length === 0 ? (
      <p className="quiet small">
        Сводка собирает за&nbsp;день или неделю всё, что изменилось в&nbsp;делах под фильтрами. Её&nbsp;заводят кнопкой
        «Подписаться» над списком дел.
      </p>
    ) : (
      <ul className={styles.digests}>
        {digests.map(({ id, title, page, ...days }) => (
          <li key={id}>
            <a href={page}>{title}</a>
            <span className="second">{digestDays(days)}</span>
          </li>
        ))}
      </ul>
    )}
  </section>
)
