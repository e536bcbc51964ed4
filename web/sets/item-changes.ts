import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { SetItem } from '#shared/api/sets.ts'
import { type ItemStatus, itemStatuses } from '#shared/domain/sets.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { ApiError } from '../api/api-error.ts'
import {
  changeCases,
  changeItems,
  type ItemChanges,
  type ItemsChanged,
  refreshSetLists,
  refreshSets,
  removeItems,
  restoreItems,
  setItemsQueryOptions,
} from '../api/sets.ts'
import { showFailure, useRefusal } from '../filters/use-act.ts'
import { showToast } from '../ui/toasts.tsx'

export const statusLabel = (status: ItemStatus): string =>
  itemStatuses.find(({ value }) => value === status)?.label ?? status

/** The body limit allows about this many items, even with all labels. */
const mostAtOnce = 300
/** Items changed by others since are kept, and only affect their own batch. @throws ApiError of the first refusal */
export const undoChanges = async (setId: number, undo: ItemsChanged['undo']): Promise<void> => {
  const refusals: unknown[] = []
  for (let from = 0; from < undo.length; from += mostAtOnce)
    await changeItems(setId, undo.slice(from, from + mostAtOnce)).catch(error => refusals.push(error))
  if (refusals.length > 0) throw refusals[0]
}

/** Invalidates the set, and lists and charts filtered by the changed fields. */
const refreshAfter = (client: QueryClient, { status, assignee }: ItemChanges): Promise<unknown> => {
  const keys = [...(status === undefined ? [] : ['set_status']), ...(assignee === undefined ? [] : ['set_mine'])]
  const isBy = (part: unknown): boolean => typeof part === 'object' && part !== null && keys.some(key => key in part)
  return Promise.all([
    refreshSets(client),
    client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.some(isBy) }),
  ])
}

/**
 * One change for many cases of a set, with undo. False when refused, which has been reported. `onTakenBack` runs after
 * an undo.
 */
export const useItemChanges = (setId: number) => {
  const client = useQueryClient()
  const refuse = useRefusal()
  return useCallback(
    async (cases: readonly number[], change: ItemChanges, onTakenBack?: () => void): Promise<boolean> => {
      try {
        const { changed, undo } = await changeCases(setId, cases, change)
        await refreshAfter(client, change)
        const takeBack = async () => {
          await undoChanges(setId, undo).then(onTakenBack, showFailure)
          await refreshAfter(client, change)
        }
        if (changed === 0) showToast('Так уже и записано.')
        else
          showToast(`${changeWords(change)}: ${counted(changed, caseForms)}.`, {
            act: { label: 'Отменить', run: () => void takeBack() },
          })
        return true
      } catch (error) {
        refuse(error)
        return false
      }
    },
    [client, setId, refuse],
  )
}

/**
 * Writes notes on one case, with undo. Returns the current item after a conflict; undefined when refused, which has
 * been reported.
 */
export const useItemWriting = (setId: number, case_id: number) => {
  const client = useQueryClient()
  const refuse = useRefusal()
  return async (change: ItemChanges): Promise<'done' | SetItem | undefined> => {
    try {
      const { undo } = await changeItems(setId, [{ case_id, ...change }])
      const takeBack = async () => {
        await changeItems(setId, undo).catch(showFailure)
        await refreshSets(client)
      }
      await refreshSets(client)
      showToast('Запись сохранена.', { act: { label: 'Отменить', run: () => void takeBack() } })
      return 'done'
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) return void refuse(error)
      const options = setItemsQueryOptions(setId, [case_id])
      const told = await client.fetchQuery({ ...options, staleTime: 0 }).catch(() => undefined)
      const [now] = told?.results ?? []
      if (now === undefined) showToast(told ? goneSentence : unreadSentence, { bad: true })
      return now
    }
  }
}
const goneSentence = 'Пока вы писали, дело убрали из подборки: записать о нём уже нельзя.'
const unreadSentence = 'Запись изменил кто-то другой, но прочесть её не удалось. Сохраните ещё раз.'

const changeWords = ({ status, assignee, add_labels, remove_labels }: ItemChanges): string => {
  if (status !== undefined) return `«${statusLabel(status)}»`
  if (assignee !== undefined) return assignee === null ? 'Никому не назначено' : 'Назначено'
  if (add_labels !== undefined) return `Метка «${add_labels.join('», «')}» поставлена`
  if (remove_labels !== undefined) return `Метка «${remove_labels.join('», «')}» снята`
  return 'Записано'
}

export const useRemoval = (setId: number) => {
  const client = useQueryClient()
  return useCallback(
    async (cases: readonly number[]): Promise<boolean> => {
      try {
        const { removed } = await removeItems(setId, cases)
        await refreshSetLists(client)
        const takeBack = async () => {
          await restoreItems(setId, removed).catch(showFailure)
          await refreshSetLists(client)
        }
        showToast(`Убрано из подборки: ${counted(removed.length, caseForms)}.`, {
          act: { label: 'Отменить', run: () => void takeBack() },
        })
        return true
      } catch (error) {
        showFailure(error)
        return false
      }
    },
    [client, setId],
  )
}
