import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Preset } from '#shared/api/saved.ts'
import { caseFields } from '#shared/filters/case-fields.ts'
import { describeValues } from '#shared/filters/describe.ts'
import { presetsQueryOptions } from '../../api/saved.ts'
import { holds } from '../suggestions.ts'
import { dropPreset, renewActivePreset, valuesOfPreset } from './active-preset.ts'

/** The account's presets, refetched by each place that opens them (§2); the active one is updated from them. */
export const usePresets = () => {
  const found = useQuery({ ...presetsQueryOptions, refetchOnMount: 'always' })
  const { data, isFetching } = found
  useEffect(() => {
    // A stale answer may lack a preset that has just been saved.
    if (data && !isFetching) renewActivePreset(data.results)
  }, [data, isFetching])
  return found
}

/** A preset active at the last visit may have been deleted elsewhere since: checked once, when shown. */
export const useActiveStillThere = (activeId: number | undefined): void => {
  const [remembered] = useState(activeId)
  const { data, isFetching } = useQuery({
    ...presetsQueryOptions,
    enabled: remembered !== undefined,
    refetchOnMount: 'always',
  })
  const isGone = remembered !== undefined && !isFetching && data && !data.results.some(({ id }) => id === remembered)
  useEffect(() => {
    if (isGone) dropPreset(remembered)
  }, [isGone, remembered])
}

export const useKnownPresetCount = (): number | undefined =>
  useQuery({ ...presetsQueryOptions, enabled: false }).data?.results.length

type PresetGroup = { title: string; presets: readonly Preset[] }

const withoutCategory = 'Без категории'

/** Categories in the order of their first preset; presets without one come last. */
export const groupPresets = (presets: readonly Preset[]): PresetGroup[] => {
  const groups = Map.groupBy(presets, ({ category }) => category?.title ?? '')
  const rest = groups.get('')
  groups.delete('')
  const named = [...groups].map(([title, list]) => ({ title, presets: list }))
  return rest ? [...named, { title: withoutCategory, presets: rest }] : named
}

type PresetLine = { name: string; label: string; text: string }

/** Names come from the server, which knows what its reader may see; the rest is worded by the browser. */
export const presetLines = (preset: Pick<Preset, 'get_params' | 'human_readable'>): PresetLine[] =>
  describeValues(caseFields, valuesOfPreset(caseFields, preset)).map(({ name, key, label, text }) => {
    const field = caseFields[key as keyof typeof caseFields]
    return { name, label, text: field.kind === 'reference' ? (preset.human_readable[name] ?? text) : text }
  })

export const answersTyped = (preset: Preset, typed: string): boolean =>
  holds(
    [
      preset.title,
      preset.description,
      preset.category?.title ?? withoutCategory,
      ...presetLines(preset).map(({ label, text }) => `${label} ${text}`),
    ].join(' '),
    typed,
  )
