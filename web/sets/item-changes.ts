import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type ItemStatus, itemStatuses } from '#shared/domain/sets.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import {
  changeCases,
  changeItems,
  type ItemChanges,
  refreshSetLists,
  refreshSets,
  removeItems,
  restoreItems,
} from '../api/sets.ts'
import { showFailure } from '../filters/use-act.ts'
import { showToast } from '../ui/toasts.tsx'

export const statusLabel = (status: ItemStatus): string =>
  itemStatuses.find(({ value }) => value === status)?.label ?? status

/** One change of many cases of a set, with undo. False: it was refused, and that has been said. */
export const useItemChanges = (setId: number) => {
  const client = useQueryClient()
  return useCallback(
    async (cases: readonly number[], change: ItemChanges): Promise<boolean> => {
      try {
        const { changed, undo } = await changeCases(setId, cases, change)
        await refreshSets(client)
        const takeBack = async () => {
          await changeItems(setId, undo).catch(showFailure)
          await refreshSets(client)
        }
        if (changed === 0) showToast('Так уже и записано.')
        else
          showToast(`${changeWords(change)}: ${counted(changed, caseForms)}.`, {
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
