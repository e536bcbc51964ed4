import type { Preset } from '#shared/api/saved.ts'
import { caseFields } from '#shared/filters/case-fields.ts'
import { describeValues } from '#shared/filters/describe.ts'
import { holds } from '../suggestions.ts'
import { valuesOfPreset } from './active-preset.ts'

export type PresetGroup = { title: string; presets: readonly Preset[] }

const withoutCategory = 'Без категории'

/** Categories stand in the order of their first preset; those of none come last. */
export const groupPresets = (presets: readonly Preset[]): PresetGroup[] => {
  const groups = new Map<string, Preset[]>()
  for (const preset of presets) {
    const title = preset.category?.title ?? ''
    const group = groups.get(title)
    if (group) group.push(preset)
    else groups.set(title, [preset])
  }
  const rest = groups.get('')
  groups.delete('')
  const named = [...groups].map(([title, list]) => ({ title, presets: list }))
  return rest ? [...named, { title: withoutCategory, presets: rest }] : named
}

export type PresetLine = { name: string; label: string; text: string }

/** Names of courts and people are those known when the preset was saved; everything else is said as it is today. */
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
