import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { showNumber } from '#shared/domain/wording.ts'
import { readCaseSearch, writeCaseSearch } from '../filters/case-search.ts'
import { useShortcuts } from '../ui/keys.ts'
import { LateIcon } from '../ui/late-icon.tsx'
import record from '../ui/record-page.module.css'
import { type ListOrigin, type ListPosition, type Neighbour, useListOrigin, usePrefetchCase } from './list-origin.ts'

/** Links back: browser «back» when the list is the previous page, to keep its scroll position. */
export const Crumbs = ({ ofSet, children }: { ofSet?: number | undefined; children?: ReactNode }) => {
  const router = useRouter()
  const from = useListOrigin()
  const set = ofSet ?? (from?.kind === 'set' ? from.query.set : undefined)
  const goBack = (event: MouseEvent): void => {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0
    if (!isPlain || !from || from.query.page !== from.leftAt) return
    event.preventDefault()
    router.history.back()
  }
  return (
    <nav className={`screen-only ${record.crumbs}`} aria-label="Где вы">
      {set !== undefined ? (
        <Link to="/sets/$id" params={{ id: String(set) }} onClick={goBack}>
          <LateIcon name="back" />
          Подборка
        </Link>
      ) : (
        <Link
          to={from?.kind === 'favourites' ? '/favorites' : '/'}
          search={from ? listSearch(from) : {}}
          onClick={goBack}
        >
          <LateIcon name="back" />
          {from?.kind === 'favourites' ? 'Избранное' : 'Дела'}
        </Link>
      )}
      {children}
    </nav>
  )
}
const listSearch = ({ kind, query }: ListOrigin) => {
  const { values, ...search } = readCaseSearch(query)
  const { in_favorites: own, ...others } = values
  return writeCaseSearch({ ...search, values: kind === 'favourites' ? others : { ...others, in_favorites: own } })
}

export const NeighbourLinks = ({ place }: { place: ListPosition | undefined }) => {
  const navigate = useNavigate()
  const go = (to: Neighbour | undefined) => {
    if (to)
      void navigate({
        to: '/cases/$id',
        params: { id: String(to.id) },
        state: { openedFrom: to.openedFrom },
        replace: true,
      })
  }
  const [wanted, setWanted] = useState<'next' | 'previous'>()
  const toNext = () => (place?.next ? go(place.next) : setWanted('next'))
  const toPrevious = () => (place?.previous ? go(place.previous) : setWanted('previous'))
  useShortcuts({ j: toNext, ']': toNext, k: toPrevious, '[': toPrevious })
  // At the edge of a page the neighbour may still be loading.
  const awaited = wanted && place?.[wanted]
  useEffect(() => {
    if (!awaited) return
    setWanted(undefined)
    go(awaited)
  })
  usePrefetchCase(place?.next?.id)
  if (!place) return null
  return (
    <>
      <span className="quiet">
        {showNumber(place.position)}-е{place.count !== 'many' && ` из ${showNumber(place.count)}`}
      </span>
      <span className="grow" />
      <Step to={place.previous} before={<kbd>k</kbd>}>
        Предыдущее
      </Step>
      <Step to={place.next} after={<kbd>j</kbd>}>
        Следующее
      </Step>
    </>
  )
}

type Props = { to: Neighbour | undefined; before?: ReactNode; after?: ReactNode; children: string }
const Step = ({ to, before, after, children }: Props) =>
  to ? (
    <Link to="/cases/$id" params={{ id: String(to.id) }} state={{ openedFrom: to.openedFrom }} replace>
      {before}
      {children}
      {after}
    </Link>
  ) : (
    <span className="faint">{children}</span>
  )
