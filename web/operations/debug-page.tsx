import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DebugCounts, DebugStats, QueueState } from '#shared/api/debug.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { showBytes, showNumber } from '#shared/domain/wording.ts'
import { debugQueryOptions } from '../api/operations.ts'
import { RetryAlert } from '../filters/load-failed.tsx'
import { PartedPage } from '../ui/parted-page.tsx'
import table from '../ui/table.module.css'
import { CourtChecks } from './court-checks.tsx'
import styles from './debug-page.module.css'

const counts = [
  { name: 'courts_all_count', label: 'Судов' },
  { name: 'courts_errors_count', label: 'Судов с ошибками' },
  { name: 'cases_all_count', label: 'Дел' },
  { name: 'cases_first_instance', label: 'В первой инстанции' },
  { name: 'cases_second_instance', label: 'Во второй инстанции' },
  { name: 'cases_without_first_instance', label: 'Второй инстанции без первой' },
  { name: 'cases_without_defendants', label: 'Без привлекаемых лиц' },
  { name: 'cases_with_unknown_roles', label: 'С лицами, чья роль не сообщена' },
  { name: 'cases_without_articles', label: 'Без статей' },
  { name: 'cases_without_events', label: 'Без движения' },
] as const satisfies readonly { name: keyof DebugCounts; label: string }[]

export const DebugPage = () => {
  const stats = useQuery(debugQueryOptions)
  const { data } = stats
  return (
    <PartedPage
      title="Отладка"
      lead={
        <>
          Обновляется раз в минуту.
          <br />
          {data ? `Посчитано ${showMoment(data.counted_at)}.` : 'Считается…'}
        </>
      }
    >
      <RetryAlert of={stats} />
      <dl className={styles.counts}>
        {counts.map(({ name, label }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{data ? showNumber(data[name]) : '—'}</dd>
          </div>
        ))}
      </dl>
      {data && (
        <>
          <section className={styles.part} aria-labelledby="collecting">
            <h2 id="collecting">Сбор</h2>
            <Facts facts={collectingFacts(data)} />
            {data.collecting.captchas_waiting > 0 && (
              <p className={styles.way}>
                <Link to="/captcha">Ввести проверочные коды</Link>
              </p>
            )}
          </section>
          <section className={styles.part} aria-labelledby="courts">
            <h2 id="courts">Суды</h2>
            <CourtChecks />
          </section>
          <section className={styles.part} aria-labelledby="jobs">
            <h2 id="jobs">Задания</h2>
            <DebugJobs jobs={data.jobs} />
          </section>
          <section className={styles.part} aria-labelledby="machine">
            <h2 id="machine">Хранение и версии</h2>
            <Facts facts={machineFacts(data)} />
          </section>
        </>
      )}
    </PartedPage>
  )
}

type Fact = readonly [name: string, value: string, note?: string]
const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, value, note]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
        {note && <dd className="quiet small">{note}</dd>}
      </div>
    ))}
  </dl>
)

const collectingFacts = ({ collecting: now }: DebugStats): Fact[] => [
  ['Судов опрашивается', showNumber(now.courts_watched)],
  ['Судов с замечаниями', showNumber(now.courts_flagged)],
  ['Поисков ждёт очереди', showNumber(now.searches_waiting)],
  ['Карточек к проверке', showNumber(now.cards_waiting)],
  ['Ждут проверочного кода', showNumber(now.captchas_waiting)],
  ['Сайтов на паузе', showNumber(now.hosts_silent)],
  [
    'Запросов за сутки',
    showNumber(now.requests),
    now.requests_failed === 0 ? '' : `из них не удалось ${showNumber(now.requests_failed)}`,
  ],
  ['Последний запрос', now.last_request_at === null ? 'ещё не было' : showMoment(now.last_request_at)],
]

const machineFacts = ({ storage, versions, running_since, copy }: DebugStats): Fact[] => [
  ['База данных', showBytes(storage.database_bytes)],
  [
    'Свободно на диске',
    storage.free_bytes === null ? 'неизвестно' : showBytes(storage.free_bytes),
    storage.total_bytes === null
      ? ''
      : `из ${showBytes(storage.total_bytes)}${storage.is_low ? '; мало места, освободите диск' : ''}`,
  ],
  [
    'Столбцовая копия',
    copyStates[copy?.state ?? 'off'],
    copy?.lag ? `отстаёт не более чем на ${showSeconds(copy.lag)}` : '',
  ],
  ['Судмонитор', versions.product, `работает с ${showMoment(running_since)}`],
  ['Node', versions.node],
  ['PostgreSQL', versions.postgresql],
  ['Схема базы', versions.schema],
]
const copyStates = { ready: 'готова', loading: 'загружается', away: 'отстала', off: 'выключена' } as const
const showSeconds = (seconds: number): string => `${showNumber(Math.ceil(seconds))}\u00a0с`

const DebugJobs = ({ jobs }: { jobs: readonly QueueState[] }) =>
  jobs.length === 0 ? (
    <p className="quiet">Заданий ещё не было.</p>
  ) : (
    <table className={`${table.table} ${styles.rows} ${styles.jobs}`}>
      <thead className="sr-phone">
        <tr>
          <th>Задание</th>
          <th>Ждёт</th>
          <th>Идёт</th>
          <th>Не удалось за неделю</th>
          <th>Последнее</th>
        </tr>
      </thead>
      <tbody>
        {jobs.map(job => (
          <tr key={job.name}>
            <td>
              {job.title ?? job.name}
              <span className="second">{job.name}</span>
            </td>
            <td data-label="Ждёт">
              {showNumber(job.waiting)}
              {job.retrying > 0 && <span className="second">повторно {showNumber(job.retrying)}</span>}
              {job.waiting_since && <span className="second">с {showMoment(job.waiting_since)}</span>}
            </td>
            <td data-label="Идёт">{showNumber(job.active)}</td>
            <td data-label="Не удалось за неделю">{showNumber(job.failed)}</td>
            <td data-label="Последнее">{job.last_done_at === null ? '—' : showMoment(job.last_done_at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
