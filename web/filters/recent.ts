import { z } from 'zod'
import type { Fields, Kind } from '#shared/filters/field.ts'
import { toQuery, type WireRecord } from '#shared/filters/wire.ts'
import type { FilterTag } from './chips.ts'
import { keep, recall, recentKey, wireRecord } from './remembered.ts'

/** The last sets of filters a person looked with, newest first, each with the words of its tags. Cleared on logout. */
export const recentSearchCount = 10

const recent = z.object({ filters: wireRecord, text: z.string() })
export type RecentSearch = z.infer<typeof recent>

export const recallRecent = (): RecentSearch[] => recall(recentKey, z.array(recent)) ?? []

const others = (filters: WireRecord): RecentSearch[] =>
  recallRecent().filter(one => toQuery(one.filters) !== toQuery(filters))
export const addRecent = (added: RecentSearch): void =>
  keep(recentKey, [added, ...others(added.filters)].slice(0, recentSearchCount))
export const removeRecent = (filters: WireRecord): RecentSearch[] => {
  const left = others(filters)
  keep(recentKey, left)
  return left
}

/** Kinds whose values need no label to be understood: «Штраф, Арест · Есть защитник: да». */
const plain: readonly Kind[] = ['choice', 'choices', 'reference', 'names', 'words']
export const filterSummary = (fields: Fields, tags: readonly FilterTag[]): string =>
  tags
    .map(({ key, label, text }) => {
      const kind = fields[key]?.kind
      return kind && plain.includes(kind) ? text : `${label}: ${text}`
    })
    .join(' · ')
