import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CurrentUser } from '#shared/api/accounts.ts'
import { hasRight } from '#shared/domain/permissions.ts'
import { caseForms, counted, plural } from '#shared/domain/wording.ts'
import type { Names } from '#shared/filters/describe.ts'
import type { Fields } from '#shared/filters/field.ts'
import { type PanelSection, panelSections } from '#shared/filters/sections.ts'
import { toQuery, toRecord, writeValues } from '#shared/filters/wire.ts'
import { caseCountQuery } from '../api/cases.ts'
import { Button, ButtonCount } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextInput } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { narrow, useMedia } from '../ui/media.ts'
import { type CaseSearch, type CaseValues, caseApiQuery, initialRecord, readCaseSearch } from './case-search.ts'
import { countSet, type Draft, useDraft } from './draft.ts'
import styles from './filter-panel.module.css'
import { useNames } from './names.ts'
import { Section, SetCount } from './panel-section.tsx'
import { rememberNames } from './remembered.ts'
import { holds, useSettled } from './suggestions.ts'

/**
 * Every filter of the list, generated from the fields: sections and their fields are data, a control belongs to a kind.
 * What is put together here is applied in one step; Escape, the cross and «Закрыть» forget it.
 */
type Props = {
  user: CurrentUser
  fields: Fields
  search: CaseSearch
  onlyFavourites: boolean
  onApply: (values: CaseValues) => void
  onClose: () => void
}

/** The button's number follows the draft when it rests. */
const countPause = 400

export const FilterPanel = ({ user, fields, search, onlyFavourites, onApply, onClose }: Props) => {
  const isNarrow = useMedia(narrow)
  const draft = useDraft(search.values)
  const known = useNames(fields, draft.values)
  const [looking, setLooking] = useState('')
  const body = useRef<HTMLDivElement>(null)
  const sections = shownSections(fields, user, looking)
  const next = { ...search, page: 1, values: draft.values }
  const count = useDraftCount(next, onlyFavourites)
  const isChanged = toQuery(writeValues(fields, draft.values)) !== toQuery(writeValues(fields, search.values))

  const apply = () => {
    // A filter that cannot be understood is put right first, not let go in silence.
    const wrong = body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) {
      wrong.scrollIntoView({ block: 'center' })
      wrong.focus()
      return
    }
    rememberNames(draft.names)
    onApply(draft.values)
  }
  const setCount = countSet(fields, draft.values)
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Фильтры"
      size={1200}
      fillsScreen={isNarrow}
      footer={
        <>
          <Button look="main" className={styles.apply} onClick={apply}>
            Фильтровать
            {count !== undefined && <ButtonCount>{counted(count, caseForms)}</ButtonCount>}
          </Button>
          <Button onClick={() => draft.replace(onlyFavourites ? {} : readCaseSearch(initialRecord).values)}>
            Сбросить
          </Button>
          <Button onClick={onClose}>Закрыть</Button>
          <span className="grow" />
          <span className={styles.state} aria-live="polite">
            {isChanged && `${chosenWords(setCount)}, ещё не применено`}
          </span>
        </>
      }
    >
      {!isNarrow && (
        <nav className={styles.contents} aria-label="Разделы фильтров">
          <TextInput
            icon="search"
            aria-label="Найти фильтр"
            data-autofocus
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
                    body.current?.querySelector(`[data-section="${section.id}"]`)?.scrollIntoView({ block: 'start' })
                  }
                >
                  {section.title}
                  <SetCount count={countSet(fields, draft.values, section.fields)} />
                </button>
              </li>
            ))}
          </ul>
          <p className={styles.legend}>
            Знак <Icon name="not" size={12} /> появляется под указателем и исключает строку.
          </p>
        </nav>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field of a form applies the form */}
      <div
        className={styles.sections}
        ref={body}
        onKeyDown={event => {
          if (event.key === 'Enter' && !event.defaultPrevented && isPlainField(event.target)) apply()
        }}
      >
        {sections.map((section, at) => (
          <Section
            key={section.id}
            section={section}
            fields={fields}
            draft={draft}
            names={{ ...known, ...merged(known, draft) }}
            user={user}
            folds={isNarrow}
            opened={at === 0}
          />
        ))}
        {sections.length === 0 && <p className={styles.nothing}>Такого фильтра нет</p>}
      </div>
    </Dialog>
  )
}

/** A field where Enter has no meaning of its own: not a list of suggestions, not a calendar, not a search in a list. */
const isPlainField = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement &&
  target.type === 'text' &&
  !target.matches('[role="combobox"], [data-dates-input], [aria-label^="Найти"], [aria-label$="найти в списке"]')

const chosenWords = (count: number): string =>
  `${plural(count, ['Выбран', 'Выбрано', 'Выбрано'])} ${counted(count, ['фильтр', 'фильтра', 'фильтров'])}`

/** Names known before and names picked now. */
const merged = (known: Names, draft: Draft) =>
  Object.fromEntries(Object.entries(draft.names).map(([key, picked]) => [key, { ...known[key], ...picked }]))

/** Sections with the fields this list has, this person may use, and the search for a filter leaves. */
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

const useDraftCount = (next: CaseSearch, onlyFavourites: boolean): number | undefined => {
  const query = useSettled(toQuery(caseApiQuery(next, { onlyFavourites })), countPause)
  const { data } = useQuery({
    ...caseCountQuery(caseApiQuery(readQuery(query), { onlyFavourites })),
    placeholderData: keepPreviousData,
  })
  return data
}
const readQuery = (query: string): CaseSearch => readCaseSearch(toRecord(query))
