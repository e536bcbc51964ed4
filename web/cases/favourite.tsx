import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { setFavourite } from '../api/cases.ts'
import { sentenceOf } from '../api/client.ts'
import { Icon } from '../ui/icon.tsx'
import { say } from '../ui/toasts.tsx'
import styles from './favourite.module.css'

type Starred = { id: number; case_number: string; in_favorites: boolean }

/** Keeps or lets go a case; the star answers at once and turns back, with a message, when the server refuses. */
export const useFavourite = (): ((row: Starred) => void) => {
  const client = useQueryClient()
  return useCallback(
    row => {
      setFavourite(client, row.id, !row.in_favorites).catch(error => say(sentenceOf(error), { bad: true }))
    },
    [client],
  )
}

export const Star = ({ row, onToggle }: { row: Starred; onToggle: (row: Starred) => void }) => (
  <button
    type="button"
    className={styles.star}
    aria-pressed={row.in_favorites}
    aria-label={`Избранное: ${row.case_number}`}
    onClick={() => onToggle(row)}
  >
    <Icon name="star" />
  </button>
)
