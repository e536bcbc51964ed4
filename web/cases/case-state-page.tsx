import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CaseState } from '#shared/api/journal.ts'
import { fieldName, withShownDates } from '#shared/domain/case-field-names.ts'
import { firstYear, showDate } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { sentenceOf } from '../api/api-error.ts'
import { caseStateQueryOptions, type StateAsked } from '../api/past.ts'
import { RecordFailed } from '../filters/record-failed.tsx'
import { buttonClass } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import record from '../ui/record-page.module.css'
import { useTitle } from '../ui/title.ts'
import { Crumbs } from './breadcrumbs.tsx'
import styles from './case-state-page.module.css'
import { showInstant } from './court-time.ts'

/** A former state of a case: by journal number, or as known at the end of a day. */
export const CaseStatePage = ({ id, asked }: { id: number; asked: StateAsked }) => {
  const { data, error, isPending, refetch } = useQuery(caseStateQueryOptions(id, asked))
  const navigate = useNavigate()
  const [wrong, setWrong] = useState<string>()
  const params = { id: String(id) }
  const name = data ? `Дело № ${data.record.case_number}` : 'Дело'
  const heading = asked.as_of === undefined ? `${name}, каким оно было` : `${name} на ${showDate(asked.as_of)}`
  useTitle(heading)
  return (
    <main id="main" tabIndex={-1} className="wrap">
      <Crumbs>
        <Link to="/cases/$id" params={params}>
          Дело сейчас
        </Link>
      </Crumbs>
      <header className={record.head}>
        <h1 tabIndex={-1}>{heading}</h1>
        <div className={styles.day}>
          <span className="quiet small">На дату</span>
          <DateField
            label="На дату"
            placeholder="дд.мм.гггг"
            value={asked.as_of}
            earliest={`${firstYear}-01-01`}
            latest={today()}
            invalid={wrong !== undefined}
            describedBy="wrong-day"
            onChange={(day, unread) => {
              setWrong(unread)
              if (unread === undefined)
                void navigate({
                  to: '/cases/$id/state',
                  params,
                  search: day === undefined ? {} : { as_of: day },
                  replace: true,
                })
            }}
          />
        </div>
        <p id="wrong-day" role="status" className={`error small ${styles.wrong}`}>
          {wrong}
        </p>
      </header>
      {data ? (
        <State state={data} />
      ) : isPending ? (
        <p className="quiet">Загружается…</p>
      ) : (
        <RecordFailed
          error={error}
          onRetry={refetch}
          absent={{ title: 'Такой записи нет', sentence: sentenceOf(error) }}
          failed="Запись не загрузилась"
        >
          <Link to="/cases/$id" params={params} className={buttonClass('main')}>
            К делу
          </Link>
        </RecordFailed>
      )}
    </main>
  )
}

const State = ({ state }: { state: CaseState }) => (
  <>
    <p className={`quiet small ${styles.when}`}>
      Так дело записано {showInstant(state.seen_at)}
      {state.until === null ? '; с тех пор запись не менялась' : `; ${showInstant(state.until)} записано иначе`}.
      {state.carried_over !== null
        ? ` Запись тогда не хранилась: она прочитана позже, ${showInstant(state.carried_over.at)}, из страницы, сохранённой тогда. SHA-256: ${state.carried_over.page_hash}.`
        : state.page_hash !== null && ` Прочитано со страницы, SHA-256: ${state.page_hash}.`}
      {state.file !== null && ` Прочитано из файла «${state.file}».`}
    </p>
    <dl className={styles.fields}>
      {state.lines.map(({ field, lines }) => (
        <div key={field}>
          <dt>{fieldName(field)}</dt>
          {lines.map((line, at) => (
            // Lines of one field may repeat.
            // biome-ignore lint/suspicious/noArrayIndexKey: a state does not change
            <dd key={at}>{withShownDates(line)}</dd>
          ))}
        </div>
      ))}
      {(state.text !== null || state.text_is_away) && (
        <div>
          <dt>Текст решения</dt>
          <dd className={styles.text}>{state.text ?? 'Сейчас не прочесть: сервер текстов не\u00a0отвечает.'}</dd>
        </div>
      )}
    </dl>
  </>
)
