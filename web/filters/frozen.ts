import { useSyncExternalStore } from 'react'
import type { Fields } from '#shared/filters/field.ts'
import { readLenient, toQuery, type WireRecord, wireShape, writeValues } from '#shared/filters/wire.ts'
import { drop, frozenKey, keep, recall, wireRecord } from './remembered.ts'

/** Pinned filters (§4 «frozen») apply to every section until unpinned, whatever else is cleared. */
const recallFrozen = (): WireRecord | undefined => recall(frozenKey, wireRecord)

export const frozenFor = (fields: Fields): WireRecord | undefined => {
  const found = recallFrozen()
  const own = found && writeValues(fields, readLenient(fields, found))
  return own && Object.keys(own).length > 0 ? own : undefined
}

/** Pins the filters of a section. Filters that the section does not have keep their pinned values. */
export const freeze = (fields: Fields, filters: WireRecord): void => {
  const params = Object.keys(wireShape(fields))
  const others = Object.entries(recallFrozen() ?? {}).filter(([param]) => !params.includes(param))
  keep(frozenKey, { ...Object.fromEntries(others), ...filters })
}

const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  // Another tab may pin or unpin as well.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** `these`: the filters of the section are pinned; `others`: different ones are; `none`: none are. */
type FrozenState = 'these' | 'others' | 'none'
export const useFrozen = (fields: Fields, filters: WireRecord): { frozen: FrozenState; toggle: () => void } => {
  const pinned = useSyncExternalStore(subscribe, () => {
    const own = frozenFor(fields)
    return own && toQuery(own)
  })
  const frozen = pinned === undefined ? 'none' : pinned === toQuery(filters) ? 'these' : 'others'
  const toggle = (): void => {
    if (frozen === 'these') drop(frozenKey)
    else freeze(fields, filters)
    tell()
  }
  return { frozen, toggle }
}

export const pinTitle = (frozen: 'these' | 'others' | 'none', chosen: number): string => {
  if (frozen === 'these') return 'С этих фильтров начинается каждый раздел. Нажмите, чтобы открепить'
  if (chosen === 0) return 'Закрепить нечего: фильтры не выбраны'
  return frozen === 'others'
    ? 'Сейчас закреплены другие фильтры. Нажмите, чтобы закрепить эти'
    : 'Начинать каждый раздел с этих фильтров'
}
