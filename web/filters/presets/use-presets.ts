import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { presetsQueryOptions } from '../../api/saved.ts'
import { renewActivePreset } from './active-preset.ts'

/** The account's presets, asked for anew by each place that opens them (§2); the active one follows what became of it. */
export const usePresets = () => {
  const found = useQuery({ ...presetsQueryOptions, refetchOnMount: 'always' })
  const { data, isFetching } = found
  useEffect(() => {
    // An answer that is being asked for anew may not know a preset that has just been saved.
    if (data && !isFetching) renewActivePreset(data.results)
  }, [data, isFetching])
  return found
}

/** How many presets there are, if that is known already; asks nobody. */
export const useKnownPresetCount = (): number | undefined =>
  useQuery({ ...presetsQueryOptions, enabled: false }).data?.results.length
