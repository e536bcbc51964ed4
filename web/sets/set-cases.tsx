import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import type { FullSet } from '#shared/api/sets.ts'
import { maxPageSize } from '#shared/domain/limits.ts'
import { type CaseOrdering, caseOrderings, caseOrderingValues, defaultOrdering } from '#shared/domain/orderings.ts'
import { isSetOrdering, type SetOrdering, setColumnKey, setColumnOrder } from '#shared/domain/set-orderings.ts'
import { itemStatusNames } from '#shared/domain/sets.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { caseListQueryOptions } from '../api/cases.ts'
import { setItemsQueryOptions } from '../api/sets.ts'
import type { ListOrigin } from '../cases/list-origin.ts'
import { useSelection } from '../cases/selection.ts'
import {
  type LooseRecord,
  type Paging,
  readOrdering,
  readPaging,
  useAddressSearch,
  writePaging,
} from '../filters/case-search.ts'
import { ListPager } from '../filters/list-foot.tsx'
import { LoadFailed, RetryAlert } from '../filters/load-failed.tsx'
import { caseOrderWords, orderOptions } from '../filters/sort-heads.tsx'
import { CalendarButton } from '../filters/subscribing/calendar-button.tsx'
import { Select } from '../ui/field.tsx'
import { useShortcuts } from '../ui/keys.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import frame from '../ui/list-page.module.css'
import { focusedRow, focusNextRow } from '../ui/row-focus.ts'
import { statusLabel, useItemChanges } from './item-changes.ts'
import { isNarrowed, type Narrowing, NarrowingFields, readNarrowing, writeNarrowing } from './narrowing.tsx'
import styles from './set-page.module.css'
import { SetTable } from './set-table.tsx'
import { ColumnChooser, useShownColumns } from './shown-columns.tsx'

const LabelDialog = lazyPart(() => import('./label-dialog.tsx'), 'LabelDialog')
const TagDialog = lazyPart(() => import('../tags/tag-dialog.tsx'), 'TagDialog')
const SetSelectionBar = lazyPart(() => import('./set-selection-bar.tsx'), 'SetSelectionBar')

type Search = Paging & Narrowing & { ordering: CaseOrdering | SetOrdering }
const setOrderIn = ({ ordering }: LooseRecord): SetOrdering | undefined =>
  typeof ordering === 'string' && isSetOrdering(ordering) ? ordering : undefined
/** The address of a part of a set: order and filters of its cases. */
const addressOf = (usual: CaseOrdering, tab?: 'hearings') => ({
  read: (record: LooseRecord): Search => ({
    ...readPaging(record),
    ordering: setOrderIn(record) ?? readOrdering(record, caseOrderingValues, usual),
    ...readNarrowing(record),
  }),
  write: ({ ordering, status, mine, ...paging }: Search): WireRecord => ({
    ...(tab && { tab }),
    ...(ordering !== usual && { ordering }),
    ...writeNarrowing({ status, mine }),
    ...writePaging(paging),
  }),
})
const addresses = { cases: addressOf(defaultOrdering), hearings: addressOf('last_scheduled_hearing_date', 'hearings') }

/** `hearings`: only those with a future hearing, the nearest first. */
export const SetCases = ({ set, hearings }: { set: FullSet; hearings: boolean }) => {
  const { read, write } = addresses[hearings ? 'hearings' : 'cases']
  const { search: asked, change, hrefOf } = useAddressSearch(read, write)
  const search = useMemo(() => ({ ...asked, ordering: orderOf(set, asked.ordering, hearings) }), [set, asked, hearings])
  const query = useMemo(
    () => ({
      set: String(set.id),
      ...(hearings && { state: 'is_planned' }),
      ...(search.status !== '' && { set_status: search.status }),
      ...(search.mine && { set_mine: 'true' }),
      ordering: search.ordering,
      page: String(search.page),
      size: String(search.size),
    }),
    [set.id, hearings, search],
  )
  const here = useMemo((): ListOrigin => ({ kind: 'set', query, leftAt: String(search.page) }), [query, search.page])
  const list = useQuery({ ...caseListQueryOptions(query), placeholderData: keepPreviousData })
  const rows = list.data?.results ?? noRows
  const ids = useMemo(() => rows.map(({ id }) => id).slice(0, maxPageSize), [rows])
  const items = useQuery({ ...setItemsQueryOptions(set.id, ids), placeholderData: keepPreviousData })
  const known = useMemo(() => new Map(items.data?.results.map(item => [item.case_id, item])), [items.data])
  const selection = useSelection(rows, `set ${set.id} ${hearings} ${search.status} ${search.mine}`)
  const columns = useShownColumns(set)
  const orders = useMemo(() => ordersOf(set), [set])
  const place = useRef<HTMLDivElement>(null)
  const record = useItemChanges(set.id)
  const [labelled, setLabelled] = useState<{ cases: readonly number[]; as: 'labels' | 'tags' }>()
  const mayWrite = set.role !== 'reader'
  const focusedId = (): number => Number(focusedRow('[data-case]')?.dataset.case)
  const step = (by: 1 | -1) => focusNextRow(place.current, '[data-case]', '[data-case-link]', by)
  const meant = () => (selection.ids.size > 0 ? [...selection.ids] : [focusedId()].filter(Boolean))
  // Rows have tags only for those who may change them; labels of the set are for its editors.
  const mayTag = rows.some(({ tags }) => tags !== undefined)
  const label = () => {
    const cases = meant()
    if (cases.length > 0 && (mayWrite || mayTag)) setLabelled({ cases, as: mayWrite ? 'labels' : 'tags' })
  }
  const toStatus = (at: number) => () => {
    const status = itemStatusNames[at]
    const cases = meant()
    if (status && mayWrite && cases.length > 0) void record(cases, { status })
  }
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    x: () => {
      const id = focusedId()
      if (id) selection.toggle(id)
    },
    l: label,
    1: toStatus(0),
    2: toStatus(1),
    3: toStatus(2),
    4: toStatus(3),
  })
  return (
    <div ref={place}>
      {set.count > 0 && (
        <div className={`screen-only ${styles.narrowing}`}>
          <NarrowingFields value={search} onChange={change} />
          <Select
            aria-label="Порядок"
            options={orders}
            value={search.ordering}
            onChange={ordering => change({ ordering })}
          />
          <ColumnChooser set={set} columns={columns} />
          {hearings && <CalendarButton watched={{ get_params: { set: String(set.id) } }} />}
        </div>
      )}
      <LoadFailed of={list} title="Дела не загрузились" />
      <RetryAlert of={items} />
      {list.data?.count === 0 && (
        <Nothing hearings={hearings} isEmpty={set.count + set.hidden === 0} isNarrow={isNarrowed(search)} />
      )}
      {rows.length > 0 && (
        <div className={frame.rows} data-stale={list.isPlaceholderData || undefined} aria-busy={list.isPlaceholderData}>
          <SetTable
            set={set}
            rows={rows}
            items={known}
            openedFrom={here}
            selection={selection}
            own={columns.shown}
            ordering={search.ordering}
            onOrder={ordering => change({ ordering })}
          />
        </div>
      )}
      {list.data && rows.length > 0 && (
        <ListPager
          count={list.data.count}
          shown={rows.length}
          search={search}
          hrefOf={hrefOf}
          onChange={change}
          sizeLabel="Дел на странице"
        />
      )}
      {selection.ids.size > 0 && (
        <SetSelectionBar set={set} selection={selection} count={list.data?.count} query={query} onLabel={label} />
      )}
      {labelled?.as === 'labels' && (
        <LabelDialog
          set={set}
          cases={labelled.cases.map(case_id => known.get(case_id) ?? { case_id })}
          name={labelled.cases.length === 1 ? rows.find(({ id }) => id === labelled.cases[0])?.case_number : undefined}
          onTags={mayTag ? () => setLabelled({ ...labelled, as: 'tags' }) : undefined}
          onClose={() => setLabelled(undefined)}
        />
      )}
      {labelled?.as === 'tags' && (
        <TagDialog
          cases={labelled.cases.map(id => rows.find(row => row.id === id) ?? { id })}
          onClose={() => setLabelled(undefined)}
        />
      )}
    </div>
  )
}
const noRows: never[] = []

/** Orders without a table header: the set's own order, and columns shown with the notes; cards have no header. */
const ordersOf = ({ columns }: FullSet) => [
  { value: 'set_position', label: 'Как в подборке' } as const,
  { value: '-set_position', label: 'Как в подборке, с конца' } as const,
  ...orderOptions(caseOrderings, caseOrderWords),
  ...orderOptions([{ value: 'set_status', label: 'По состоянию' }], () => statusWords),
  ...orderOptions(
    columns.map(({ key, title }) => ({ value: setColumnOrder(key), label: `По столбцу «${title}»` })),
    () => ['по возрастанию', 'по убыванию'],
  ),
]

const statusWords = [`сначала «${statusLabel('unseen')}»`, `сначала «${statusLabel('disputed')}»`] as const

/** The default order if the column no longer exists. */
function orderOf({ columns }: FullSet, asked: Search['ordering'], hearings: boolean): Search['ordering'] {
  const key = isSetOrdering(asked) ? setColumnKey(asked) : undefined
  if (key === undefined || columns.some(column => column.key === key)) return asked
  return hearings ? 'last_scheduled_hearing_date' : defaultOrdering
}

type NothingProps = { hearings: boolean; isEmpty: boolean; isNarrow: boolean }
const Nothing = ({ hearings, isEmpty, isNarrow }: NothingProps) => (
  <section className={frame.message}>
    {isEmpty ? (
      <>
        <h2>В подборке пока нет дел</h2>
        <p>
          Откройте <Link to="/">список дел</Link>, отметьте нужные и нажмите «В&nbsp;подборку».
        </p>
      </>
    ) : (
      <p>
        {isNarrow
          ? 'Таких дел в подборке нет.'
          : hearings
            ? 'Назначенных заседаний в делах подборки нет.'
            : 'Дел подборки в ваших регионах нет.'}
      </p>
    )}
  </section>
)
