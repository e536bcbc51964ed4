import type { UseQueryResult } from '@tanstack/react-query'
import { sentenceOf } from '../api/client.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import styles from './account-page.module.css'

/** What stands where a list has no lines: why it failed, or why it is empty. Nothing while it loads. */
export const ListState = ({
  list,
  empty,
}: {
  list: Pick<UseQueryResult<{ count: number }>, 'data' | 'error' | 'refetch'>
  empty: string
}) => {
  if (list.error)
    return (
      <Alert>
        <p>{sentenceOf(list.error)}</p>
        <Button look="link" onClick={() => void list.refetch()}>
          Повторить
        </Button>
      </Alert>
    )
  return list.data?.count === 0 ? <p className={styles.note}>{empty}</p> : null
}
