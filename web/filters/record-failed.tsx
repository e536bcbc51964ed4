import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isAbsent, sentenceOf } from '../api/api-error.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { PageFailed } from '../ui/page-failed.tsx'

type Props = {
  error: unknown
  onRetry: () => unknown
  /** Shown for a missing record, or one closed to this account. */
  absent: { title: string; sentence: string }
  failed: string
  children: ReactNode
}
export const absentCase = {
  title: 'Такого дела здесь нет',
  sentence: 'Его нет в базе, или регион этого дела не открыт вашей учётной записи.',
} as const

export const ToCases = () => (
  <Link to="/" className={buttonClass('main')}>
    К списку дел
  </Link>
)

type RecordProps<T> = Pick<Props, 'absent'> & {
  query: UseQueryResult<T>
  loading: string
  failed?: string
  /** A link to go on with. */
  back?: ReactNode
  children: (record: T) => ReactNode
}
/**
 * A single record: its content, a loading state, or the reason why it is absent. A record closed since it was read is
 * no longer shown.
 */
export const ShownRecord = <T,>({
  query,
  loading,
  absent,
  failed = 'Страница не загрузилась',
  back = <ToCases />,
  children,
}: RecordProps<T>) =>
  query.data !== undefined && !isAbsent(query.error) ? (
    children(query.data)
  ) : query.isPending ? (
    <h1 className="sr">{loading}</h1>
  ) : (
    <RecordFailed error={query.error} onRetry={query.refetch} absent={absent} failed={failed}>
      {back}
    </RecordFailed>
  )

export const RecordFailed = ({ error, onRetry, absent, failed, children }: Props) =>
  isAbsent(error) ? (
    <PageFailed over="404" {...absent}>
      {children}
    </PageFailed>
  ) : (
    <PageFailed over="Ошибка" title={failed} sentence={sentenceOf(error)}>
      {children}
      <Button onClick={() => void onRetry()}>Повторить</Button>
    </PageFailed>
  )
