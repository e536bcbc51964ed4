import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PersonMerge, PersonPair } from '#shared/api/people.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { sentenceOf } from '../api/client.ts'
import {
  apartQueryOptions,
  decideAbout,
  mergesOnPage,
  mergesQueryOptions,
  pairsOnDesk,
  undoMerge,
} from '../api/people.ts'
import { Pager } from '../filters/pager.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toasts.tsx'
import styles from './people-desk-page.module.css'
import { PairReasons } from './person-card.tsx'

export const PeopleMerges = () => {
  const [page, setPage] = useState(1)
  const list = useQuery({ ...mergesQueryOptions(page), placeholderData: keepPreviousData })
  const last = Math.ceil((list.data?.count ?? 0) / mergesOnPage)
  if (list.isError) return <Alert>{sentenceOf(list.error)}</Alert>
  if (list.data?.count === 0) return <p className="quiet">Никто ни с кем не объединён.</p>
  return (
    <>
      <ol className={styles.merges}>
        {list.data?.results.map(merge => (
          <OneMerge key={merge.id} merge={merge} />
        ))}
      </ol>
      <Pager label="Страницы объединений" page={page} last={last} hrefOf={() => '/people'} onGo={setPage} />
    </>
  )
}

const OneMerge = ({ merge }: { merge: PersonMerge }) => {
  const client = useQueryClient()
  const parting = useMutation({
    mutationFn: () => undoMerge(merge.id),
    onSuccess: sentence => showToast(sentence),
    onError: error => showToast(sentenceOf(error), { bad: true }),
    onSettled: () => client.invalidateQueries({ queryKey: ['people'] }),
  })
  const { left, right } = merge
  const names = left.name === right.name ? `${left.name}, дважды` : `${left.name} и ${right.name}`
  return (
    <li>
      <div>
        <p className="strong">
          <Link to="/defendants/$id" params={{ id: String(merge.person) }}>
            {names}
          </Link>
        </p>
        <p className={styles.second}>
          {merge.is_automatic ? 'Автоматически' : (merge.username ?? 'Учётной записи больше нет')},{' '}
          {showMoment(merge.merged_at)}
        </p>
      </div>
      <PairReasons pair={merge} />
      <Button
        aria-label={`Разъединить: ${names}`}
        aria-disabled={parting.isPending || undefined}
        onClick={() => {
          if (!parting.isPending) parting.mutate()
        }}
      >
        Разъединить
      </Button>
    </li>
  )
}

export const PeopleApart = () => {
  const [page, setPage] = useState(1)
  const list = useQuery({ ...apartQueryOptions(page), placeholderData: keepPreviousData })
  const last = Math.ceil((list.data?.count ?? 0) / pairsOnDesk)
  if (list.isError) return <Alert>{sentenceOf(list.error)}</Alert>
  if (list.data?.count === 0) return <p className="quiet">Ни о ком не решено, что это разные лица.</p>
  return (
    <>
      <ol className={styles.merges}>
        {list.data?.results.map(pair => (
          <OnePair key={pair.id} pair={pair} />
        ))}
      </ol>
      <Pager label="Страницы решений" page={Math.min(page, last)} last={last} hrefOf={() => '/people'} onGo={setPage} />
    </>
  )
}

const OnePair = ({ pair }: { pair: PersonPair }) => {
  const client = useQueryClient()
  const taking = useMutation({
    mutationFn: () => decideAbout(pair.id, 'open'),
    onSuccess: () => showToast('Решение взято назад: пара снова ждёт.'),
    onError: error => showToast(sentenceOf(error), { bad: true }),
    onSettled: () => client.invalidateQueries({ queryKey: ['people'] }),
  })
  const { left, right, username, decided_at } = pair
  const names = left.name === right.name ? `${left.name}, дважды` : `${left.name} и ${right.name}`
  return (
    <li>
      <div>
        <p className="strong">
          <PersonLink person={left} /> и <PersonLink person={right} />
        </p>
        <p className={styles.second}>
          {[username ?? 'Учётной записи больше нет', decided_at && showMoment(decided_at)].filter(Boolean).join(', ')}
        </p>
      </div>
      <PairReasons pair={pair} />
      <Button
        aria-label={`Взять назад: ${names}`}
        aria-disabled={taking.isPending || undefined}
        onClick={() => {
          if (!taking.isPending) taking.mutate()
        }}
      >
        Взять назад
      </Button>
    </li>
  )
}

const PersonLink = ({ person }: { person: PersonPair['left'] }) => (
  <Link to="/defendants/$id" params={{ id: String(person.id) }}>
    {person.name}
  </Link>
)
