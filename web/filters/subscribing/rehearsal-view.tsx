import { useQuery } from '@tanstack/react-query'
import type { Rehearsal } from '#shared/api/subscriptions.ts'
import { showDate, showDayMonth } from '#shared/domain/dates.ts'
import { withSaid } from '#shared/domain/hearing-said.ts'
import { manyNewsPerDay, type NewsKind, newsLabel, previewDays } from '#shared/domain/news.ts'
import { counted, showNumber } from '#shared/domain/wording.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { rehearsalQueryOptions, type WatchedTarget } from '../../api/subscriptions.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './rehearsal.module.css'

/**
 * What the last hundred days would have brought (§2 /subscriptions): a bar per day, the most frequent causes, what to
 * exclude.
 */
type Less = Rehearsal['less'][number]
type Props = { watched: WatchedTarget; kinds: readonly NewsKind[]; onLess: (change: Less['change']) => void }
export const RehearsalView = ({ watched, kinds, onLess }: Props) => {
  const { data, error, isPlaceholderData } = useQuery(rehearsalQueryOptions(watched, kinds))
  return (
    <section className={styles.part} aria-label="Проба" aria-busy={(!data && !error) || isPlaceholderData}>
      <h3>Что пришло бы за последние {previewDays} дней</h3>
      {kinds.length === 0 ? (
        <p className="quiet">Выберите хотя бы один вид новостей.</p>
      ) : error ? (
        <Alert>{sentenceOf(error)}</Alert>
      ) : (
        <>
          <p role="status" className={data ? undefined : 'quiet'}>
            {data ? summary(data) : 'Считается…'}
          </p>
          {data?.refusal && <Alert>{data.refusal}</Alert>}
          {data && data.refusal === null && data.per_day > manyNewsPerDay && (
            <p className="doubt">
              Больше {manyNewsPerDay}&nbsp;новостей в&nbsp;день не&nbsp;прочесть: сузьте фильтры или уберите виды
              новостей.
            </p>
          )}
          {data && data.ahead > 0 && <Ahead rehearsed={data} />}
          <Bars days={data?.days ?? []} />
          {data && data.causes.length > 0 && <Causes causes={data.causes} total={data.total} />}
          {data && data.cases > 1 && data.less.length > 0 && (
            <div className={styles.less}>
              <h4>Сократить поток</h4>
              <ul>
                {data.less.map(({ label, removes, change }) => (
                  <li key={label}>
                    <Button className={styles.cut} onClick={() => onLess(change)}>
                      <span>{label}</span>
                      <span className="quiet">−{showNumber(removes)}</span>
                    </Button>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
    </section>
  )
}

const newsForms = ['новость', 'новости', 'новостей'] as const
const aboutForms = ['деле', 'делах', 'делах'] as const
const summary = ({ total, cases, per_day }: Rehearsal): string =>
  total === 0
    ? 'Новостей не было: сообщения будут редкими.'
    : `${counted(total, newsForms)} о\u00a0${counted(cases, aboutForms)}${per_day === 0 ? '' : `, в\u00a0среднем ${showNumber(per_day)} в\u00a0день`}.`

const Ahead = ({ rehearsed: { ahead, hearings } }: { rehearsed: Pick<Rehearsal, 'ahead' | 'hearings'> }) => (
  <div>
    <p>
      Заседания впереди есть в&nbsp;{counted(ahead, aboutForms)}
      {hearings.length > 0 ? ', ближайшие:' : '.'}
    </p>
    {hearings.length > 0 && (
      <ol className="small" aria-label="Ближайшие заседания">
        {hearings.map(({ case: of, date, time, said }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two hearings of a case may be at one hour
          <li key={n}>
            {withSaid(`${showDayMonth(date)}${time ? `, ${time}` : ''}`, said)} — №&nbsp;{of.case_number},{' '}
            <span className="quiet">{of.court}</span>
          </li>
        ))}
      </ol>
    )}
  </div>
)

const height = 64
const step = 4
const Bars = ({ days }: { days: Rehearsal['days'] }) => {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const [first] = days
  const last = days.at(-1)
  const top = days.find(({ count }) => count === most)
  return (
    <figure className={styles.chart}>
      <svg
        viewBox={`0 0 ${previewDays * step} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={
          top && top.count > 0
            ? `Новости по дням; больше всего, ${showNumber(most)}, — ${showDate(top.day)}`
            : 'Новости по дням'
        }
      >
        {days.map(({ day, count }, n) => (
          <rect
            key={day}
            x={n * step}
            y={height - (count / most) * height}
            width={step - 1}
            height={(count / most) * height}
          >
            <title>{`${showDate(day)}: ${showNumber(count)}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption className={`faint tiny ${styles.axis}`}>
        <span>{first ? showDayMonth(first.day) : '\u00a0'}</span>
        <span>{top && top.count > 0 && `больше всего в день — ${showNumber(most)}`}</span>
        <span>{last && showDayMonth(last.day)}</span>
      </figcaption>
    </figure>
  )
}

const Causes = ({ causes, total }: Pick<Rehearsal, 'causes' | 'total'>) => (
  <div>
    <h4>Чаще всего</h4>
    <ol className={`small ${styles.causes}`}>
      {causes.map(({ kind, what, count }) => (
        <li key={`${kind} ${what}`}>
          <span>
            {newsLabel(kind)}
            {what && <span className="quiet">: {what}</span>}
          </span>
          <span
            className={styles.share}
            style={{ backgroundSize: `${(count / total) * 100}% 100%` }}
            aria-hidden="true"
          />
          <span className={styles.number}>{showNumber(count)}</span>
        </li>
      ))}
    </ol>
  </div>
)
