import type { Preset } from '#shared/api/saved.ts'

/** The order of presets as the server keeps it: places 1, 2, 3 … over all of them; a page shows it by category. */
export const withPresetAt = (presets: readonly Preset[], id: number, place: number): Preset[] => {
  const moved = presets.find(preset => preset.id === id)
  const others = presets.filter(preset => preset.id !== id)
  return (moved ? others.toSpliced(place - 1, 0, moved) : others).map((preset, n) => ({ ...preset, position: n + 1 }))
}

const sameCategory = (preset: Preset, other: Preset): boolean => preset.category?.id === other.category?.id

export const peersOf = (presets: readonly Preset[], preset: Preset): readonly Preset[] =>
  presets.filter(other => sameCategory(preset, other))

/** The place that is one step before or after it in its category; undefined at the edge. */
export const placeBeside = (presets: readonly Preset[], preset: Preset, step: -1 | 1): number | undefined => {
  const peers = peersOf(presets, preset)
  return peers[peers.findIndex(({ id }) => id === preset.id) + step]?.position
}
