import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Preset } from '#shared/api/saved.ts'
import { counted } from '#shared/domain/wording.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { listFrom, writeCaseSearch } from '../filters/case-search.ts'
import { ListFoot } from '../filters/list-foot.tsx'
import { RetryAlert } from '../filters/load-failed.tsx'
import { activatePreset, useRememberedPreset, valuesOfPreset } from '../filters/presets/active-preset.ts'
import { PresetCard, presetGridClass } from '../filters/presets/preset-card.tsx'
import { answersTyped, groupPresets, usePresets } from '../filters/presets/use-presets.ts'
import { buttonClass } from '../ui/button.tsx'
import { CollectionPage, EmptyCollection } from '../ui/collection-page.tsx'
import { TextInput } from '../ui/field.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PresetActs, useDragging } from './preset-acts.tsx'
import styles from './presets-page.module.css'
import { placeBeside, usePresetChanges } from './use-preset-changes.ts'

/** The dialog with the component library is four times the rest of the page, and rarely used. */
const PresetForm = lazyPart(() => import('./preset-form.tsx'), 'PresetForm')

/** Saved filters (§2 /presets): cards by category. A card applies its filters; here they can also be reordered. */
export const PresetsPage = () => {
  const list = usePresets()
  const { data } = list
  const isFilled = data !== undefined && data.count > 0
  return (
    <CollectionPage title="Наборы фильтров" count={isFilled ? counted(data.count, presetForms) : undefined}>
      {!data && <RetryAlert of={list} />}
      {data?.count === 0 && <NoPresets />}
      {isFilled && <Cards presets={data.results} />}
      {isFilled && <ListFoot values={{}} />}
    </CollectionPage>
  )
}

const presetForms = ['набор', 'набора', 'наборов'] as const
const worthSearching = 7

const Cards = ({ presets }: { presets: readonly Preset[] }) => {
  const [looking, setLooking] = useState('')
  const [edited, setEdited] = useState<Preset>()
  const activeId = useRememberedPreset()?.id
  const apply = useApply()
  const { move, remove, latest } = usePresetChanges()
  const keepFocus = useFocusOnHandle(presets)
  const step = (preset: Preset, by: -1 | 1, byKey = false): void => {
    const place = placeBeside(latest(), preset, by)
    if (place === undefined) return
    if (byKey) keepFocus(preset.id)
    move({ preset, place })
  }
  const drag = useDragging(presets, (preset, onto) =>
    move({
      preset,
      place: onto.position,
      ...(preset.category?.id !== onto.category?.id && { category: onto.category }),
    }),
  )
  const found = presets.filter(preset => answersTyped(preset, looking))
  return (
    <>
      {(presets.length >= worthSearching || looking !== '') && (
        <TextInput
          className={styles.find}
          icon="search"
          aria-label="Найти набор"
          placeholder="Найти набор"
          value={looking}
          onChange={setLooking}
        />
      )}
      {groupPresets(found).map(({ title, presets: group }) => (
        <section key={title} className={styles.group} aria-label={title}>
          <h2 className="h3">{title}</h2>
          <ul className={presetGridClass}>
            {group.map(preset => (
              <li
                key={preset.id}
                className={styles.cell}
                data-cell={preset.id}
                data-dragged={drag.dragged === preset.id || undefined}
                data-over={drag.over === preset.id || undefined}
              >
                <PresetCard
                  preset={preset}
                  heading="h3"
                  active={preset.id === activeId}
                  onApply={() => apply(preset)}
                  acts={
                    <PresetActs
                      preset={preset}
                      canMove={by => placeBeside(presets, preset, by) !== undefined}
                      onMove={(by, byKey) => step(preset, by, byKey)}
                      onEdit={() => setEdited(preset)}
                      onRemove={() => remove(preset)}
                      dragging={drag.handle(preset)}
                    />
                  }
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className={`quiet ${styles.hint}`} role="status">
        {found.length === 0 && 'Такого набора нет'}
      </p>
      {edited && <PresetForm preset={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

const useApply = () => {
  const navigate = useNavigate()
  return (preset: Preset): void => {
    activatePreset(preset)
    void navigate({ to: '/', search: writeCaseSearch(listFrom(valuesOfPreset(caseListFields, preset))) })
  }
}

/** A moved card keeps the focus. */
const useFocusOnHandle = (presets: readonly Preset[]) => {
  const wanted = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new order is when the focus may be lost
  useEffect(() => {
    if (wanted.current !== undefined) document.querySelector<HTMLElement>(`[data-handle="${wanted.current}"]`)?.focus()
    wanted.current = undefined
  }, [presets])
  return (id: number): void => {
    wanted.current = id
  }
}

const NoPresets = () => (
  <EmptyCollection title="Наборов фильтров пока нет">
    <p>
      Выберите фильтры в списке дел и нажмите «Сохранить набор»: он появится здесь и&nbsp;в&nbsp;меню «Наборы фильтров»
      над списком, и&nbsp;те же фильтры будут применяться одним нажатием. Относительные даты, например «последние
      7&nbsp;дней», остаются свежими.
    </p>
    <Link to="/" className={buttonClass()}>
      К списку дел
    </Link>
  </EmptyCollection>
)
