import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { caseOrderings, defaultOrdering, relevance } from '#shared/domain/orderings.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { toQuery, writeValues } from '#shared/filters/wire.ts'
import { type CaseList, caseCount, caseListQueryOptions } from '../api/cases.ts'
import {
  type CaseSearch,
  caseApiQuery,
  initialRecord,
  readCaseSearch,
  useCaseSearch,
  withoutFilter,
} from '../filters/case-search.ts'
import { useChips } from '../filters/chips.ts'
import { listFields } from '../filters/list-fields.ts'
import { ListFoot, ListPager } from '../filters/list-foot.tsx'
import { LoadFailed } from '../filters/load-failed.tsx'
import { watchedBefore } from '../filters/remembered.ts'
import { caseOrderWords, orderOptions } from '../filters/sort-heads.tsx'
import { TopBar } from '../filters/top-bar.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { useShortcuts } from '../ui/keys.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import frame from '../ui/list-page.module.css'
import { tabular, useMedia } from '../ui/media.ts'
import { focusedRow, focusNextRow } from '../ui/row-focus.ts'
import { useTitle } from '../ui/title.ts'
import { announceToScreenReader } from '../ui/toasts.tsx'
import { CaseCards } from './case-cards.tsx'
import styles from './case-list-page.module.css'
import { CaseTable } from './case-table.tsx'
import { useFavourite } from './favourite.tsx'
import type { ListOrigin } from './list-origin.ts'
import { useSelection } from './selection.ts'

const PastTheEnd = lazyPart(() => import('../filters/past-the-end.tsx'), 'PastTheEnd')
const EmptyList = lazyPart(() => import('./empty-list.tsx'), 'EmptyList')
const SetsBar = lazyPart(() => import('./sets-bar.tsx'), 'SetsBar')
const TodayLine = lazyPart(() => import('../filters/told.tsx'), 'TodayLine')
const ListKeys = lazyPart(() => import('./list-keys.tsx'), 'ListKeys')
const SelectionBar = lazyPart(() => import('./selection-bar.tsx'), 'SelectionBar')

/** The list of cases (§2 index), and favourites (§2 favorites) as the same list with a fixed filter. */
export const CaseListPage = ({ user, onlyFavourites = false }: { user: CurrentUser; onlyFavourites?: boolean }) => {
  useTitle(onlyFavourites ? 'Избранное' : 'Дела')
  const { search, change, hrefOf } = useCaseSearch()
  const query = useMemo(() => caseApiQuery(search, { onlyFavourites }), [search, onlyFavourites])
  const here = useMemo(
    (): ListOrigin => ({ kind: onlyFavourites ? 'favourites' : 'cases', query, leftAt: String(search.page) }),
    [onlyFavourites, query, search.page],
  )
  const list = useAnswer(here)
  const fields = useMemo(() => listFields(user, onlyFavourites ? 'favourites' : 'index'), [user, onlyFavourites])
  const chips = useChips(fields, search.values)
  const main = useRef<HTMLElement>(null)
  const isTable = useMedia(tabular)
  const [hasToday] = useState(watchedBefore)

  // After a failure the list is empty, and the error stays until the next answer (§8). The count is then unknown.
  const data = list.error ? undefined : list.data
  const rows = data?.results ?? noRows
  const isStale = !list.error && (list.isPlaceholderData || list.openedFrom !== here)
  const toggle = useFavourite()
  const selection = useSelection(rows, listKeyOf(search, onlyFavourites))
  const step = (by: 1 | -1) => focusNextRow(main.current, '[data-case]', '[data-case-link]', by)
  const focusedId = (): number => Number(focusedRow('[data-case]')?.dataset.case)
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    s: () => {
      const row = rows.find(({ id }) => id === focusedId())
      if (row) toggle(row)
    },
    x: () => {
      const id = focusedId()
      if (id) selection.toggle(id)
    },
  })
  useEffect(() => {
    if (selection.ids.size > 0) announceToScreenReader(`Выбрано ${counted(selection.ids.size, caseForms)}`)
  }, [selection.ids.size])

  const byWords = search.values.result_text_search !== undefined
  // The table headings offer all orders except relevance.
  const order = (
    <Select
      aria-label="Порядок"
      options={byWords ? [mostRelevant, ...orders] : orders}
      value={search.ordering}
      onChange={ordering => change({ ordering })}
    />
  )
  const [picking, setPicking] = useState(false)
  const isPicking = picking || selection.ids.size > 0
  const pick = (on: boolean) => {
    selection.clear()
    setPicking(on)
  }
  const beside = (
    <div className={`screen-only ${styles.beside}`}>
      {order}
      {!isPicking && (
        <Button look="link" onClick={() => pick(true)}>
          Выбрать дела
        </Button>
      )}
    </div>
  )
  const clear = () => change(onlyFavourites ? { values: {}, ordering: defaultOrdering } : readCaseSearch(initialRecord))
  return (
    <>
      <TopBar
        user={user}
        section={onlyFavourites ? 'favourites' : 'index'}
        fields={fields}
        search={search}
        chips={chips}
        onChange={change}
        count={data?.count}
        countIsBehind={data?.count_is_behind}
        countIsLeast={data?.count_is_least}
        answered={data !== undefined && !isStale}
      >
        {rows.length > 0 && (isTable ? byWords && order : beside)}
      </TopBar>
      <main id="main" ref={main} tabIndex={-1} className="wrap">
        <h1 className="sr">{onlyFavourites ? 'Избранное' : 'Дела'}</h1>
        {/* Its space is reserved, so that the list does not shift. */}
        {!onlyFavourites && hasToday && (
          <p className={styles.today}>
            <TodayLine />
          </p>
        )}
        {onlyFavourites && (
          <div className={styles.sets}>
            <SetsBar values={search.values} onChange={values => change({ values })} />
          </div>
        )}
        <LoadFailed of={list} title="Список не загрузился" />
        {data && data.count === 0 && (
          <EmptyList
            fallback={<div className={frame.message} aria-busy="true" />}
            user={user}
            chips={chips}
            search={search}
            onlyFavourites={onlyFavourites}
            onRemove={name => change({ values: withoutFilter(search.values, name) })}
            onClear={clear}
          />
        )}
        {data && data.count > 0 && rows.length === 0 && (
          <PastTheEnd
            count={data.count}
            isLeast={data.count_is_least}
            size={search.size}
            onGo={page => change({ page })}
          />
        )}
        {rows.length > 0 && (
          <div className={frame.rows} data-stale={isStale || undefined} aria-busy={isStale}>
            {isTable ? (
              <CaseTable
                rows={rows}
                search={search}
                onChange={change}
                openedFrom={list.openedFrom}
                selection={selection}
              />
            ) : (
              <CaseCards
                rows={rows}
                openedFrom={list.openedFrom}
                selection={selection}
                isPicking={isPicking}
                onPicked={() => pick(false)}
              />
            )}
          </div>
        )}
        {data && rows.length > 0 && (
          <ListPager
            count={data.count}
            isLeast={data.count_is_least}
            shown={rows.length}
            search={search}
            hrefOf={hrefOf}
            onChange={change}
            sizeLabel="Дел на странице"
          />
        )}
        {/* Only after the answer: otherwise it would shift the list. */}
        {!list.isPending && (
          <ListFoot user={user} values={search.values}>
            <ListKeys rows={rows} picked={selection.ids} />
          </ListFoot>
        )}
        {selection.ids.size > 0 && <SelectionBar selection={selection} count={data && caseCount(data)} query={query} />}
      </main>
    </>
  )
}

const noRows: CaseList['results'] = []

/**
 * Deferred, because rendering a hundred rows takes time and input has priority. `openedFrom`: the list of these rows.
 */
const useAnswer = (here: ListOrigin) => {
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...caseListQueryOptions(here.query),
    placeholderData: keepPreviousData,
  })
  const [openedFrom, setOpenedFrom] = useState(here)
  if (!isPlaceholderData && openedFrom !== here) setOpenedFrom(here)
  const now = useMemo(
    () => ({ data, error, isPending, isPlaceholderData, openedFrom, refetch }),
    [data, error, isPending, isPlaceholderData, openedFrom, refetch],
  )
  return useDeferredValue(now)
}

const listKeyOf = ({ values }: CaseSearch, onlyFavourites: boolean): string =>
  `${onlyFavourites ? 'favourites' : 'cases'}?${toQuery(writeValues(caseListFields, values))}`

const mostRelevant = { value: relevance, label: 'По релевантности' } as const
const orders = orderOptions(caseOrderings, caseOrderWords)
