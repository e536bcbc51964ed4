import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CaseRow } from '#shared/api/cases.ts'
import { setFavourite } from '../api/cases.ts'
import { showFailure } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useShortcuts } from '../ui/keys.ts'
import styles from './favourite.module.css'

type Starred = Pick<CaseRow, 'id' | 'case_number' | 'in_favorites' | 'changed_since'>

export const useFavourite = (): ((row: Starred) => void) => {
  const client = useQueryClient()
  return useCallback(
    row => {
      setFavourite(client, row, !row.in_favorites).catch(showFailure)
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

export const KeepButton = ({ one }: { one: Starred }) => {
  const toggle = useFavourite()
  useShortcuts({ s: () => toggle(one) })
  return (
    <Button aria-pressed={one.in_favorites} onClick={() => toggle(one)}>
      <Icon name="star" />
      <span>{one.in_favorites ? 'В избранном' : 'В избранное'}</span>
    </Button>
  )
}
