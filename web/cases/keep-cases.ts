import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CaseRow } from '#shared/api/cases.ts'
import { caseForms, counted, plural } from '#shared/domain/wording.ts'
import type { CaseList } from '../api/cases.ts'
import { changeFavouritesInBulk } from '../api/favourites.ts'
import { showFailure } from '../filters/use-act.ts'
import { showToast } from '../ui/toasts.tsx'

/** Adds many cases to favourites or removes them, with undo. False when refused, which has been reported. */
export const useKeepCases = (): ((ids: readonly number[], kept: boolean) => Promise<boolean>) => {
  const client = useQueryClient()
  return useCallback(
    async (ids, kept) => {
      const change = async (on: boolean): Promise<boolean> => {
        try {
          await changeFavouritesInBulk(client, on ? { add: ids } : { remove: ids })
          return true
        } catch (error) {
          showFailure(error)
          return false
        }
      }
      const done = await change(kept)
      if (done) showToast(sentence(ids.length, kept), { act: { label: 'Отменить', run: () => void change(!kept) } })
      return done
    },
    [client],
  )
}

const sentence = (count: number, kept: boolean): string =>
  kept
    ? `${counted(count, caseForms)} ${plural(count, ['добавлено', 'добавлены', 'добавлено'])} в избранное.`
    : `${counted(count, caseForms)} ${plural(count, ['убрано', 'убраны', 'убрано'])} из избранного.`

/** As in the lists on screen; for a case outside them neither tags nor sets are known. */
export type PickedCase = Pick<CaseRow, 'id' | 'in_favorites'> & Partial<Pick<CaseRow, 'case_number' | 'tags' | 'sets'>>
export const casesByIds = (client: QueryClient, ids: ReadonlySet<number>): PickedCase[] => {
  const known = new Map<number, CaseRow>()
  for (const [, list] of client.getQueriesData<CaseList>({ queryKey: ['cases'] }))
    for (const row of list?.results ?? []) if (ids.has(row.id)) known.set(row.id, row)
  return [...ids].map(id => known.get(id) ?? { id, in_favorites: false })
}
