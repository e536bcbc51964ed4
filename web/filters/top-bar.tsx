import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { caseForms } from '#shared/domain/wording.ts'
import type { Fields } from '#shared/filters/field.ts'
import { toQuery, writeValues } from '#shared/filters/wire.ts'
import { reloadLists } from '../api/cases.ts'
import { useFoldedActs } from '../ui/folded-acts.tsx'
import { useShortcuts } from '../ui/keys.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { medium, narrow, useMedia } from '../ui/media.ts'
import { showToast } from '../ui/toasts.tsx'
import { useMemory, useRecent, useSpokenTotal } from './bar-memory.ts'
import {
  type CaseSearch,
  type CaseSearchChange,
  type CaseValues,
  equalQueries,
  withoutFilter,
  withSearchChange,
  writeCaseSearch,
} from './case-search.ts'
import type { FilterTag } from './chips.ts'
import { useCopyLink } from './copy-link.tsx'
import { editInWords } from './edit-in-words.ts'
import { useFrozen } from './frozen.ts'
import { ListActs } from './list-acts.tsx'
import type { CaseListKind } from './list-fields.ts'
import { asksClosed, seesNothing } from './list-fields.ts'
import { MainFilters } from './main-filters.tsx'
import { useNames } from './names.ts'
import { leaveActivePreset, useActivePreset, valuesOfPreset } from './presets/active-preset.ts'
import { TagStrip } from './tag-strip.tsx'
import styles from './top-bar.module.css'
import { Total, useOwnTotal } from './total.tsx'
import { takeAskedPanel, usePanel } from './use-panel.ts'
import { ViewSwitch } from './view-switch.tsx'

const AsOfLine = lazyPart(() => import('./as-of-line.tsx'), 'AsOfLine')
const FilterPanel = lazyPart(() => import('./filter-panel.tsx'), 'FilterPanel')

/** The filter bar (§2) of views of cases and of favourites. All changes go to the address. */
type Props = {
  user: CurrentUser
  section: CaseListKind
  fields: Fields
  search: CaseSearch
  chips: readonly FilterTag[]
  onChange: (change: CaseSearchChange) => void
  count: number | undefined
  /** The count may change within seconds. */
  countIsBehind?: boolean | undefined
  /** The count is a lower bound. */
  countIsLeast?: boolean | undefined
  /** The count is for these filters, not for the previous ones. */
  answered: boolean
  children?: ReactNode
}

export const TopBar = ({
  user,
  section,
  fields,
  search,
  chips,
  onChange,
  count,
  countIsBehind,
  countIsLeast,
  answered,
  children,
}: Props) => {
  const words = useRef<HTMLInputElement>(null)
  const { panel, isOpen, open, close } = usePanel(search)
  const filters = writeValues(fields, search.values)
  const { frozen, toggle } = useFrozen(fields, filters)
  const preset = useActivePreset(fields, search.values)
  // Favourites are an explicit filter outside their own page.
  const asked = section === 'favourites' ? { ...filters, in_favorites: 'true' } : filters
  const link = useCopyLink(asked)
  const names = useNames(fields, search.values)
  const isNarrow = useMedia(narrow)
  const folded = useFoldedActs(medium)
  // On a phone the cases come first: other views and the order are behind the button of actions.
  const isShort = isNarrow && folded.panel.hidden
  useShortcuts({ w: () => words.current?.focus(), f: () => open() })
  useEffect(() => {
    if (takeAskedPanel()) open()
  }, [open])
  const query = toQuery(filters)
  // For regions outside the scope no count is known.
  const known = seesNothing(user) || asksClosed(user, search.values) ? undefined : count
  const total = useOwnTotal(query, answered, known)
  useSpokenTotal(query, answered ? known : undefined, caseForms, countIsLeast)
  useMemory(section, search, chips)
  useRecent(fields, query, chips, answered, () => filters)

  /** The total is a link to the list, like other figures. */
  const toList = (total: ReactNode): ReactNode =>
    section === 'stats' || section === 'data' ? (
      <Link to="/" search={writeCaseSearch(search)}>
        {total}
      </Link>
    ) : (
      total
    )
  const setValues = (values: CaseValues) => onChange({ values })
  const client = useQueryClient()
  /** An explicit request refetches, even for the same list (§2, §4). */
  const apply = (change: CaseSearchChange) => {
    void reloadLists(client, equalQueries(writeCaseSearch(withSearchChange(search, change)), writeCaseSearch(search)))
    onChange(change)
  }
  const pin = () => {
    if (chips.length === 0 && frozen !== 'these') return
    toggle()
    showToast(frozen === 'these' ? 'Фильтры откреплены.' : 'Фильтры закреплены: с них начинается каждый раздел.')
  }
  return (
    <>
      <MainFilters
        values={search.values}
        onChange={setValues}
        withMain={section === 'index' || section === 'favourites'}
        filterCount={chips.length}
        frozen={frozen === 'these'}
        onOpenPanel={() => open()}
        wordsRef={words}
      />
      <section className={`wrap ${styles.strip}`} aria-label="Что выбрано">
        <div className={styles.sum}>
          <p className={`h2 ${styles.total}`}>
            {total === undefined
              ? '\u00a0'
              : toList(<Total count={total} forms={caseForms} isBehind={countIsBehind} isLeast={countIsLeast} />)}
          </p>
          {folded.button}
          {section !== 'favourites' && !isShort && <ViewSwitch section={section} search={search} />}
          <div className={`acts folded ${styles.acts}`} {...folded.panel}>
            <ListActs
              user={user}
              section={section}
              fields={fields}
              search={search}
              chips={chips}
              filters={asked}
              count={answered ? (countIsLeast ? 'many' : count) : undefined}
              preset={preset}
              frozen={frozen}
              onPin={pin}
              onApplyPreset={chosen => apply({ values: valuesOfPreset(fields, chosen), ordering: defaultOrdering })}
            />
          </div>
          {!isShort && children}
        </div>
        {(search.values.as_of ?? search.unread) && (
          <AsOfLine
            fallback={<p className={styles.asOf} aria-busy="true" />}
            day={search.values.as_of}
            filters={writeValues(fields, { ...search.values, as_of: undefined })}
            foundNothing={known === 0 && user}
            onNow={() => setValues(withoutFilter(search.values, 'as_of'))}
            unread={search.unread}
            onRead={() => setValues(search.values)}
          />
        )}
        <TagStrip
          chips={chips}
          preset={preset?.title}
          onRemove={name => setValues(withoutFilter(search.values, name))}
          onEdit={open}
          onLeavePreset={leaveActivePreset}
          onEditInWords={() => editInWords({ fields, values: search.values, names, onValues: setValues })}
          onCopyLink={link.copy}
          copying={link.copying}
        />
      </section>
      {panel && (
        <FilterPanel
          key={panel.key}
          user={user}
          fields={fields}
          search={panel.search}
          onlyFavourites={section === 'favourites'}
          openAt={panel.openAt}
          leaving={!isOpen}
          onApply={change => {
            close()
            // After the next paint, so that the panel closes first.
            requestAnimationFrame(() => setTimeout(() => apply(change)))
          }}
          onClose={close}
        />
      )}
      {link.shown}
    </>
  )
}
