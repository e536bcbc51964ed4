import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PersonMerge } from '#shared/api/people.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { sentenceOf } from '../api/client.ts'
import { mergesOnPage, mergesQuery, undoMerge } from '../api/people.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Pages } from '../ui/pages.tsx'
import { say } from '../ui/toasts.tsx'
import { PairReasons } from './pair-reasons.tsx'
import styles from './people-desk-page.module.css'

/** Every merge that stands, with its reasons, the latest first; each can be taken back. */
export const PeopleMerges = () => {
  const [page, setPage] = useState(1)
  const list = useQuery({ ...mergesQuery(page), placeholderData: keepPreviousData })
  const last = Math.ceil((list.data?.count ?? 0) / mergesOnPage)
  if (list.isError) return <Alert>{sentenceOf(list.error)}</Alert>
  if (list.data?.count === 0) return <p className={styles.empty}>Никто ни с кем не объединён.</p>
  return (
    <>
      <ol className={styles.merges}>
        {list.data?.results.map(merge => (
          <OneMerge key={merge.id} merge={merge} />
        ))}
      </ol>
      {last > 1 && (
        <nav className={styles.pager} aria-label="Страницы объединений">
          <Pages page={page} last={last} hrefOf={() => '/people'} onGo={setPage} show={showNumber} />
        </nav>
      )}
    </>
  )
}

const OneMerge = ({ merge }: { merge: PersonMerge }) => {
  const client = useQueryClient()
  const parting = useMutation({
    mutationFn: () => undoMerge(merge.id),
    onSuccess: sentence => say(sentence),
    onError: error => say(sentenceOf(error), { bad: true }),
    onSettled: () => client.invalidateQueries({ queryKey: ['people'] }),
  })
  const { left, right } = merge
  const names = left.name === right.name ? `${left.name}, дважды` : `${left.name} и ${right.name}`
  return (
    <li>
      <div>
        <p className={styles.name}>
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
