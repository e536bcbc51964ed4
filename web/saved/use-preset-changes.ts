import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Preset } from '#shared/api/saved.ts'
import { changePreset, deletePreset, presetsQueryOptions, refreshPresets, restorePreset } from '../api/saved.ts'
import { dropPreset } from '../filters/presets/active-preset.ts'
import { showFailure } from '../filters/use-act.ts'
import { announceToScreenReader, showToast } from '../ui/toasts.tsx'

/** Optimistic changes of presets, in sequence; on failure the list reverts to the server's state. */
const mutationKey = ['presets']
const scope = { id: 'presets' }

type Move = { preset: Preset; place: number; category?: Preset['category'] }

export const usePresetChanges = () => {
  const client = useQueryClient()
  const show = async (change: (presets: readonly Preset[]) => Preset[]): Promise<void> => {
    await client.cancelQueries({ queryKey: presetsQueryOptions.queryKey })
    client.setQueryData(presetsQueryOptions.queryKey, list => {
      if (!list) return list
      const results = change(list.results)
      return { ...list, results, count: results.length }
    })
  }
  /** Discards an answer requested before the last change. */
  const settle = async (): Promise<void> => {
    if (client.isMutating({ mutationKey }) <= 1) await refreshPresets(client)
  }
  const moving = useMutation({
    mutationKey,
    scope,
    mutationFn: ({ preset: { id }, place, category }: Move) =>
      changePreset(id, { position: place, ...(category !== undefined && { category }) }),
    onMutate: ({ preset, place, category }) =>
      show(presets => {
        const moved = category === undefined ? preset : { ...preset, category }
        const next = withPresetAt(
          presets.map(other => (other.id === preset.id ? moved : other)),
          preset.id,
          place,
        )
        const peers = peersOf(next, moved)
        announceToScreenReader(
          `«${preset.title}»: место ${peers.findIndex(({ id }) => id === preset.id) + 1} из ${peers.length}`,
        )
        return next
      }),
    onError: showFailure,
    onSettled: settle,
  })
  const restoring = useMutation({
    mutationKey,
    scope,
    mutationFn: ({ id }: Preset) => restorePreset(id),
    onSuccess: ({ title }) => showToast(`Набор «${title}» восстановлен.`),
    onError: showFailure,
    onSettled: settle,
  })
  const removing = useMutation({
    mutationKey,
    scope,
    mutationFn: ({ id }: Preset) => deletePreset(id),
    onMutate: ({ id }) => show(presets => presets.filter(other => other.id !== id)),
    onSuccess: (_, preset) => {
      dropPreset(preset.id)
      showToast(`Набор «${preset.title}» удалён.`, { act: { label: 'Вернуть', run: () => restoring.mutate(preset) } })
    },
    onError: showFailure,
    onSettled: settle,
  })
  /** The state after the last change, which may not be rendered yet: key repeats are faster than renders. */
  const latest = (): readonly Preset[] => client.getQueryData(presetsQueryOptions.queryKey)?.results ?? []
  return { move: moving.mutate, remove: removing.mutate, latest }
}

/** The order of presets on the server: positions 1, 2, 3 … over all; a page shows it by category. */
export const withPresetAt = (presets: readonly Preset[], id: number, place: number): Preset[] => {
  const moved = presets.find(preset => preset.id === id)
  const others = presets.filter(preset => preset.id !== id)
  return (moved ? others.toSpliced(place - 1, 0, moved) : others).map((preset, n) => ({ ...preset, position: n + 1 }))
}

const sameCategory = (preset: Preset, other: Preset): boolean => preset.category?.id === other.category?.id

const peersOf = (presets: readonly Preset[], preset: Preset): readonly Preset[] =>
  presets.filter(other => sameCategory(preset, other))

/** The position one step before or after it in its category; undefined at the end. */
export const placeBeside = (presets: readonly Preset[], preset: Preset, step: -1 | 1): number | undefined => {
  const peers = peersOf(presets, preset)
  return peers[peers.findIndex(({ id }) => id === preset.id) + step]?.position
}
