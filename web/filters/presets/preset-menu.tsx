import type { Preset } from '#shared/api/saved.ts'
import type { AnyValues, Fields } from '#shared/filters/field.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Popover } from '../../ui/popover.tsx'
import { BarAct } from '../bar-act.tsx'
import type { CaseListKind } from '../list-fields.ts'
import { ListSentence } from '../list-sentence.tsx'
import { activatePreset } from './active-preset.ts'
import styles from './preset-menu.module.css'
import { SavePreset } from './save-preset.tsx'
import { useActiveStillThere } from './use-presets.ts'

const PresetMenuList = lazyPart(() => import('./preset-menu-list.tsx'), 'PresetMenuList')

export type PresetButton = 'ready' | 'save'

type Props = {
  fields: Fields
  values: AnyValues
  activeId: number | undefined
  section: CaseListKind
  pressed: PresetButton | undefined
  /** The preset has become active; the list should take its filters. */
  onApply: (preset: Preset) => void
}
/** Presets in the top bar (§2): applies one, or saves the current filters. Loaded after the first paint. */
export const PresetButtons = ({ fields, values, activeId, section, pressed, onApply }: Props) => {
  useActiveStillThere(activeId)
  return (
    <>
      {/* Here because it concerns the same filters and is also loaded after the first paint. */}
      <ListSentence fields={fields} values={values} section={section} />
      <Popover
        label="Наборы фильтров"
        openedFirst={pressed === 'ready'}
        target={button => (
          <BarAct icon="sets" {...button} title="Наборы фильтров">
            Наборы фильтров
          </BarAct>
        )}
      >
        {close => (
          <PresetMenuList
            fallback={<div className={styles.room} aria-busy="true" />}
            activeId={activeId}
            onlyFavourites={section === 'favourites'}
            onApply={preset => {
              onApply(preset)
              close()
            }}
            onLeave={close}
          />
        )}
      </Popover>
      <SavePreset
        fields={fields}
        values={values}
        place="bar"
        openedFirst={pressed === 'save'}
        onSaved={activatePreset}
      />
    </>
  )
}
