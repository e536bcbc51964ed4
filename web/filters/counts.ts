import { useDebouncedValue, useLocalStorage } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CaseFacets } from '#shared/api/facets.ts'
import { type AnyValues, type Field, type Fields, isCountable } from '#shared/filters/field.ts'
import { toQuery, toRecord, writeValues } from '#shared/filters/wire.ts'
import { caseFacetsQueryOptions } from '../api/facets.ts'

/** Facet counts next to options, requested for the visible sections when the draft stops changing. */
export type OptionCounts = {
  /** Undefined while loading; null when the server ran out of time. */
  of(value: string | number): number | null | undefined
  /** Of a whole article, by `koap 20.2`: not the sum of its parts. */
  ofGroup(group: string): number | null | undefined
}

const debounce = 400

/** Filters with all options visible; of courts, judges, cities and tags only a few are suggested. */
const shownWhole = (field: Field): boolean =>
  isCountable(field) &&
  field.kind !== 'own' &&
  field.kind !== 'names' &&
  (field.kind !== 'reference' || !['courts', 'judges', 'tags', 'sets'].includes(field.directory))

export const useCounts = ({
  fields,
  keys,
  values,
  onlyFavourites,
  inSight,
}: {
  fields: Fields
  keys: readonly string[]
  values: AnyValues
  onlyFavourites: boolean
  inSight: boolean
}): ((key: string) => OptionCounts | undefined) => {
  const [isOn] = useCountsSwitch()
  const counted = keys.filter(key => {
    const field = fields[key]
    return field !== undefined && shownWhole(field)
  })
  const [query] = useDebouncedValue(
    toQuery({ ...writeValues(fields, values), ...(onlyFavourites && { in_favorites: 'true' }) }),
    debounce,
  )
  const { data, isError } = useQuery({
    ...caseFacetsQueryOptions(toRecord(query), counted),
    enabled: isOn && inSight && counted.length > 0,
    placeholderData: keepPreviousData,
  })
  return key => (isOn && counted.includes(key) ? countsOf(key, isError ? 'failed' : data) : undefined)
}

const countsOf = (key: string, answer: CaseFacets | 'failed' | undefined): OptionCounts => {
  const reader = (found: readonly { value: string; count: number }[] | null | undefined) => {
    const byValue = new Map((found ?? []).map(({ value, count }) => [value, count]))
    return (value: string | number): number | null | undefined =>
      answer === undefined ? undefined : found ? (byValue.get(String(value)) ?? 0) : null
  }
  return answer === 'failed'
    ? { of: () => null, ofGroup: () => null }
    : { of: reader(answer?.facets[key]), ofGroup: reader(answer?.groups[key]) }
}

/** Whether counts are shown at all: remembered by the browser. */
export const useCountsSwitch = () =>
  useLocalStorage({
    key: 'filterCounts',
    defaultValue: true,
    getInitialValueInEffect: false,
    deserialize: kept => kept !== 'false',
  })
