import { z } from 'zod'
import type { CurrentUser } from '#shared/api/session.ts'
import type { Names } from '#shared/filters/describe.ts'
import type { WireRecord } from '#shared/filters/wire.ts'

/** What the browser remembers, under the names of the specification (§3). Only a memory: the address bar decides. */
const queryKey = 'urlGetParams'
const tagsKey = 'humanFilterValues'
const directoryKeys = { result_types: 'casesResultTypes', event_types: 'casesEventTypes' } as const
const activePresetKeys = ['activePresetId', 'activePreset'] as const
const releaseKey = 'lastReleaseDate'
const watchesKey = 'watchesCases'
/**
 * Our own keys: names of chosen rows by field and id; the owner of the memory; pinned and recent filters; visible
 * columns of sets.
 */
const namesKey = 'knownNames'
const ownerKey = 'rememberedFor'
const rightsKey = 'rememberedRights'
export const frozenKey = 'frozenFilters'
export const recentKey = 'recentSearches'
export const choicesKey = 'recentChoices'
export const foundKey = 'recentlyFound'
export const setColumnsKey = 'setColumns'

export const wireRecord = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
const texts = z.record(z.string(), z.string())
const names = z.record(z.string(), texts)
const directory = z.array(z.object({ id: z.number(), title: z.string() }))

/** Reads localStorage by a schema: foreign, broken or blocked values count as absent. */
export const recall = <T extends z.ZodType>(key: string, schema: T): z.infer<T> | undefined => {
  try {
    const text = localStorage.getItem(key)
    return text === null ? undefined : schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
export const keep = (key: string, value: unknown): void => {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage may be full or blocked: then nothing is remembered, and everything else works.
  }
}
export const drop = (...keys: readonly string[]): void => {
  try {
    for (const key of keys) localStorage.removeItem(key)
  } catch {
    // Nothing was remembered there.
  }
}

export const recallQuery = (): WireRecord | undefined => {
  const found = recall(queryKey, wireRecord)
  return found && Object.keys(found).length > 0 ? found : undefined
}
export const rememberQuery = (query: WireRecord): void => keep(queryKey, query)

export type TagTexts = Readonly<Record<string, string>>
export const recallTags = (): TagTexts => recall(tagsKey, texts) ?? {}
export const rememberTags = (tags: TagTexts): void => keep(tagsKey, tags)

export const recallNames = (): Names => recall(namesKey, names) ?? {}
export const rememberNames = (added: Names): void => {
  const all: Record<string, Readonly<Record<number, string>>> = { ...recallNames() }
  for (const [field, known] of Object.entries(added)) all[field] = { ...all[field], ...known }
  keep(namesKey, all)
}

/** Directories whose titles are shown in tags before the server has answered. */
type Titled = readonly { id: number; title: string }[]
export const recallDirectory = (which: keyof typeof directoryKeys): Titled =>
  recall(directoryKeys[which], directory) ?? []
export const rememberDirectory = (which: keyof typeof directoryKeys, rows: Titled): void => {
  const known = new Set(rows.map(({ id }) => id))
  // The list may be partial, for one codex and instance: other titles are kept.
  const others = recallDirectory(which).filter(({ id }) => !known.has(id))
  keep(directoryKeys[which], [...rows.map(({ id, title }) => ({ id, title })), ...others])
}

/**
 * Whether this release is newer than the remembered one, which clears the filters (§4); remembers it. On the first
 * visit the release is only remembered.
 */
export const rememberRelease = (ts: number): boolean => {
  const before = recall(releaseKey, z.number())
  if (before !== undefined && before >= ts) return false
  keep(releaseKey, ts)
  return before !== undefined
}
/** Searches are personal and are cleared on sign-out; pinned filters wait for the person's return. */
export const clearRememberedQuery = (): void => {
  clearRememberedFilters()
  drop(recentKey, choicesKey, foundKey, setColumnsKey, ...Object.values(directoryKeys))
}
/** Whether the person watched anything when last known: reserves the space of a line. */
export const watchedBefore = (): boolean => recall(watchesKey, z.boolean()) ?? false
export const rememberWatching = (watches: boolean): void => keep(watchesKey, watches)
/** Returns an undo function. */
export const clearRememberedFilters = (): (() => void) => {
  const keys = [queryKey, tagsKey, namesKey, ...activePresetKeys]
  const kept = keys.map(key => [key, recall(key, z.unknown())] as const)
  drop(...keys)
  const others = [...forgetting].map(forget => forget())
  return () => {
    for (const [key, value] of kept) if (value !== undefined) keep(key, value)
    for (const takeBack of others) takeBack()
  }
}
const forgetting = new Set<() => () => void>()
/** What else is cleared with the remembered query; `forget` returns an undo function. */
export const onFiltersCleared = (forget: () => () => void): void => {
  forgetting.add(forget)
}

/**
 * A session may end without «Выйти»: the next user finds their own memory or none, and never another person's pinned
 * filters.
 */
export const rememberFor = ({ username, groups, is_superuser, regions }: CurrentUser): void => {
  clearNamesOfOtherRights(JSON.stringify({ groups, is_superuser, regions }))
  const before = recall(ownerKey, z.string())
  if (before === username) return
  if (before !== undefined) {
    clearRememberedQuery()
    drop(frozenKey)
  }
  keep(ownerKey, username)
}

/** Names remembered under other rights are requested again, under the current rights. */
const clearNamesOfOtherRights = (rights: string): void => {
  if (recall(rightsKey, z.string()) === rights) return
  drop(tagsKey, namesKey, recentKey, choicesKey, foundKey, ...Object.values(directoryKeys))
  keep(rightsKey, rights)
}
