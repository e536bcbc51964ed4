import { Link } from '@tanstack/react-router'
import type { Today } from '#shared/api/today.ts'
import { WatchEnd } from './watch-end.tsx'

/**
 * Sets whose watching ends soon or has ended. Not an alert, because nothing has failed; not printed with the hearings.
 */
export const EndingWatches = ({ sets = [] }: { sets: Today['ending_watches'] }) => {
  if (sets.length === 0) return null
  return (
    <div className="screen-only doubt">
      <ul>
        {sets.map(({ id, title, ...end }) => (
          <li key={id}>
            Подборка{' '}
            <Link to="/sets/$id" params={{ id: String(id) }} search={{ tab: 'watched' }}>
              «{title}»
            </Link>
            . <WatchEnd set={{ id, title }} end={end} mayKeep />
          </li>
        ))}
      </ul>
    </div>
  )
}
