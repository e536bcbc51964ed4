import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type ReleaseInfo, releaseQueryOptions } from '../api/release.ts'
import { noteRelease } from '../filters/remembered.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import type { clearFilters } from './clear-filters.ts'

/** A release newer than the one remembered clears the filters, on whatever page it is learned of (§4). Its code is rarely wanted. */
type Rest = Parameters<typeof clearFilters> extends [ReleaseInfo, ...infer Others] ? Others : never
export const followRelease = async (release: ReleaseInfo, ...rest: Rest): Promise<void> => {
  if (noteRelease(release.ts)) (await loadChunk(() => import('./clear-filters.ts'))).clearFilters(release, ...rest)
}

/** The first answer decides: nobody loses their filters in the middle of their work. */
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
