import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { Compared, PracticeSection } from '#shared/api/practice.ts'
import {
  amountIn,
  medianWords,
  outcomeLabels,
  percent,
  rangeWords,
  reviewLabels,
  shareWords,
  showInterval,
} from '#shared/charts/share-wording.ts'
import { codexOfType, codexTitle } from '#shared/domain/codex.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { penaltyTypes } from '#shared/domain/outcomes.ts'
import { smallSample } from '#shared/domain/statistics-ranges.ts'
import { lowerFirst, plural, showNumber } from '#shared/domain/wording.ts'
import styles from './practice.module.css'

/** Decisions for one codex in one instance. */
type Props = { section: PracticeSection; whole: Whole }
export const Section = ({ section, whole }: Props) => {
  const titleId = useId()
  const shares = sharesOf(section)
  const hasExpected = shares.some(({ expected }) => expected !== null)
  const { type, stage, days, outcomes, penalties, published, reviews } = section
  const labels = stage === 1 ? outcomeLabels : reviewLabels
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId} className="h3">
        {codexTitle(codexOfType(type))}, {stage === 1 ? 'первая' : 'вторая'} инстанция: решено{' '}
        <Link to="/" search={{ ...section.filters, ordering: defaultOrdering }}>
          {showNumber(section.decided)}
        </Link>
      </h2>
      <div className={styles.scroll}>
        <table className={styles.figures}>
          <thead>
            <tr>
              <th scope="col">Показатель</th>
              <th scope="col">Дел</th>
              <th scope="col">Доля</th>
              <th scope="col">
                <span className="sr">Отрезок</span>
              </th>
              {hasExpected && <th scope="col">Ожидалось {whole.by}</th>}
            </tr>
          </thead>
          <tbody>
            {outcomes.map(one => (
              <Row
                key={one.kind}
                name={labels[one.kind] ?? one.kind}
                share={one}
                filters={one.filters}
                hasExpected={hasExpected}
              />
            ))}
            {days && <Row name="дольше медианы по тем же статьям" share={days.slower} hasExpected={hasExpected} />}
            {penalties.map(one => (
              <Row
                key={`${one.penalty_type} ${one.suspended}`}
                name={`${penaltyName(one)}: больше медианы по тем же статьям`}
                share={one.above}
                hasExpected={hasExpected}
              />
            ))}
            <Row
              name="текст решения опубликован"
              share={published}
              filters={published.filters}
              hasExpected={hasExpected}
            />
            {reviews &&
              (['upheld', 'changed', 'annulled'] as const).map(kind => (
                <Row
                  key={kind}
                  name={`после жалобы: ${reviewLabels[kind]}`}
                  share={reviews[kind]}
                  hasExpected={hasExpected}
                />
              ))}
          </tbody>
        </table>
      </div>
      {shares.some(({ expected }) => expected === null) && (
        <p className="quiet small">
          {hasExpected ? 'Прочерк — с\u00a0чем сравнивать, неизвестно' : `Что ожидалось ${whole.by}, неизвестно`}:
          {' дел с\u00a0теми\u00a0же статьями '}
          {whole.others} меньше {smallSample}.
        </p>
      )}
      {days && (
        <p className="small">
          От поступления до решения: медиана {medianWords(days, showDays)}; средняя половина:{' '}
          {rangeWords(days, showDays)}.
        </p>
      )}
      {penalties.map(one => (
        <p key={`${one.penalty_type} ${one.suspended}`} className="small">
          {penaltyName(one)}:{' '}
          <Link to="/" search={{ ...one.filters, ordering: defaultOrdering }}>
            {showNumber(one.n)}
          </Link>
          , медиана {medianWords(one, amountIn(one.penalty_type))}; средняя половина:{' '}
          {rangeWords(one, amountIn(one.penalty_type))}.
        </p>
      ))}
    </section>
  )
}

/** The group that a judge or court is compared with: «по суду», «у других судей суда». */
export type Whole = { by: string; others: string }

const sharesOf = ({ outcomes, days, penalties, published, reviews }: PracticeSection): Pick<Compared, 'expected'>[] => [
  ...outcomes,
  ...(days ? [days.slower] : []),
  ...penalties.map(({ above }) => above),
  published,
  ...(reviews ? [reviews.upheld, reviews.changed, reviews.annulled] : []),
]

const showDays = (days: number): string => `${showNumber(days)}\u00a0${plural(days, ['день', 'дня', 'дней'])}`
const kinds: ReadonlyMap<string, string> = new Map(penaltyTypes.map(({ value, label }) => [value, label]))
const penaltyName = ({ penalty_type, suspended }: PracticeSection['penalties'][number]): string =>
  `${lowerFirst(kinds.get(penalty_type) ?? penalty_type)}${suspended ? ' условно' : ''}`

type RowProps = { name: string; share: Omit<Compared, 'filters'>; filters?: Compared['filters']; hasExpected: boolean }
const Row = ({ name, share, filters, hasExpected }: RowProps): ReactNode => (
  <tr>
    <th scope="row">{name}</th>
    <td>
      {filters ? (
        <Link to="/" search={{ ...filters, ordering: defaultOrdering }}>
          {showNumber(share.count)}
        </Link>
      ) : (
        showNumber(share.count)
      )}{' '}
      <span className="quiet">
        из{'\u00a0'}
        {showNumber(share.of)}
      </span>
    </td>
    <td>
      {shareWords(share.count, share.of)} <span className="quiet">({showInterval(share)})</span>
    </td>
    <td>
      <IntervalBar share={share} />
    </td>
    {hasExpected && <td>{share.expected === null ? '—' : percent(100 * share.expected)}</td>}
  </tr>
)

/** The interval as a line, the share as a dot, the expected share as a tick. */
const IntervalBar = ({ share: { count, of, from, to, expected } }: Pick<RowProps, 'share'>) => {
  const at = (share: number): string => `${2 + 96 * share}%`
  return (
    <svg className={styles.bar} width="120" height="16" aria-hidden="true">
      <line className={styles.axis} x1="2%" x2="98%" y1="8" y2="8" />
      <line className={styles.interval} x1={at(from)} x2={at(to)} y1="8" y2="8" />
      <circle className={styles.share} cx={at(count / of)} cy="8" r="3.5" />
      {expected !== null && <line className={styles.expected} x1={at(expected)} x2={at(expected)} y1="1" y2="15" />}
    </svg>
  )
}
