import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { setsQueryOptions } from '../api/sets.ts'
import { Alert } from '../ui/alert.tsx'
import { watchEndWords } from './watch-end-words.ts'

/** Sets whose watching is to end or has ended; readers cannot prolong it. */
export const EndingWatches = () => {
  const { data } = useQuery(setsQueryOptions)
  const ending = data?.results.filter(({ watching, role }) => watching !== null && role !== 'reader') ?? []
  if (ending.length === 0) return null
  return (
    <Alert>
      <ul>
        {ending.map(({ id, title, watching }) => (
          <li key={id}>
            Подборка{' '}
            <Link to="/sets/$id" params={{ id: String(id) }} search={{ tab: 'watched' }}>
              «{title}»
            </Link>
            . {watching && watchEndWords(watching)}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
