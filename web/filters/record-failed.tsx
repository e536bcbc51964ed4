import type { ReactNode } from 'react'
import { ApiError, sentenceOf } from '../api/api-error.ts'
import { Button } from '../ui/button.tsx'
import { PageFailed } from '../ui/page-failed.tsx'

type Props = {
  error: unknown
  onRetry: () => unknown
  /** What is said of a record that is not there or is closed to this account: the two look alike on purpose. */
  absent: { title: string; sentence: string }
  failed: string
  children: ReactNode
}
export const absentCase = {
  title: 'Такого дела здесь нет',
  sentence: 'Его нет в базе, или регион этого дела не открыт вашей учётной записи.',
} as const

export const RecordFailed = ({ error, onRetry, absent, failed, children }: Props) =>
  error instanceof ApiError && error.status === 404 ? (
    <PageFailed over="404" {...absent}>
      {children}
    </PageFailed>
  ) : (
    <PageFailed over="Ошибка" title={failed} sentence={sentenceOf(error)}>
      {children}
      <Button onClick={() => void onRetry()}>Повторить</Button>
    </PageFailed>
  )
