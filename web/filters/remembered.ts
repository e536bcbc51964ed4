import { z } from 'zod'
import type { Names } from '#shared/filters/describe.ts'
import type { WireRecord } from '#shared/filters/wire.ts'

/**
 * What the browser remembers between visits, under the names of the specification (§3): the last query, readable names
 * of what it refers to, and the release they belong to. Only a memory: the address bar is the truth.
 */
const queryKey = 'urlGetParams'
const namesKey = 'humanFilterValues'
const releaseKey = 'lastReleaseDate'

const record = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
const names = z.record(z.string(), z.record(z.string(), z.string()))

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
    // A full or forbidden storage: nothing is remembered, everything else works.
  }
}

export const recallQuery = (): WireRecord | undefined => {
  const found = recall(queryKey, record)
  return found && Object.keys(found).length > 0 ? found : undefined
}
export const rememberQuery = (query: WireRecord): void => keep(queryKey, query)

export const recallNames = (): Names => recall(namesKey, names) ?? {}
export const rememberNames = (added: Names): void => {
  const all: Record<string, Readonly<Record<number, string>>> = { ...recallNames() }
  for (const [field, known] of Object.entries(added)) all[field] = { ...all[field], ...known }
  keep(namesKey, all)
}

/** A release newer than the remembered one clears the remembered filters, and is remembered in its turn (§4). */
export const forgetOnNewRelease = (ts: number): void => {
  const before = recall(releaseKey, z.number())
  if (before !== undefined && before >= ts) return
  keep(releaseKey, ts)
  if (before !== undefined) forgetQuery()
}
/** What one person looked for is not for the next one at this browser. */
export const forgetQuery = (): void => {
  for (const key of [queryKey, namesKey]) localStorage.removeItem(key)
  for (const forget of forgetting) forget()
}
const forgetting = new Set<() => void>()
/** What else goes when the remembered query goes. */
export const alsoForget = (forget: () => void): void => {
  forgetting.add(forget)
}
