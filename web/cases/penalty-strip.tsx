import { Link } from '@tanstack/react-router'
import type { Comparison } from '#shared/api/comparables.ts'
import styles from './similar-cases.module.css'
import { dotsAt, stripScale } from './strip-scale.ts'

/** Penalties side by side: the middle half, the median, a dot a case, this case marked. Dots open their cases. */
const height = 96
const floor = 78
const radius = 3.5

type Props = { penalties: NonNullable<Comparison['penalties']>; own: number; show: (value: number) => string }
export const PenaltyStrip = ({ penalties, own, show }: Props) => {
  const scale = stripScale(penalties)
  const at = (value: number): string => `${scale.at(value)}%`
  const dots = dotsAt(penalties.dots, scale.at)
  const tallest = Math.max(1, ...dots.map(({ level }) => level + 1))
  const step = Math.min(2 * radius, (floor - 2 * radius) / tallest)
  return (
    <figure className={styles.strip}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing of links, not fields of a form */}
      <svg
        width="100%"
        height={height}
        role="group"
        aria-label="Наказания в похожих делах. Все они — в списке по ссылке выше."
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
        {dots.map(({ case_id, value, level }, place) => (
          <Link
            // biome-ignore lint/suspicious/noArrayIndexKey: a case has a dot for each of its penalties
            key={`${case_id} ${place}`}
            to="/cases/$id"
            params={{ id: String(case_id) }}
            preload={false}
            tabIndex={-1}
          >
            <circle
              className={case_id === own ? styles.own : styles.dot}
              cx={at(value)}
              cy={floor - level * step}
              r={radius}
            >
              <title>{show(value)}</title>
            </circle>
          </Link>
        ))}
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
          черта — медиана, полоса — средняя половина{scale.isLogarithmic && ', шкала логарифмическая'}
        </span>
        <span>{show(scale.to)}</span>
      </figcaption>
    </figure>
  )
}
