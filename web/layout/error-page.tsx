import { Link, useRouter } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import { ForeignFilter } from '../filters/list-fields.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PageFailed } from '../ui/page-failed.tsx'
import { useTitle } from '../ui/title.ts'

const ForeignFilterPage = lazyPart(() => import('./foreign-filter-page.tsx'), 'ForeignFilterPage')

/** Full-page errors (§8): a status, 500 if unknown, and a message, «Error» if there is none. */
type Props = { status?: number; message?: string; explanation?: string; onRetry?: () => void }
const ErrorPage = ({ status = 500, message = 'Error', explanation, onRetry }: Props) => {
  useTitle(String(status))
  return (
    <main id="main" tabIndex={-1} className="wrap">
      <PageFailed over={status} title={message} sentence={explanation}>
        <Link to="/" className={buttonClass('main')}>
          На главную
        </Link>
        {onRetry && <Button onClick={onRetry}>Повторить</Button>}
      </PageFailed>
    </main>
  )
}

export const NotFoundPage = () => (
  <ErrorPage
    status={404}
    message="This page could not be found"
    explanation="Такой страницы нет: адрес мог измениться, или в нём опечатка."
  />
)

export const FailedPage = ({ error }: { error: unknown }) => {
  const router = useRouter()
  const retry = () => void router.invalidate()
  if (error instanceof ForeignFilter) return <ForeignFilterPage refused={error} />
  if (error instanceof ApiError)
    return error.status === 0 ? (
      <ErrorPage message="Нет связи" explanation={error.message} onRetry={retry} />
    ) : (
      <ErrorPage status={error.status} message={error.message} onRetry={retry} />
    )
  return <ErrorPage explanation="Что-то пошло не так. Обновите страницу и попробуйте еще раз" onRetry={retry} />
}
