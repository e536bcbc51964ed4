import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FullSet } from '#shared/api/sets.ts'
import { defaultPageSize } from '#shared/domain/limits.ts'
import type { DefendantOrdering } from '#shared/domain/orderings.ts'
import { defendantListQueryOptions } from '../api/defendants.ts'
import { DefendantCards } from '../defendants/defendant-cards.tsx'
import { DefendantTable } from '../defendants/defendant-table.tsx'
import { ListPager } from '../filters/list-foot.tsx'
import { LoadFailed } from '../filters/load-failed.tsx'
import frame from '../ui/list-page.module.css'
import { useMedia, wide } from '../ui/media.ts'

/** Who stands in the cases of the set. A person is told whole: the count is of all their cases, not of those in the set. */
export const SetPeople = ({ set }: { set: FullSet }) => {
  const [ordering, setOrdering] = useState<DefendantOrdering>('-cases_count')
  const [paging, setPaging] = useState({ page: 1, size: defaultPageSize as number })
  const isWide = useMedia(wide)
  const from = { set: String(set.id) }
  const query = { ...from, ordering, page: String(paging.page), size: String(paging.size) }
  const list = useQuery({ ...defendantListQueryOptions(query), placeholderData: keepPreviousData })
  const rows = list.data?.results ?? []
  return (
    <>
      <LoadFailed of={list} title="Лица не загрузились" />
      {list.data?.count === 0 && (
        <section className={frame.message}>
          <p>В делах подборки имена не названы или скрыты судом.</p>
        </section>
      )}
      {rows.length > 0 && (
        <div className={frame.rows} data-stale={list.isPlaceholderData || undefined}>
          {isWide ? (
            <DefendantTable rows={rows} ordering={ordering} onOrder={setOrdering} from={from} />
          ) : (
            <DefendantCards rows={rows} from={from} />
          )}
        </div>
      )}
      {list.data && rows.length > 0 && (
        <ListPager
          count={list.data.count}
          shown={rows.length}
          search={paging}
          hrefOf={() => `/sets/${set.id}?tab=people`}
          onChange={change => setPaging(before => ({ ...before, page: 1, ...change }))}
          sizeLabel="Лиц на странице"
        />
      )}
      <p className="quiet small">
        Число дел — все дела лица, не только дела подборки. Дела собраны по имени, как его пишут суды: у полных
        однофамильцев они могут смешаться.{' '}
        <Link to="/defendants" search={from}>
          Эти лица с фильтрами
        </Link>
      </p>
    </>
  )
}
