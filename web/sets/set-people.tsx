import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FullSet } from '#shared/api/sets.ts'
import type { DefendantOrdering } from '#shared/domain/defendant-orderings.ts'
import { defendantListQueryOptions } from '../api/defendants.ts'
import { DefendantCards } from '../defendants/defendant-cards.tsx'
import { readPeopleOrder, writeLeast, writePeopleOrder } from '../defendants/defendant-search.ts'
import { DefendantTable } from '../defendants/defendant-table.tsx'
import { peopleOrders } from '../defendants/people-orders.ts'
import { RepeatedBox } from '../defendants/repeated-box.tsx'
import { type LooseRecord, useAddressSearch } from '../filters/case-search.ts'
import { ListPager } from '../filters/list-foot.tsx'
import { LoadFailed } from '../filters/load-failed.tsx'
import { Select } from '../ui/field.tsx'
import frame from '../ui/list-page.module.css'
import { useMedia, wide } from '../ui/media.ts'
import styles from './set-page.module.css'

const usual: DefendantOrdering = '-found_count'
const read = (record: LooseRecord) => readPeopleOrder(record, usual)
const write = (search: ReturnType<typeof read>) => ({ tab: 'people', ...writePeopleOrder(search, usual) })

/** People in the cases of the set, those with most cases first. */
export const SetPeople = ({ set }: { set: FullSet }) => {
  const { search, change, hrefOf } = useAddressSearch(read, write)
  const isWide = useMedia(wide)
  const from = { set: String(set.id) }
  const { ordering, least, page, size } = search
  const query = { ...from, ...writeLeast(least), ordering, page: String(page), size: String(size) }
  const list = useQuery({ ...defendantListQueryOptions(query), placeholderData: keepPreviousData })
  const rows = list.data?.results ?? []
  return (
    <>
      {set.count > 0 && (
        <div className={`screen-only ${styles.narrowing}`}>
          {!isWide && (
            <Select
              aria-label="Порядок"
              options={peopleOrders}
              value={ordering}
              onChange={chosen => change({ ordering: chosen })}
            />
          )}
          <RepeatedBox least={least} within={from} onChange={chosen => change({ least: chosen })} />
        </div>
      )}
      <LoadFailed of={list} title="Лица не загрузились" />
      {list.data?.count === 0 && (
        <section className={frame.message}>
          <p>
            {least > 1
              ? `Никто не встречается ${least === 2 ? 'в двух' : `в ${least}`} и более видимых вам делах подборки.`
              : 'В делах подборки имена не названы или скрыты судом.'}
          </p>
        </section>
      )}
      {rows.length > 0 && (
        <div className={frame.rows} data-stale={list.isPlaceholderData || undefined}>
          {isWide ? (
            <DefendantTable
              rows={rows}
              ordering={ordering}
              onOrder={chosen => change({ ordering: chosen })}
              from={from}
              found="В подборке"
            />
          ) : (
            <DefendantCards rows={rows} from={from} found="в подборке" />
          )}
        </div>
      )}
      {list.data && rows.length > 0 && (
        <ListPager
          count={list.data.count}
          shown={rows.length}
          search={search}
          hrefOf={hrefOf}
          onChange={change}
          sizeLabel="Лиц на странице"
        />
      )}
      <p className="quiet small">
        Считаем только тех, кого суд назвал лицом, в отношении которого ведётся дело. Дело и жалоба по нему&nbsp;— два
        дела. Дела собраны по имени, как его пишут суды: у полных однофамильцев они могут смешаться.{' '}
        <Link to="/defendants" search={{ ...from, ordering, ...writeLeast(least) }}>
          Эти лица с фильтрами
        </Link>
      </p>
    </>
  )
}
