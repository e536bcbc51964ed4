import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  articleList,
  cityList,
  courtList,
  defenceParamList,
  eventTypeList,
  judgeList,
  nameAnswer,
  resultTypeList,
  tagList,
} from '#shared/api/directories.ts'
import { searchMinimum } from '#shared/domain/limits.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { get } from './client.ts'

/** Directories and their suggestions (§7). They rarely change, so they are cached until the page is reloaded. */
const kept = { staleTime: Number.POSITIVE_INFINITY, meta: { quiet: true } } as const
const whole = <T extends z.ZodType>(schema: T, path: string, query: WireRecord = {}) =>
  queryOptions({ queryKey: ['directory', path, query], queryFn: get(schema, path, query), ...kept })

export const articlesQueryOptions = () => whole(articleList, 'codexarticles/')
export const resultTypesQueryOptions = (narrowing: WireRecord) => whole(resultTypeList, 'casesresulttypes/', narrowing)
export const eventTypesQueryOptions = () => whole(eventTypeList, 'caseseventstypes/')
/** Returned whole (§9). */
export const defenceParamsQueryOptions = () => whole(defenceParamList, 'casedefenseparams/', { size: '500' })
export const namesQueryOptions = (query: WireRecord) => whole(nameAnswer, 'names/', query)

/** Suggestions start at two characters (§5). */
export const isLongEnough = (typed: string): boolean => typed.trim().length >= searchMinimum
const search = <T extends z.ZodType>(schema: T, path: string, typed: string, narrowing: WireRecord) =>
  queryOptions({
    ...whole(schema, path, { query: typed.trim(), ...narrowing }),
    enabled: isLongEnough(typed),
    staleTime: 5 * 60_000,
  })

/** `codex` narrows articles; `allowed_regions` narrows courts, judges and cities; `court` narrows judges. */
export const articleSearchOptions = (typed: string, narrowing: WireRecord) =>
  search(articleList, 'codexarticles/search/', typed, narrowing)
export const courtSearchOptions = (typed: string, narrowing: WireRecord) =>
  search(courtList, 'courtssearch/', typed, narrowing)
export const judgeSearchOptions = (typed: string, narrowing: WireRecord) =>
  search(judgeList, 'judgessearch/', typed, narrowing)
export const citySearchOptions = (typed: string, narrowing: WireRecord) =>
  search(cityList, 'citiessearch/', typed, narrowing)
export const tagSearchOptions = (typed: string) => search(tagList, 'tags/search/', typed, {})
