import type { QueueState } from '#shared/api/debug.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { showNumber } from '#shared/domain/wording.ts'
import table from '../ui/table.module.css'
import styles from './debug-page.module.css'

/** Queues of jobs: what waits, what is being done, what was given up. */
const titles: Readonly<Record<string, string>> = {
  collect: 'Сбор с сайтов судов',
  'plan-collecting': 'План сбора на ночь',
  'check-courts': 'Проверка судов',
  'forget-old': 'Удаление старых данных',
  'write-export': 'Запись выгрузок',
  'send-export': 'Отправка выгрузок',
  'forget-exports': 'Удаление старых выгрузок',
  'tend-subscriptions': 'Ночная проверка подписок',
}

export const DebugJobs = ({ jobs }: { jobs: readonly QueueState[] }) =>
  jobs.length === 0 ? (
    <p className="quiet">Заданий ещё не было.</p>
  ) : (
    <table className={`${table.table} ${styles.rows} ${styles.jobs}`}>
      <thead>
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
              {titles[job.name] ?? job.name}
              <span className={table.second}>{job.name}</span>
            </td>
            <td data-label="Ждёт">
              {showNumber(job.waiting)}
              {job.retrying > 0 && <span className={table.second}>повторно {showNumber(job.retrying)}</span>}
              {job.waiting_since && <span className={table.second}>с {showMoment(job.waiting_since)}</span>}
            </td>
            <td data-label="Идёт">{showNumber(job.active)}</td>
            <td data-label="Не удалось за неделю">{showNumber(job.failed)}</td>
            <td data-label="Последнее">{job.last_done_at === null ? '—' : showMoment(job.last_done_at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
