import { queryOptions } from '@tanstack/react-query'
import { comparables } from '#shared/api/comparables.ts'
import { courtPractice, judgePractice } from '#shared/api/practice.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { get } from './client.ts'

/** Figures change with new data, but not while being read. */
const unchanging = 10 * 60_000

/** `query`: conditions switched by the reader; empty: relaxed until there are enough cases. */
export const comparablesQueryOptions = (id: number, query: WireRecord) =>
  queryOptions({
    queryKey: ['comparables', id, query],
    staleTime: unchanging,
    queryFn: get(comparables, `cases/${id}/comparables/`, query),
    meta: { quiet: true },
  })

export const judgePracticeQueryOptions = (id: number) =>
  queryOptions({ queryKey: ['judge', id], staleTime: unchanging, queryFn: get(judgePractice, `judges/${id}/`) })
export const courtPracticeQueryOptions = (id: number) =>
  queryOptions({ queryKey: ['court', id], staleTime: unchanging, queryFn: get(courtPractice, `courts/${id}/`) })
