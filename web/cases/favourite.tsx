import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CaseRow } from '#shared/api/cases.ts'
import { setFavourite } from '../api/cases.ts'
import { placeCases } from '../api/favourites.ts'
import { showFailure } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useShortcuts } from '../ui/keys.ts'
import { showToast } from '../ui/toasts.tsx'
import styles from './favourite.module.css'

type Starred = Pick<CaseRow, 'id' | 'case_number' | 'in_favorites' | 'folder' | 'changed_since'>

export const useFavourite = (): ((row: Starred) => void) => {
  const client = useQueryClient()
  return useCallback(
    row => {
      setFavourite(client, row, !row.in_favorites)
        .then(() => row.in_favorites && row.folder && offerBack(client, row))
        .catch(showFailure)
    },
    [client],
  )
}

/** Pressing the star again would not put the case back into its folder. */
const offerBack = (client: QueryClient, { id, case_number, folder }: Starred): void =>
  showToast(`Дело № ${case_number} убрано из избранного и из папки «${folder?.title}».`, {
    act: { label: 'Отменить', run: () => void placeCases(client, [{ id, place: folder }]).catch(showFailure) },
  })

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
