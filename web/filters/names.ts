import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Article } from '#shared/api/directories.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import type { Names } from '#shared/filters/describe.ts'
import type { AnyValues, Directory, Field, Fields } from '#shared/filters/field.ts'
import { filterParamsOf } from '#shared/filters/field.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import {
  articlesQueryOptions,
  defenceParamsQueryOptions,
  eventTypesQueryOptions,
  namesQueryOptions,
  resultTypesQueryOptions,
} from '../api/directories.ts'
import { currentUserQueryOptions } from '../api/session.ts'
import { recallDirectory, recallNames, rememberDirectory } from './remembered.ts'
import { sentenceCase } from './titles.ts'

/** Names of referenced rows. Small directories are loaded whole; for others, names that are not remembered. */
export const useNames = (fields: Fields, values: AnyValues): Names => {
  const chosen = useMemo(() => chosenIds(fields, values), [fields, values])
  const needs = (directory: Directory): boolean => (chosen[directory]?.length ?? 0) > 0

  const articles = useQuery({ ...articlesQueryOptions(), enabled: needs('articles') })
  const resultTypes = useQuery({ ...resultTypesQueryOptions({}), enabled: needs('result_types') })
  const eventTypes = useQuery({ ...eventTypesQueryOptions(), enabled: needs('event_types') })
  const defenceParams = useQuery({ ...defenceParamsQueryOptions(), enabled: needs('defence_params') })

  useEffect(() => {
    if (resultTypes.data) rememberDirectory('result_types', resultTypes.data.results)
  }, [resultTypes.data])
  useEffect(() => {
    if (eventTypes.data) rememberDirectory('event_types', eventTypes.data.results)
  }, [eventTypes.data])

  // By value: equal ids in another draft have the same names.
  const chosenKey = JSON.stringify(chosen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is chosen
  const { remembered, unknown } = useMemo(() => {
    const remembered = recallNames()
    const unknown: WireRecord = {}
    for (const [directory, field] of named) {
      const ids = (chosen[directory] ?? []).filter(id => remembered[field]?.[id] === undefined)
      if (ids.length > 0) unknown[directory] = ids.map(String)
    }
    return { remembered, unknown }
  }, [chosenKey])
  const asked = useQuery({ ...namesQueryOptions(unknown), enabled: Object.keys(unknown).length > 0 })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is chosen
  return useMemo(() => {
    const remembers = (directory: 'result_types' | 'event_types') =>
      needs(directory) ? recallDirectory(directory) : undefined
    const known: Partial<Record<Directory, Readonly<Record<number, string>>>> = {
      articles: byId(articles.data?.results, article => article.name),
      result_types: byId(resultTypes.data?.results ?? remembers('result_types'), type => sentenceCase(type.title)),
      event_types: byId(eventTypes.data?.results ?? remembers('event_types'), type => type.title),
      defence_params: byId(defenceParams.data?.results, param => param.value),
      regions: Object.fromEntries((chosen.regions ?? []).map(number => [number, regionTitle(number)])),
    }
    const all: Record<string, Readonly<Record<number, string>>> = {}
    for (const [key, field] of Object.entries(fields))
      if (field.kind === 'reference')
        all[key] = known[field.directory] ?? { ...asked.data?.[field.directory], ...remembered[key] }
    return all
  }, [fields, chosenKey, remembered, articles.data, resultTypes.data, eventTypes.data, defenceParams.data, asked.data])
}

/**
 * Articles with all their parts, for values that name any. `isOfThen`: an account limited to regions sees only parts
 * that occur there now, and on a past day others may have: no article can then be called whole.
 */
export const useParts = (values: AnyValues): { parts: readonly Article[] | undefined; isOfThen: boolean } => {
  const { data: user } = useQuery(currentUserQueryOptions)
  const isAsked = articleParams.some(name => name in values)
  const { data } = useQuery({ ...articlesQueryOptions(), enabled: isAsked })
  return { parts: data?.results, isOfThen: 'as_of' in values && user?.regions !== null }
}
const articleParams = ['codex_articles', 'codex_articles_not']

/** Directories too large to load whole, and the field that remembers their names. */
const named = [
  ['courts', 'court'],
  ['judges', 'judge'],
  ['sets', 'set'],
  ['tags', 'tags'],
] as const satisfies readonly (readonly [Directory, string])[]

const chosenIds = (fields: Fields, values: AnyValues): Partial<Record<Directory, number[]>> => {
  const ids: Partial<Record<Directory, number[]>> = {}
  for (const { name, field } of filterParamsOf(fields)) {
    const value = values[name]
    if (isReference(field) && Array.isArray(value))
      ids[field.directory] = [...(ids[field.directory] ?? []), ...value.filter(id => typeof id === 'number')]
  }
  return ids
}
const isReference = (field: Field) => field.kind === 'reference'

const byId = <T extends { id: number }>(
  rows: readonly T[] | undefined,
  name: (row: T) => string,
): Readonly<Record<number, string>> => Object.fromEntries((rows ?? []).map(row => [row.id, name(row)]))
