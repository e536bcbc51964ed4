import type { UseQueryResult } from '@tanstack/react-query'
import { upperFirst } from '#shared/domain/wording.ts'
import { ApiError, sentenceOf } from '../api/api-error.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import styles from '../ui/list-page.module.css'

/** A failed query shows the reason and a retry button. `of`: the query; renders nothing without an error. */
type Failing = Pick<UseQueryResult, 'error' | 'refetch'>

/** In place of a whole page. */
export const LoadFailed = ({ of: { error, refetch }, title }: { of: Failing; title: string }) => {
  if (!error) return null
  const mistake = mistakeIn(error)
  return (
    <section className={styles.message} role="alert">
      <h2>{mistake ? 'В словах для поиска ошибка' : title}</h2>
      <p>{mistake ?? sentenceOf(error)}</p>
      {!mistake && <Button onClick={() => void refetch()}>Повторить</Button>}
    </section>
  )
}
/** For a syntax error in the address: its position is marked under the field, and a retry is useless. */
const mistakeIn = (error: Error): string | undefined => {
  const [said = ''] = (error instanceof ApiError && error.fields.result_text_search) || []
  return placed.test(said) ? upperFirst(said.replace(placed, '')) : undefined
}
const placed = /^На \d+-м знаке: /

type Asked = Failing & Pick<UseQueryResult, 'isFetching'>
export const RetryAlert = ({ of: { error, refetch, isFetching } }: { of: Asked }) =>
  error && (
    <Alert>
      <p>{sentenceOf(error)}</p>
      <Button look="link" busy={isFetching} onClick={() => void refetch()}>
        Повторить
      </Button>
    </Alert>
  )

/** In place of a list that failed or is empty. */
type Listed = Asked & { data: { count: number } | undefined }
export const ListState = ({ list, empty }: { list: Listed; empty: string }) =>
  list.error ? <RetryAlert of={list} /> : list.data?.count === 0 ? <p className="prose">{empty}</p> : null

export const NotYet = ({ of }: { of: Asked }) =>
  of.error ? <RetryAlert of={of} /> : <p className="quiet">Загружается…</p>
