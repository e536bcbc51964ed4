import { useState } from 'react'
import type { Preset } from '#shared/api/saved.ts'
import type { CurrentUser } from '#shared/api/session.ts'
import type { Fields } from '#shared/filters/field.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { BarAct, LoadingAct } from './bar-act.tsx'
import type { CaseSearch } from './case-search.ts'
import type { FilterTag } from './chips.ts'
import { pinTitle, type useFrozen } from './frozen.ts'
import type { CaseListKind } from './list-fields.ts'
import type { ActivePreset } from './presets/active-preset.ts'
import type { PresetButton } from './presets/preset-menu.tsx'

const PresetButtons = lazyPart(() => import('./presets/preset-menu.tsx'), 'PresetButtons')
const ExportButton = lazyPart(() => import('./exports/export-button.tsx'), 'ExportButton')
const Subscribe = lazyPart(() => import('./subscribing/subscribe-button.tsx'), 'Subscribe')

/**
 * Actions on the filters of a list: save as preset, export, subscribe, pin (§2). `filters`: including those fixed by
 * the section.
 */
type Props = {
  user: CurrentUser
  section: CaseListKind
  fields: Fields
  search: CaseSearch
  chips: readonly FilterTag[]
  filters: WireRecord
  count: number | 'many' | undefined
  preset: ActivePreset | undefined
  frozen: ReturnType<typeof useFrozen>['frozen']
  onPin: () => void
  onApplyPreset: (preset: Preset) => void
}
export const ListActs = ({
  user,
  section,
  fields,
  search,
  chips,
  filters,
  count,
  preset,
  frozen,
  onPin,
  onApplyPreset,
}: Props) => {
  const [pressed, setPressed] = useState<PresetButton>()
  const [wantsFile, setWantsFile] = useState(false)
  const [wantsNews, setWantsNews] = useState(false)
  return (
    <>
      <PresetButtons
        fallback={<PresetButtonsRoom saved={preset !== undefined} onPress={setPressed} />}
        fields={fields}
        values={search.values}
        activeId={preset?.id}
        section={section}
        pressed={pressed}
        onApply={onApplyPreset}
      />
      <ExportButton
        fallback={
          <LoadingAct icon="download" onPress={() => setWantsFile(true)}>
            CSV
          </LoadingAct>
        }
        user={user}
        filters={filters}
        ordering={search.ordering}
        count={count}
        openedFirst={wantsFile}
      />
      {search.values.as_of === undefined && (
        <Subscribe
          fallback={
            <LoadingAct icon="bell" onPress={() => setWantsNews(true)}>
              Подписаться
            </LoadingAct>
          }
          watched={{ get_params: filters }}
          what={chips}
          openedFirst={wantsNews}
        >
          {button => (
            <BarAct icon="bell" {...button} title="Узнавать о новых и изменившихся делах">
              Подписаться
            </BarAct>
          )}
        </Subscribe>
      )}
      <BarAct
        icon="pin"
        aria-disabled={(chips.length === 0 && frozen !== 'these') || undefined}
        title={pinTitle(frozen, chips.length)}
        onClick={onPin}
      >
        {frozen === 'these' ? 'Открепить фильтры' : 'Закрепить фильтры'}
      </BarAct>
    </>
  )
}

const PresetButtonsRoom = ({ saved, onPress }: { saved: boolean; onPress: (button: PresetButton) => void }) => (
  <>
    <LoadingAct icon="sets" onPress={() => onPress('ready')}>
      Наборы фильтров
    </LoadingAct>
    <LoadingAct icon="save" aria-disabled={saved || undefined} onPress={() => onPress('save')}>
      Сохранить набор
    </LoadingAct>
  </>
)
