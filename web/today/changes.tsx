import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { InboxCase } from '#shared/api/today.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { inboxQueryOptions, markSeen } from '../api/today.ts'
import { NotYet } from '../filters/load-failed.tsx'
import { LinkToCase } from '../filters/record-links.tsx'
import { useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Pages } from '../ui/pages.tsx'
import styles from './changes.module.css'
import { namesOfWatched, numberLine, reasonOf } from './today-wording.ts'

/** Unseen news of the person's cases; after that they are listed among the seen ones. */
const pageSize = 20
export const Changes = () => {
  const client = useQueryClient()
  const [seen, setSeen] = useState(false)
  const [page, setPage] = useState(1)
  const list = useQuery(inboxQueryOptions(seen, page))
  const marking = useAct((marked: Parameters<typeof markSeen>[1]) => markSeen(client, marked), {
    onDone: () => setPage(1),
  })
  const { data } = list
  const show = (next: boolean): void => {
    setSeen(next)
    setPage(1)
  }
  return (
    <section className="screen-only" aria-labelledby="changes">
      <div className={styles.head}>
        <h2 id="changes" className={styles.anchor}>
          {seen ? 'Прочитанное' : 'Что изменилось'}
        </h2>
        <div className={`acts ${styles.acts}`}>
          {!seen && data && data.count > 0 && (
            <Button look="link" busy={marking.isPending} onClick={() => marking.mutate({ until: data.last })}>
              Отметить всё прочитанным
            </Button>
          )}
          <Button look="link" onClick={() => show(!seen)}>
            {seen ? 'К\u00a0непрочитанному' : 'Показать прочитанное'}
          </Button>
        </div>
      </div>
      {!data && <NotYet of={list} />}
      {data?.count === 0 && (
        <p className={`quiet ${styles.none}`}>
          {seen
            ? 'Прочитанных изменений за\u00a0120\u00a0дней нет.'
            : 'Всё прочитано. Новое в\u00a0избранных делах и\u00a0по\u00a0подпискам появится здесь само.'}
        </p>
      )}
      <ul aria-busy={list.isPlaceholderData}>
        {data?.results.map(one => (
          <Changed
            key={one.case.id}
            one={one}
            seen={seen}
            busy={marking.isPending}
            onMark={() => marking.mutate({ cases: [one.case.id], seen: !seen })}
          />
        ))}
      </ul>
      {data && data.count > pageSize && (
        <Pages
          page={page}
          last={Math.ceil(data.count / pageSize)}
          hrefOf={() => '/today'}
          onGo={setPage}
          show={showNumber}
        />
      )}
    </section>
  )
}

type Props = { one: InboxCase; seen: boolean; busy: boolean; onMark: () => void }
const Changed = ({ one, seen, busy, onMark }: Props) => {
  const { case: of, changes, is_new, at } = one
  return (
    <li className={styles.case} data-new={!seen || undefined}>
      <p className={styles.about}>
        <LinkToCase id={of.id} className="strong">
          {namesOfWatched(of)}
        </LinkToCase>
        <span className="quiet small">{[numberLine(of), of.court.title].filter(Boolean).join(', ')}</span>
      </p>
      <dl className={styles.was}>
        {is_new && (
          <div>
            <dt>Новое дело</dt>
            <dd>появилось на&nbsp;сайте суда</dd>
          </div>
        )}
        {changes.map(({ label, before, after }) => (
          <div key={`${label} ${before} ${after}`}>
            <dt>{label}</dt>
            <dd>
              {before !== null && (
                <del>
                  <span className="sr">было: </span>
                  {before}
                </del>
              )}
              {after !== null && (
                <ins>
                  <span className="sr">стало: </span>
                  {after}
                </ins>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className={`tiny faint ${styles.foot}`}>
        <span>{[reasonOf(of), `узнали ${showMoment(at)}`].filter(Boolean).join(', ')}</span>
        <span className={styles.links}>
          {of.url && (
            <a href={of.url} target="_blank" rel="noreferrer">
              Карточка на&nbsp;сайте суда
            </a>
          )}
          <Button
            look="link"
            busy={busy}
            onClick={onMark}
            aria-label={`${seen ? 'Вернуть в непрочитанные' : 'Прочитано'}: ${namesOfWatched(of)}`}
          >
            {!seen && <Icon name="check" size={14} />} {seen ? 'Вернуть в\u00a0непрочитанные' : 'Прочитано'}
          </Button>
        </span>
      </p>
    </li>
  )
}
