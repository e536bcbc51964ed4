import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CourtCheck } from '#shared/api/collecting.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { showNumber, upperFirst } from '#shared/domain/wording.ts'
import { courtChecksQueryOptions, courtsOnPage, deleteCourtNotes } from '../api/operations.ts'
import { RetryAlert } from '../filters/load-failed.tsx'
import { Pager } from '../filters/pager.tsx'
import { useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import table from '../ui/table.module.css'
import styles from './debug-page.module.css'

type Only = 'flagged' | 'all'
const choices = [
  { value: 'flagged', label: 'С замечаниями' },
  { value: 'all', label: 'Все' },
] as const satisfies readonly { value: Only; label: string }[]

export const CourtChecks = () => {
  const [only, setOnly] = useState<Only>('flagged')
  const [page, setPage] = useState(1)
  const list = useQuery({ ...courtChecksQueryOptions(only, page), placeholderData: keepPreviousData })
  const { data } = list
  const last = Math.ceil((data?.count ?? 0) / courtsOnPage)
  return (
    <>
      <div className={styles.choice}>
        <Segmented
          label="Какие суды показать"
          options={choices}
          value={only}
          onChange={value => {
            setOnly(value)
            setPage(1)
          }}
        />
      </div>
      <RetryAlert of={list} />
      {data?.count === 0 && (
        <p className="quiet">
          {only === 'flagged' ? 'Замечаний нет.' : 'Сайты судов ещё не опрашивались, и их адреса неизвестны.'}
        </p>
      )}
      {data && data.results.length > 0 && (
        <table className={`${table.table} ${styles.rows} ${styles.courts}`}>
          <thead className="sr-phone">
            <tr>
              <th>Суд</th>
              <th>Проверен</th>
              <th>Обещано, получено</th>
              <th>Что не так</th>
            </tr>
          </thead>
          <tbody>
            {data.results.map(check => (
              <Row key={check.court.id} check={check} />
            ))}
          </tbody>
        </table>
      )}
      <Pager label="Страницы судов" page={page} last={last} hrefOf={() => '/debug'} onGo={setPage} />
    </>
  )
}

const Row = ({ check }: { check: CourtCheck }) => (
  <tr>
    <td>
      {check.court.title}
      <span className="second">
        {[regionTitle(check.court.region), ...check.hosts, check.layout].filter(Boolean).join(', ')}
      </span>
      {!check.watched && <span className="second">расписание его не опрашивает</span>}
    </td>
    <td data-label="Проверен">
      {check.last_good_at === null ? 'ещё не был' : showMoment(check.last_good_at)}
      {check.last_tried_at !== null && check.last_tried_at !== check.last_good_at && (
        <span className="second">спрашивали {showMoment(check.last_tried_at)}</span>
      )}
    </td>
    <td data-label="Обещано, получено">
      {showNumber(check.promised)} / {showNumber(check.held)}
    </td>
    <td>
      <Trouble check={check} />
    </td>
  </tr>
)

type Props = { check: CourtCheck }
const Trouble = ({ check: { court, flag, errors, last_error, captcha_since, not_understood } }: Props) => {
  const looked = useAct(() => deleteCourtNotes(court.id), { changes: [['court-checks']] })
  if (flag === null && last_error === null && not_understood.length === 0) return '—'
  return (
    <>
      {flag && (
        <>
          <b className="strong">{upperFirst(flag.title)}</b>
          {flag.since && <span className="second">с {showMoment(flag.since)}</span>}
        </>
      )}
      {last_error && (
        <span className="second">
          {last_error} {errors > 1 && `Раз подряд: ${showNumber(errors)}.`}
        </span>
      )}
      {captcha_since && <span className="second">проверочный код ждёт с {showMoment(captcha_since)}</span>}
      {not_understood.length > 0 && (
        <details className={styles.notes}>
          <summary>Непонятое: {showNumber(not_understood.length)}</summary>
          <ul>
            {not_understood.map(({ code, where, value }) => (
              <li key={`${code} ${where} ${value}`}>
                {value} <span className="quiet small">{[where, code].filter(Boolean).join(', ')}</span>
              </li>
            ))}
          </ul>
          <Button look="link" busy={looked.isPending} onClick={() => looked.mutate()}>
            Просмотрено
          </Button>
        </details>
      )}
    </>
  )
}
