import type { Preset } from '#shared/api/saved.ts'
import type { AnyValues, Fields } from '#shared/filters/field.ts'
import { activatePreset } from './active-preset.ts'
import { PresetMenu } from './preset-menu.tsx'
import { SavePreset } from './save-preset.tsx'

/** What the top bar does with presets (§2): applies a ready one, saves what the list shows. Comes after the first paint. */
export const PresetButtons = ({
  fields,
  values,
  activeId,
  onlyFavourites,
  onApply,
}: {
  fields: Fields
  values: AnyValues
  activeId: number | undefined
  onlyFavourites: boolean
  onApply: (preset: Preset) => void
}) => (
  <>
    <PresetMenu activeId={activeId} onlyFavourites={onlyFavourites} onApply={onApply} />
    <SavePreset fields={fields} values={values} place="bar" onSaved={activatePreset} />
  </>
)
