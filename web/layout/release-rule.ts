import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type ReleaseInfo, releaseQueryOptions } from '../api/release.ts'
import { rememberRelease } from '../filters/remembered.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import type { clearFilters } from './clear-filters.ts'

/**
 * A newer release than the remembered one clears the filters, on any page (§4). A separate chunk, because it is rarely
 * needed.
 */
type Rest = Parameters<typeof clearFilters> extends [ReleaseInfo, ...infer Others] ? Others : never
export const followRelease = async (release: ReleaseInfo, ...rest: Rest): Promise<void> => {
  if (rememberRelease(release.ts)) (await loadChunk(() => import('./clear-filters.ts'))).clearFilters(release, ...rest)
}

/** Only the first answer counts: nobody loses filters in the middle of work. */
export const useReleaseRule = (): void => {
  const { data } = useQuery(releaseQueryOptions)
  const router = useRouter()
  const isDecided = useRef(false)
  useEffect(() => {
    if (!data || isDecided.current) return
    isDecided.current = true
    void followRelease(data, router.latestLocation, to => router.navigate(to))
  }, [data, router])
}
