import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Preset } from '#shared/api/saved.ts'
import type { CurrentUser } from '#shared/api/session.ts'
import { defaultOrdering, type ListOrdering } from '#shared/domain/orderings.ts'
import { caseForms, counted, plural } from '#shared/domain/wording.ts'
import type { Fields } from '#shared/filters/field.ts'
import { readLenient, toQuery, writeValues } from '#shared/filters/wire.ts'
import { caseCountQueryOptions } from '../api/cases.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { narrow, useMedia } from '../ui/media.ts'
import { Tabs, useTabIds } from '../ui/tabs.tsx'
import { type CaseSearch, type CaseValues, caseApiQuery, initialRecord } from './case-search.ts'
import { countSet, useDraft } from './draft.ts'
import { FilterActs } from './filter-acts.tsx'
import { FilterForm } from './filter-form.tsx'
import styles from './filter-panel.module.css'
import { activatePreset, offerPreset, usePresetOf, valuesOfPreset } from './presets/active-preset.ts'
import { SavePreset } from './presets/save-preset.tsx'
import { useKnownPresetCount } from './presets/use-presets.ts'
import { rememberNames } from './remembered.ts'

const SavedPresets = lazyPart(() => import('./presets/saved-presets.tsx'), 'SavedPresets')

type Props = {
  user: CurrentUser
  fields: Fields
  search: CaseSearch
  onlyFavourites: boolean
  openAt?: string | undefined
  leaving?: boolean
  onApply: (change: { values: CaseValues; ordering?: ListOrdering }) => void
  onClose: () => void
}

export const FilterPanel = ({
  user,
  fields,
  search,
  onlyFavourites,
  openAt,
  leaving = false,
  onApply,
  onClose,
}: Props) => {
  const isNarrow = useMedia(narrow)
  const draft = useDraft(search.values)
  const [tab, setTab] = useState<'form' | 'saved'>('form')
  const ids = useTabIds()
  const body = useRef<HTMLDivElement>(null)
  const savedCount = useKnownPresetCount()
  const active = usePresetOf(fields, search.values)
  const isChanged = toQuery(writeValues(fields, draft.values)) !== toQuery(writeValues(fields, search.values))

  /** An invalid filter has to be corrected, not dropped silently. */
  const isRight = (): boolean => {
    const wrong = body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    wrong?.scrollIntoView({ block: 'center' })
    wrong?.focus()
    return !wrong
  }
  const apply = () => {
    if (!isRight()) return
    rememberNames(draft.names)
    onApply({ values: draft.values })
  }
  const applyPreset = (preset: Preset) => {
    activatePreset(preset)
    // A preset has no order, so the default applies (§4).
    onApply({ values: valuesOfPreset(fields, preset), ordering: defaultOrdering })
  }
  const setCount = countSet(fields, draft.values)
  return (
    <Dialog
      opened
      leaving={leaving}
      onClose={onClose}
      title="Фильтры"
      tabs={
        <Tabs
          label="Фильтры"
          ids={ids}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'form', label: 'Фильтровать' },
            {
              value: 'saved',
              label: (
                <>
                  Сохраненные фильтры
                  {!isNarrow && savedCount !== undefined && <span className={styles.saved}> {savedCount}</span>}
                </>
              ),
            },
          ]}
        />
      }
      flush
      size={1200}
      fillsScreen={isNarrow}
      footer={
        tab === 'form' ? (
          <>
            <FilterActs
              query={caseApiQuery({ ...search, page: 1, values: draft.values }, { onlyFavourites })}
              countOf={caseCountQueryOptions}
              forms={caseForms}
              onApply={apply}
              onClear={() => draft.replace(onlyFavourites ? {} : readLenient(fields, initialRecord))}
              onClose={onClose}
            />
            <span className="grow" />
            <span className="quiet small" aria-live="polite">
              {isChanged && `${chosenWords(setCount)}, ещё не применено`}
            </span>
            <SavePreset
              place="panel"
              fields={fields}
              values={draft.values}
              mayOpen={isRight}
              onSaved={preset => {
                rememberNames(draft.names)
                if (isChanged) offerPreset(preset)
                else activatePreset(preset)
              }}
            />
          </>
        ) : (
          <>
            <Button onClick={onClose}>Закрыть</Button>
            <span className="grow" />
            <Link to="/presets" className="small" onClick={onClose}>
              Страница «Наборы фильтров»
            </Link>
          </>
        )
      }
    >
      <div className={styles.panes}>
        {/* Hidden instead of unmounted, to keep partial input and the size of the dialog. */}
        <div
          role="tabpanel"
          id={ids('form').panel}
          aria-labelledby={ids('form').tab}
          className={styles.pane}
          data-hidden={tab !== 'form' || undefined}
        >
          <FilterForm
            user={user}
            fields={fields}
            draft={draft}
            isNarrow={isNarrow}
            openAt={openAt}
            bodyRef={body}
            onlyFavourites={onlyFavourites}
            onEnter={apply}
          />
        </div>
        <div
          role="tabpanel"
          id={ids('saved').panel}
          aria-labelledby={ids('saved').tab}
          className={styles.pane}
          data-hidden={tab !== 'saved' || undefined}
        >
          {tab === 'saved' && (
            <SavedPresets
              activeId={active?.id}
              onlyFavourites={onlyFavourites}
              onApply={applyPreset}
              onCompose={() => setTab('form')}
            />
          )}
        </div>
      </div>
    </Dialog>
  )
}

const chosenWords = (count: number): string =>
  `${plural(count, ['Выбран', 'Выбрано', 'Выбрано'])} ${counted(count, ['фильтр', 'фильтра', 'фильтров'])}`
