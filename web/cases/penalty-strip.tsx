import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import type { Comparison } from '#shared/api/comparables.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { narrow, useMedia } from '../ui/media.ts'
import styles from './similar-cases.module.css'
import { placedMarks, stripScale } from './strip-scale.ts'

/**
 * Penalties on an axis: the interquartile range, the median, a dot per case, this case highlighted. Dots open cases; a
 * number is a group of equal penalties and opens its list. One tab stop; arrow keys move between marks.
 */
const [height, floor, radius] = [96, 78, 3.5]

type Props = { penalties: NonNullable<Comparison['penalties']>; own: number; show: (value: number) => string }
export const PenaltyStrip = ({ penalties, own, show }: Props) => {
  const columns = useMedia(narrow) ? 48 : 100
  const [reached, setReached] = useState(0)
  const scale = stripScale(penalties)
  const at = (value: number): string => `${scale.at(value)}%`
  const tied = new Set(penalties.ties.map(({ value }) => value))
  const alone = penalties.dots.filter(({ value }) => !tied.has(value))
  const { ties, dots } = placedMarks(penalties.ties, alone, scale.at, columns)
  const y = (row: number): number => floor - row * 2 * radius
  const marks = [
    ...ties.map(tie => ({ tie, value: tie.value })),
    ...dots.map(dot => ({ dot, value: dot.value })),
  ].toSorted((one, other) => one.value - other.value)
  return (
    <figure className={styles.strip}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing of links, not fields of a form */}
      <svg
        width="100%"
        height={height}
        role="group"
        aria-label="Наказания в похожих делах, по возрастанию; стрелки переводят к следующему. Все они — в списке по ссылке выше."
        onKeyDown={event => moveFocus(event, reached, setReached)}
      >
        <rect
          className={styles.half}
          x={at(penalties.lower)}
          width={`${Math.max(0.4, scale.at(penalties.upper) - scale.at(penalties.lower))}%`}
          y={4}
          height={floor}
        />
        <line className={styles.axis} x1="0" x2="100%" y1={floor + 4} y2={floor + 4} />
        <line className={styles.median} x1={at(penalties.median)} x2={at(penalties.median)} y1={0} y2={floor + 8} />
        {marks.map((mark, place) => {
          const shared = {
            preload: false,
            tabIndex: place === reached ? 0 : -1,
            onFocus: () => setReached(place),
          } as const
          if ('tie' in mark) {
            const { value, count, filters, x, row } = mark.tie
            return (
              <Link
                key={`tie ${value}`}
                to="/"
                search={{ ...filters, ordering: defaultOrdering }}
                className={styles.tie}
                aria-label={`${show(value)}: ${showNumber(count)}, открыть список`}
                {...shared}
              >
                <svg aria-hidden="true" x={`${x}%`} y={y(row) - 3 * radius} overflow="visible">
                  <rect x={-14} width={28} height={4 * radius - 1} rx={6} />
                  <text y={2 * radius + 3}>{showNumber(count)}</text>
                  <title>{`${show(value)}: ${showNumber(count)}`}</title>
                </svg>
              </Link>
            )
          }
          const { value, case_id, x, row } = mark.dot
          return (
            <Link
              // biome-ignore lint/suspicious/noArrayIndexKey: a case has a dot for each of its penalties
              key={`${case_id} ${place}`}
              to="/cases/$id"
              params={{ id: String(case_id) }}
              aria-label={case_id === own ? `${show(value)}, это дело` : `${show(value)}, открыть дело`}
              {...shared}
            >
              <circle className={case_id === own ? styles.own : styles.dot} cx={`${x}%`} cy={y(row)} r={radius}>
                <title>{show(value)}</title>
              </circle>
            </Link>
          )
        })}
        {penalties.own && (
          <svg aria-hidden="true" x={at(penalties.own.value)} y={height - 9} overflow="visible">
            <path className={styles.mark} d="M-6 9 L6 9 L0 0 Z" />
          </svg>
        )}
      </svg>
      <figcaption className="quiet tiny">
        <span>{show(scale.from)}</span>
        <span>
          {penalties.own && '▲ это дело · '}
          черта — медиана, полоса — средняя половина
          {ties.length > 0 && ', число — столько одинаковых'}
          {scale.isLogarithmic && ', шкала логарифмическая'}
        </span>
        <span>{show(scale.to)}</span>
      </figcaption>
    </figure>
  )
}

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at, last) => Math.min(last, at + 1),
  ArrowLeft: at => Math.max(0, at - 1),
  ArrowDown: at => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
}
function moveFocus(event: KeyboardEvent<SVGSVGElement>, at: number, onReach: (place: number) => void): void {
  const links = event.currentTarget.querySelectorAll<SVGAElement>('a')
  const next = steps[event.key]?.(at, links.length - 1)
  if (next === undefined) return
  event.preventDefault()
  onReach(next)
  links[next]?.focus()
}
