import type { Preset } from '#shared/api/saved.ts'
import type { AnyValues, Fields } from '#shared/filters/field.ts'
import { activatePreset } from './active-preset.ts'
import { PresetMenu } from './preset-menu.tsx'
import { SavePreset } from './save-preset.tsx'

export type PresetButton = 'ready' | 'save'

/** What the top bar does with presets (§2): applies a ready one, saves what the list shows. Comes after the first paint. */
export const PresetButtons = ({
  fields,
  values,
  activeId,
  onlyFavourites,
  pressed,
  onApply,
}: {
  fields: Fields
  values: AnyValues
  activeId: number | undefined
  onlyFavourites: boolean
  /** The button that was pressed while these were on their way. */
  pressed: PresetButton | undefined
  onApply: (preset: Preset) => void
}) => (
  <>
    <PresetMenu
      activeId={activeId}
      onlyFavourites={onlyFavourites}
      openedFirst={pressed === 'ready'}
      onApply={onApply}
    />
    <SavePreset fields={fields} values={values} place="bar" openedFirst={pressed === 'save'} onSaved={activatePreset} />
  </>
)
