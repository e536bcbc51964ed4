import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { PersonPair } from '#shared/api/people.ts'
import { showMoment } from '#shared/domain/dates.ts'
import {
  apartQueryOptions,
  decideAbout,
  mergesOnPage,
  mergesQueryOptions,
  pairsOnDesk,
  separateMerged,
} from '../api/people.ts'
import { RetryAlert } from '../filters/load-failed.tsx'
import { Pager } from '../filters/pager.tsx'
import { LinkToPerson } from '../filters/record-links.tsx'
import { useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import rows from '../ui/rows.module.css'
import styles from './people-desk-page.module.css'
import { PairReasons } from './people-pairs.tsx'

export const PeopleMerges = () => {
  const [page, setPage] = useState(1)
  const list = useQuery({ ...mergesQueryOptions(page), placeholderData: keepPreviousData })
  return (
    <DecidedList list={list} size={mergesOnPage} page={page} onGo={setPage} empty="Объединений пока нет.">
      {list.data?.results.map(merge => (
        <Decided
          key={merge.id}
          pair={merge}
          title={<LinkToPerson id={merge.person}>{namesOf(merge)}</LinkToPerson>}
          by={merge.is_automatic ? 'Автоматически' : merge.username}
          at={merge.merged_at}
          act="Разъединить"
          onUndo={() => separateMerged(merge.id)}
        />
      ))}
    </DecidedList>
  )
}

export const PeopleApart = () => {
  const [page, setPage] = useState(1)
  const list = useQuery({ ...apartQueryOptions(page), placeholderData: keepPreviousData })
  return (
    <DecidedList list={list} size={pairsOnDesk} page={page} onGo={setPage} empty="Решений «разные лица» пока нет.">
      {list.data?.results.map(pair => (
        <Decided
          key={pair.id}
          pair={pair}
          title={
            <>
              <LinkToPerson id={pair.left.id}>{pair.left.name}</LinkToPerson> и{' '}
              <LinkToPerson id={pair.right.id}>{pair.right.name}</LinkToPerson>
            </>
          }
          by={pair.username}
          at={pair.decided_at}
          act="Снять отметку"
          onUndo={async () => {
            await decideAbout(pair.id, 'open')
            return 'Отметка снята: пара снова ждёт.'
          }}
        />
      ))}
    </DecidedList>
  )
}

type DecidedListProps = {
  list: UseQueryResult<{ count: number }>
  size: number
  page: number
  onGo: (page: number) => void
  empty: string
  children: ReactNode
}
const DecidedList = ({ list, size, page, onGo, empty, children }: DecidedListProps) => {
  const last = Math.ceil((list.data?.count ?? 0) / size)
  if (list.error) return <RetryAlert of={list} />
  if (list.data?.count === 0) return <p className="quiet">{empty}</p>
  return (
    <>
      <ol className={`${rows.rows} ${styles.merges}`}>{children}</ol>
      <Pager label="Страницы решений" page={Math.min(page, last)} last={last} hrefOf={() => '/people'} onGo={onGo} />
    </>
  )
}

type DecidedProps = {
  pair: Pick<PersonPair, 'name_relation' | 'evidence'> & NamedPair
  title: ReactNode
  by: string | null
  at: string | null
  act: string
  /** Resolves to a message. */
  onUndo: () => Promise<string>
}
const Decided = ({ pair, title, by, at, act, onUndo }: DecidedProps) => {
  const client = useQueryClient()
  const undoing = useAct(onUndo, {
    done: sentence => sentence,
    onSettled: () => client.invalidateQueries({ queryKey: ['people'] }),
  })
  return (
    <li>
      <div>
        <p className="strong">{title}</p>
        <p className="quiet small">
          {[by ?? 'Учётной записи больше нет', at && showMoment(at)].filter(Boolean).join(', ')}
        </p>
      </div>
      <PairReasons pair={pair} />
      <Button aria-label={`${act}: ${namesOf(pair)}`} busy={undoing.isPending} onClick={() => undoing.mutate()}>
        {act}
      </Button>
    </li>
  )
}

type NamedPair = { left: { name: string }; right: { name: string } }
const namesOf = ({ left, right }: NamedPair): string =>
  left.name === right.name ? `${left.name}, дважды` : `${left.name} и ${right.name}`
