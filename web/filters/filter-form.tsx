import { type Ref, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { hasRight } from '#shared/domain/permissions.ts'
import type { Names } from '#shared/filters/describe.ts'
import { excluded, type Fields } from '#shared/filters/field.ts'
import { type PanelSection, panelSections } from '#shared/filters/sections.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { TextInput } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useCountsSwitch } from './counts.ts'
import { countSet, type FilterDraft } from './draft.ts'
import styles from './filter-panel.module.css'
import { useNames } from './names.ts'
import { FilterSection, SetCount } from './panel-section.tsx'
import { holds } from './suggestions.ts'

export const FilterForm = ({
  user,
  fields,
  draft,
  isNarrow,
  openAt,
  bodyRef,
  onlyFavourites,
  countsCases = true,
  onEnter,
}: {
  user: CurrentUser
  fields: Fields
  draft: FilterDraft
  isNarrow: boolean
  openAt: string | undefined
  bodyRef: Ref<HTMLDivElement> & { readonly current: HTMLDivElement | null }
  onlyFavourites: boolean
  /** Options show counts; not when the list is not of cases. */
  countsCases?: boolean
  onEnter: () => void
}) => {
  const known = useNames(fields, draft.values)
  const [looking, setLooking] = useState('')
  const [isCounting, setCounting] = useCountsSwitch()
  const sections = useMemo(() => shownSections(fields, user, looking), [fields, user, looking])
  const names = useMemo(() => ({ ...known, ...merged(known, draft.names) }), [known, draft.names])
  const now = useMemo(() => ({ draft, names }), [draft, names])
  // The edited section is updated at once, the others deferred; so are those below the fold on opening.
  const later = useDeferredValue(now)
  const isWhole = useDeferredValue(true, isNarrow || openAt !== undefined)
  useEffect(() => (openAt === undefined ? undefined : keepInView(bodyRef.current, openAt)), [openAt, bodyRef])
  const countsSwitch = countsCases && (
    <div className={styles.countsSwitch}>
      <Checkbox checked={isCounting} onChange={setCounting}>
        Показывать число дел
      </Checkbox>
    </div>
  )
  return (
    <>
      {!isNarrow && (
        <nav className={styles.contents} aria-label="Разделы фильтров">
          <TextInput
            icon="search"
            aria-label="Найти фильтр"
            data-autofocus={openAt === undefined || undefined}
            placeholder="Найти фильтр"
            value={looking}
            onChange={setLooking}
          />
          <ul>
            {sections.map(section => (
              <li key={section.id}>
                <button
                  type="button"
                  onClick={() =>
                    bodyRef.current?.querySelector(`[data-section="${section.id}"]`)?.scrollIntoView({ block: 'start' })
                  }
                >
                  {section.title}
                  <SetCount count={countSet(fields, draft.values, section.fields)} />
                </button>
              </li>
            ))}
          </ul>
          {countsSwitch}
          <p className={`quiet tiny ${styles.legend}`}>
            {countsCases && isCounting && 'Число справа — сколько дел останется, если выбрать строку. '}
            Чтобы исключить значение, наведите на него и нажмите <Icon name="not" size={12} /> (или «−»).
          </p>
        </nav>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field of a form applies the form */}
      <div
        className={styles.sections}
        data-coming={!isWhole || undefined}
        ref={bodyRef}
        onKeyDown={event => {
          if (event.key === 'Enter' && !event.defaultPrevented && isPlainField(event.target)) onEnter()
        }}
      >
        {sections.slice(0, isWhole ? undefined : inFirstSight).map((section, at) => (
          <FilterSection
            key={section.id}
            section={section}
            fields={fields}
            {...(isTouched(section, draft, later.draft) ? now : later)}
            user={user}
            folds={isNarrow}
            onlyFavourites={onlyFavourites}
            countsCases={countsCases}
            opened={openAt === undefined ? at === 0 : section.fields.some(key => key === openAt)}
          />
        ))}
        {isNarrow && countsSwitch}
        {sections.length === 0 && <p className={`quiet ${styles.nothing}`}>Такого фильтра нет</p>}
      </div>
    </>
  )
}

/** The dialog opens with the first section at its final height; the others are rendered right after. */
const inFirstSight = 1
const isTouched = (section: PanelSection, now: FilterDraft, before: FilterDraft): boolean =>
  section.fields
    .flatMap(key => [key, excluded(key)])
    .some(name => now.values[name] !== before.values[name] || now.names[name] !== before.names[name])

const touches = ['wheel', 'pointerdown', 'touchstart', 'keydown'] as const

/**
 * Keeps the field in view while lists above it load, and marks its first control for focus; returns a stop function.
 */
const keepInView = (body: HTMLElement | null, key: string): (() => void) | undefined => {
  const place = body?.querySelector(`[data-field="${CSS.escape(key)}"]`)
  if (!body || !place) return undefined
  const control = ['input[type="radio"]:checked', ':is(input, select):not([disabled])', 'button:not([disabled])']
    .map(kind => place.querySelector(kind))
    .find(found => found)
  control?.setAttribute('data-autofocus', '')
  const show = (): void => place.scrollIntoView({ block: 'center' })
  show()
  const sizes = new ResizeObserver(show)
  for (const section of body.children) sizes.observe(section)
  const stop = (): void => {
    sizes.disconnect()
    for (const touch of touches) body.removeEventListener(touch, stop)
  }
  for (const touch of touches) body.addEventListener(touch, stop, { passive: true })
  return stop
}

/** A field where Enter has no meaning of its own: not suggestions, a calendar or a search in a list. */
const isPlainField = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement &&
  target.type === 'text' &&
  !target.matches('[role="combobox"], [data-dates-input], [aria-label^="Найти"], [aria-label$="найти в списке"]')

const merged = (known: Names, chosen: Names) =>
  Object.fromEntries(Object.entries(chosen).map(([key, picked]) => [key, { ...known[key], ...picked }]))

const shownSections = (fields: Fields, user: CurrentUser, looking: string): PanelSection[] =>
  panelSections
    .map(section => ({
      ...section,
      fields: section.fields.filter(key => {
        const field = fields[key]
        return (
          field &&
          (!field.onlyFor || hasRight(user, field.onlyFor)) &&
          (holds(field.label, looking) || holds(section.title, looking))
        )
      }),
    }))
    .filter(section => section.fields.length > 0)
