import type { UseQueryResult } from '@tanstack/react-query'
import { sentenceOf } from '../api/client.ts'
import { RetryAlert } from '../ui/load-failed.tsx'

type Props = { list: Pick<UseQueryResult<{ count: number }>, 'data' | 'error' | 'refetch'>; empty: string }
export const ListState = ({ list, empty }: Props) => {
  if (list.error) return <RetryAlert sentence={sentenceOf(list.error)} onRetry={list.refetch} />
  return list.data?.count === 0 ? <p className="prose">{empty}</p> : null
}
