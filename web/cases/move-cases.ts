import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CaseRow } from '#shared/api/cases.ts'
import { caseForms, counted, plural } from '#shared/domain/wording.ts'
import type { CaseList } from '../api/cases.ts'
import { type FavouritePlace, favouritePlace, placeCases } from '../api/favourites.ts'
import { showFailure } from '../filters/use-act.ts'
import type { TaggedCase } from '../tags/tag-dialog.tsx'
import { showToast } from '../ui/toasts.tsx'

type Movable = Pick<CaseRow, 'id' | 'in_favorites' | 'folder'>

export const useMoveCases = (): ((cases: readonly Movable[], place: FavouritePlace) => Promise<boolean>) => {
  const client = useQueryClient()
  return useCallback(
    async (cases, place) => {
      const moved = cases.filter(one => !isAt(one, place))
      if (moved.length === 0) {
        showToast(alreadyThere(cases.length, place))
        return true
      }
      const before = moved.map(one => ({ id: one.id, place: favouritePlace(one) }))
      const done = await tryPlacing(
        client,
        before.map(({ id }) => ({ id, place })),
      )
      if (done)
        showToast(sentence(moved, place), { act: { label: 'Отменить', run: () => void tryPlacing(client, before) } })
      return done
    },
    [client],
  )
}

const tryPlacing = async (client: QueryClient, cases: Parameters<typeof placeCases>[1]): Promise<boolean> => {
  try {
    await placeCases(client, cases)
    return true
  } catch (error) {
    showFailure(error)
    return false
  }
}

const isAt = (one: Movable, place: FavouritePlace): boolean => {
  const now = favouritePlace(one)
  return now === place || (isFolder(now) && isFolder(place) && now.id === place.id)
}
const isFolder = (place: FavouritePlace): place is { id: number; title: string } => place !== null && place !== 'gone'

const sentence = (moved: readonly Movable[], place: FavouritePlace): string => {
  const done = (...forms: Parameters<typeof plural>[1]) =>
    `${counted(moved.length, caseForms)} ${plural(moved.length, forms)}`
  if (place === 'gone') return `${done('убрано', 'убраны', 'убрано')} из избранного.`
  if (place !== null) return `${done('перенесено', 'перенесены', 'перенесено')} в папку «${place.title}».`
  return moved.every(one => !one.in_favorites)
    ? `${done('добавлено', 'добавлены', 'добавлено')} в избранное.`
    : `${done('вынесено', 'вынесены', 'вынесено')} из папок, в избранное.`
}
const alreadyThere = (count: number, place: FavouritePlace): string => {
  const subject = count === 1 ? 'Дело и так' : 'Дела и так'
  if (place === 'gone') return `${subject} не в избранном.`
  return place === null ? `${subject} в избранном вне папок.` : `${subject} в папке «${place.title}».`
}

/** As the lists on the screen say; of one that stands on none of them, no tags are known. */
export const casesByIds = (client: QueryClient, ids: ReadonlySet<number>): (Movable & TaggedCase)[] => {
  const known = new Map<number, CaseRow>()
  for (const [, list] of client.getQueriesData<CaseList>({ queryKey: ['cases'] }))
    for (const row of list?.results ?? []) if (ids.has(row.id)) known.set(row.id, row)
  return [...ids].map(id => known.get(id) ?? { id, in_favorites: false, folder: null })
}
