import { queryOptions } from '@tanstack/react-query'
import { workingSetList } from '#shared/api/sets.ts'
import { get } from './client.ts'

/** Working sets, one’s own and shared ones; the last changed first. */
export const setsQueryOptions = queryOptions({
  queryKey: ['sets'],
  queryFn: get(workingSetList, 'sets/', { size: '100' }),
  meta: { quiet: true },
})
