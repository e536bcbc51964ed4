import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
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
import { BarAct, LoadingAct } from './bar-act.tsx'
import { useMemory, useRecent, useSpokenTotal } from './bar-memory.ts'
import {
  type CaseSearch,
  type CaseSearchChange,
  type CaseValues,
  saysTheSame,
  withoutFilter,
  withSearchChange,
  writeCaseSearch,
} from './case-search.ts'
import type { FilterTag } from './chips.ts'
import { useCopyLink } from './copy-link.tsx'
import { editInWords } from './edit-in-words.ts'
import { pinTitle, useFrozen } from './frozen.ts'
import type { CaseListKind } from './list-fields.ts'
import { asksClosed, seesNothing } from './list-fields.ts'
import { MainFilters } from './main-filters.tsx'
import { useNames } from './names.ts'
import { leaveActivePreset, useActivePreset, valuesOfPreset } from './presets/active-preset.ts'
import type { PresetButton } from './presets/preset-menu.tsx'
import { TagStrip } from './tag-strip.tsx'
import styles from './top-bar.module.css'
import { Total, useOwnTotal } from './total.tsx'
import { takeAskedPanel, usePanel } from './use-panel.ts'
import { ViewSwitch } from './view-switch.tsx'

const AsOfLine = lazyPart(() => import('./as-of-line.tsx'), 'AsOfLine')
const FilterPanel = lazyPart(() => import('./filter-panel.tsx'), 'FilterPanel')
const PresetButtons = lazyPart(() => import('./presets/preset-menu.tsx'), 'PresetButtons')
const ExportButton = lazyPart(() => import('./exports/export-button.tsx'), 'ExportButton')
const Subscribe = lazyPart(() => import('./subscribing/subscribe-button.tsx'), 'Subscribe')

/** The top filter bar (§2) of the views of cases and of favourites. Everything it changes, it changes in the address. */
type Props = {
  user: CurrentUser
  section: CaseListKind
  fields: Fields
  search: CaseSearch
  chips: readonly FilterTag[]
  onChange: (change: CaseSearchChange) => void
  count: number | undefined
  /** The count may be another in a few seconds. */
  countIsBehind?: boolean | undefined
  /** There are at least so many. */
  countIsLeast?: boolean | undefined
  /** The count is an answer to these filters, not to those before. */
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
  const [pressed, setPressed] = useState<PresetButton>()
  const [wantsFile, setWantsFile] = useState(false)
  const [wantsNews, setWantsNews] = useState(false)
  const { panel, isOpen, open, close } = usePanel(search)
  const filters = writeValues(fields, search.values)
  const { frozen, toggle } = useFrozen(fields, filters)
  const preset = useActivePreset(fields, search.values)
  // Elsewhere than on their page, favourites are to be asked for.
  const asked = section === 'favourites' ? { ...filters, in_favorites: 'true' } : filters
  const link = useCopyLink(asked)
  const names = useNames(fields, search.values)
  const isNarrow = useMedia(narrow)
  const folded = useFoldedActs(medium)
  // A phone shows cases first: the other views and the order wait with the acts.
  const isShort = isNarrow && folded.panel.hidden
  useShortcuts({ w: () => words.current?.focus(), f: () => open() })
  useEffect(() => {
    if (takeAskedPanel()) open()
  }, [open])
  const query = toQuery(filters)
  // What is not open is not known to have no cases.
  const known = seesNothing(user) || asksClosed(user, search.values) ? undefined : count
  const total = useOwnTotal(query, answered, known)
  useSpokenTotal(query, answered ? known : undefined, caseForms, countIsLeast)
  useMemory(section, search, chips)
  useRecent(fields, query, chips, answered, () => filters)

  /** A total is a figure as well: beside the list it opens the list. */
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
  /** What the person asked for by a button is asked of the server, though it were the same list again (§2, §4). */
  const apply = (change: CaseSearchChange) => {
    void reloadLists(client, saysTheSame(writeCaseSearch(withSearchChange(search, change)), writeCaseSearch(search)))
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
            <PresetButtons
              fallback={<PresetButtonsRoom saved={preset !== undefined} onPress={setPressed} />}
              fields={fields}
              values={search.values}
              activeId={preset?.id}
              section={section}
              pressed={pressed}
              onApply={chosen => apply({ values: valuesOfPreset(fields, chosen), ordering: defaultOrdering })}
            />
            <ExportButton
              fallback={
                <LoadingAct icon="download" onPress={() => setWantsFile(true)}>
                  CSV
                </LoadingAct>
              }
              user={user}
              filters={asked}
              ordering={search.ordering}
              count={answered ? (countIsLeast ? 'many' : count) : undefined}
              openedFirst={wantsFile}
            />
            {search.values.as_of === undefined && (
              <Subscribe
                fallback={
                  <LoadingAct icon="bell" onPress={() => setWantsNews(true)}>
                    Подписаться
                  </LoadingAct>
                }
                watched={{ get_params: asked }}
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
              onClick={pin}
            >
              {frozen === 'these' ? 'Открепить фильтры' : 'Закрепить фильтры'}
            </BarAct>
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
            // After the next paint, so that the panel is seen to close first.
            requestAnimationFrame(() => setTimeout(() => apply(change)))
          }}
          onClose={close}
        />
      )}
      {link.shown}
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
