import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PersonPair } from '#shared/api/people.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { sentenceOf } from '../api/client.ts'
import { apartQuery, decideAbout, pairsOnDesk } from '../api/people.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Pages } from '../ui/pages.tsx'
import { say } from '../ui/toasts.tsx'
import { PairReasons } from './pair-reasons.tsx'
import styles from './people-desk-page.module.css'

/** Pairs that were said to be two people, the latest first: the pair waits again when that is taken back. */
export const PeopleApart = () => {
  const [page, setPage] = useState(1)
  const list = useQuery({ ...apartQuery(page), placeholderData: keepPreviousData })
  const last = Math.ceil((list.data?.count ?? 0) / pairsOnDesk)
  if (list.isError) return <Alert>{sentenceOf(list.error)}</Alert>
  if (list.data?.count === 0) return <p className={styles.empty}>Ни о ком не решено, что это разные лица.</p>
  return (
    <>
      <ol className={styles.merges}>
        {list.data?.results.map(pair => (
          <OnePair key={pair.id} pair={pair} />
        ))}
      </ol>
      {last > 1 && (
        <nav className={styles.pager} aria-label="Страницы решений">
          <Pages page={Math.min(page, last)} last={last} hrefOf={() => '/people'} onGo={setPage} show={showNumber} />
        </nav>
      )}
    </>
  )
}

const OnePair = ({ pair }: { pair: PersonPair }) => {
  const client = useQueryClient()
  const taking = useMutation({
    mutationFn: () => decideAbout(pair.id, 'open'),
    onSuccess: () => say('Решение взято назад: пара снова ждёт.'),
    onError: error => say(sentenceOf(error), { bad: true }),
    onSettled: () => client.invalidateQueries({ queryKey: ['people'] }),
  })
  const { left, right, username, decided_at } = pair
  const names = left.name === right.name ? `${left.name}, дважды` : `${left.name} и ${right.name}`
  return (
    <li>
      <div>
        <p className={styles.name}>
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
