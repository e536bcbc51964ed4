import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { z } from 'zod'
import type { Preset } from '#shared/api/saved.ts'
import type { AnyValues, Fields } from '#shared/filters/field.ts'
import { toWire } from '#shared/filters/stored-params.ts'
import { readLenient, toQuery, writeValues } from '#shared/filters/wire.ts'
import { drop, keep, onFiltersCleared, recall } from '../remembered.ts'

/** The preset whose filters the list shows (§3, §4). Determined by the address, not by memory. */
export type ActivePreset = Pick<Preset, 'id' | 'title' | 'get_params'>
const [idKey, presetKey] = ['activePresetId', 'activePreset']
const kept = z.object({
  id: z.number().int(),
  title: z.string(),
  get_params: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())])),
})

let active: ActivePreset | undefined = recall(presetKey, kept)
/** A preset left by a change of filters, or just saved: it becomes active when the list shows its filters. */
let atHand: ActivePreset | undefined
const listeners = new Set<() => void>()
const put = (next: ActivePreset | undefined, hand: ActivePreset | undefined): void => {
  if (next === active && hand === atHand) return
  active = next
  atHand = hand
  if (next) {
    keep(idKey, next.id)
    keep(presetKey, next)
  } else drop(idKey, presetKey)
  for (const listener of listeners) listener()
}
onFiltersCleared(() => {
  const [was, hand] = [active, atHand]
  put(undefined, undefined)
  return () => put(was, hand)
})

export const activatePreset = (preset: ActivePreset): void => put(preset, undefined)
export const leaveActivePreset = (): void => put(undefined, undefined)
export const offerPreset = (preset: ActivePreset): void => put(active, preset)
/** Updates after presets were renamed, changed or deleted, here or elsewhere. */
export const renewActivePreset = (presets: readonly ActivePreset[]): void => {
  const renewed = (one: ActivePreset | undefined) => {
    const now = presets.find(({ id }) => id === one?.id)
    return now && one && JSON.stringify(kept.parse(now)) === JSON.stringify(kept.parse(one)) ? one : now
  }
  put(renewed(active), renewed(atHand))
}

export const dropPreset = (id: number): void => {
  const unless = (one: ActivePreset | undefined) => (one?.id === id ? undefined : one)
  put(unless(active), unless(atHand))
}

export const valuesOfPreset = <FS extends Fields>(fields: FS, { get_params }: Pick<Preset, 'get_params'>) =>
  readLenient(fields, toWire(get_params))
const queryOf = (fields: Fields, preset: ActivePreset): string =>
  toQuery(writeValues(fields, valuesOfPreset(fields, preset)))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useRememberedPreset = (): ActivePreset | undefined => useSyncExternalStore(subscribe, () => active)

export const usePresetOf = (fields: Fields, values: AnyValues): ActivePreset | undefined => {
  const candidates = [useRememberedPreset(), useSyncExternalStore(subscribe, () => atHand)]
  const query = toQuery(writeValues(fields, values))
  return candidates.find(preset => preset && queryOf(fields, preset) === query)
}

/** The active preset of a list with these filters; also detects when the filters change. */
export const useActivePreset = (fields: Fields, values: AnyValues): ActivePreset | undefined => {
  const remembered = useRememberedPreset()
  const query = useMemo(() => toQuery(writeValues(fields, values)), [fields, values])
  const before = useRef(query)
  useEffect(() => {
    const isArrival = before.current === query
    before.current = query
    follow(fields, query, isArrival)
  }, [fields, query])
  return useMemo(
    () => (remembered && queryOf(fields, remembered) === query ? remembered : undefined),
    [fields, query, remembered],
  )
}
/** Opening a list without filters, for example the favourites, does not affect the preset of another list. */
const follow = (fields: Fields, query: string, isArrival: boolean): void => {
  if (active && queryOf(fields, active) === query) return
  if (atHand && queryOf(fields, atHand) === query) activatePreset(atHand)
  else if (active && !(isArrival && query === '')) put(undefined, active)
}
