import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import { defaultDefendantOrdering } from '#shared/domain/defendant-orderings.ts'
import { defendantFields } from '#shared/filters/case-fields.ts'
import { toQuery, writeValues } from '#shared/filters/wire.ts'
import { defendantListQueryOptions, defendantsFile } from '../api/defendants.ts'
import { AsOfLine } from '../filters/as-of-line.tsx'
import { useSpokenTotal } from '../filters/bar-memory.ts'
import { withoutFilter } from '../filters/case-search.ts'
import { type FilterTag, useChips } from '../filters/chips.ts'
import { ClosedRegions, NoRegions } from '../filters/closed-regions.tsx'
import { asksClosed, seesNothing } from '../filters/list-fields.ts'
import { ListFoot, ListPager } from '../filters/list-foot.tsx'
import { LoadFailed } from '../filters/load-failed.tsx'
import { PastTheEnd } from '../filters/past-the-end.tsx'
import { StillLoading } from '../filters/still-loading.tsx'
import strip from '../filters/tag-strip.module.css'
import { FilterTags } from '../filters/tag-strip.tsx'
import { Total, useDemoLoading, useOwnTotal } from '../filters/total.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useShortcuts } from '../ui/keys.ts'
import { LateIcon } from '../ui/late-icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import frame from '../ui/list-page.module.css'
import { useMedia, wide } from '../ui/media.ts'
import { focusNextRow } from '../ui/row-focus.ts'
import { useTitle } from '../ui/title.ts'
import { DefendantBar } from './defendant-bar.tsx'
import { DefendantCards } from './defendant-cards.tsx'
import { defendantApiQuery, useDefendantSearch, writeDefendantSearch, writeLeast } from './defendant-search.ts'
import { DefendantTable } from './defendant-table.tsx'
import { peopleForms } from './defendant-wording.ts'
import styles from './defendants-page.module.css'
import { peopleOrders } from './people-orders.ts'
import { RepeatedBox } from './repeated-box.tsx'

const DefendantPanel = lazyPart(() => import('./defendant-panel.tsx'), 'DefendantPanel')

export const DefendantsPage = ({ user }: { user: CurrentUser }) => {
  useTitle('Лица')
  const { search, change, hrefOf } = useDefendantSearch()
  const list = useQuery({ ...defendantListQueryOptions(defendantApiQuery(search)), placeholderData: keepPreviousData })
  const chips = useChips(defendantFields, search.values)
  const [panel, setPanel] = useState<{ openAt?: string }>()
  const main = useRef<HTMLElement>(null)
  const names = useRef<HTMLInputElement>(null)
  const isWide = useMedia(wide)
  const step = (by: 1 | -1) => focusNextRow(main.current, '[data-person]', '[data-person-link]', by)
  useShortcuts({ j: () => step(1), k: () => step(-1), w: () => names.current?.focus(), f: () => setPanel({}) })

  const data = list.isError ? undefined : list.data
  const rows = data?.results ?? []
  const from = writeDefendantSearch(search)
  const filters = writeValues(defendantFields, search.values)
  const isWithinSet = search.values.set !== undefined
  const answered = data !== undefined && !list.isPlaceholderData
  useSpokenTotal(toQuery(filters), answered ? data.count : undefined, peopleForms)
  const total = useOwnTotal(toQuery({ ...filters, ...writeLeast(search.least) }), answered, data?.count)
  const clear = () => change({ values: {}, least: 1, ordering: defaultDefendantOrdering })
  return (
    <>
      <DefendantBar
        names={search.values.defendants ?? []}
        onNames={defendants => change({ values: { ...search.values, defendants } })}
        filterCount={chips.length}
        onOpenPanel={() => setPanel({})}
        inputRef={names}
      />
      <main id="main" ref={main} tabIndex={-1} className="wrap">
        <h1 className="sr">Лица</h1>
        <div className={styles.sum}>
          <p className={`h2 ${styles.total}`}>
            {total === undefined ? (
              '\u00a0'
            ) : (
              <Total count={total} forms={peopleForms} isBehind={data?.count_is_behind} />
            )}
          </p>
          {!isWide && (
            <Select
              className={styles.order}
              aria-label="Порядок"
              options={peopleOrders}
              value={search.ordering}
              onChange={ordering => change({ ordering })}
            />
          )}
          <Link to="/defendants/expiring" className={`${buttonClass('bare')} ${styles.file}`}>
            <LateIcon name="calendar" />
            Истекает срок повторности
          </Link>
          <a
            className={`${buttonClass('bare')} ${styles.file}`}
            // Keeps its space while there is nothing to download.
            data-idle={!data?.count || undefined}
            href={defendantsFile({ ...filters, ...writeLeast(search.least), ordering: search.ordering })}
            download
          >
            <Icon name="download" />
            Скачать CSV
          </a>
        </div>
        {(isWithinSet || search.least > 1) && (
          <div className="screen-only">
            <RepeatedBox least={search.least} onChange={least => change({ least })} />
          </div>
        )}
        <AsOfLine day={search.values.as_of} onNow={() => change({ values: withoutFilter(search.values, 'as_of') })} />
        <Tags
          chips={chips}
          onRemove={name => change({ values: withoutFilter(search.values, name) })}
          onEdit={openAt => setPanel({ openAt })}
        />
        <LoadFailed of={list} title="Список не загрузился" />
        {data?.count === 0 && seesNothing(user) && <NoRegions />}
        {data?.count === 0 && !seesNothing(user) && asksClosed(user, search.values) && <ClosedRegions />}
        {data?.count === 0 && !seesNothing(user) && !asksClosed(user, search.values) && (
          <Empty isFiltered={chips.length > 0 || search.least > 1} onClear={clear} />
        )}
        {data && data.count > 0 && rows.length === 0 && (
          <PastTheEnd count={data.count} size={search.size} onGo={page => change({ page })} />
        )}
        {rows.length > 0 && (
          <div
            className={frame.rows}
            data-stale={list.isPlaceholderData || undefined}
            aria-busy={list.isPlaceholderData}
          >
            {isWide ? (
              <DefendantTable
                rows={rows}
                ordering={search.ordering}
                onOrder={ordering => change({ ordering })}
                from={from}
                found={isWithinSet ? 'По фильтрам' : undefined}
              />
            ) : (
              <DefendantCards rows={rows} from={from} found={isWithinSet ? 'по фильтрам' : undefined} />
            )}
          </div>
        )}
        {data && rows.length > 0 && (
          <ListPager
            count={data.count}
            shown={rows.length}
            search={search}
            hrefOf={hrefOf}
            onChange={change}
            sizeLabel="Лиц на странице"
          />
        )}
        {!list.isPending && (
          <ListFoot user={user} values={search.values}>
            <p>
              Дела собраны по имени, как его пишут суды: у{'\u00a0'}полных однофамильцев они могут смешаться. Лиц, чьи
              имена скрыты судом, в{'\u00a0'}списке нет.
            </p>
          </ListFoot>
        )}
      </main>
      {panel && (
        <DefendantPanel
          user={user}
          values={search.values}
          openAt={panel.openAt}
          onApply={values => {
            change({ values })
            setPanel(undefined)
          }}
          onClose={() => setPanel(undefined)}
        />
      )}
    </>
  )
}

type Props = { chips: readonly FilterTag[]; onRemove: (name: string) => void; onEdit: (key: string) => void }
const Tags = ({ chips, onRemove, onEdit }: Props) => (
  <ul className={`${strip.tags} ${styles.tags}`} aria-label="Выбранные фильтры">
    {chips.length === 0 && <li className="quiet">Нет фильтров</li>}
    <FilterTags chips={chips} onEdit={onEdit} onRemove={onRemove} />
  </ul>
)

const Empty = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) => {
  const loading = useDemoLoading()
  if (loading) return <StillLoading {...loading} />
  return (
    <section className={frame.message}>
      <h2>{isFiltered ? 'Таких лиц нет' : 'Лиц пока нет'}</h2>
      {isFiltered ? (
        <>
          <p>
            Все выбранные условия должно выполнять одно дело лица. Имена суды пишут по-разному: попробуйте одну фамилию.
          </p>
          <Button onClick={onClear}>Сбросить фильтры</Button>
        </>
      ) : (
        <p>Дел, в которых названы имена, здесь пока нет.</p>
      )}
    </section>
  )
}
