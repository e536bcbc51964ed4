import { Link, useLocation } from '@tanstack/react-router'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import type { ForeignFilter } from '../filters/list-fields.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageFailed } from '../ui/page-failed.tsx'
import { useTitle } from '../ui/title.ts'

/** An address with a filter that its reader may not use: refused, with a link to the list without it. */
export const ForeignFilterPage = ({ refused: { label, params } }: { refused: ForeignFilter }) => {
  useTitle('403')
  const { pathname, search } = useLocation()
  const without = Object.fromEntries(Object.entries(search).filter(([name]) => !params.includes(name)))
  return (
    <main id="main" tabIndex={-1} className="wrap">
      <PageFailed
        over={403}
        title={`Фильтр «${label}» вам недоступен`}
        sentence="Адрес отбирает дела по нему. Без него список был бы другим."
      >
        <Link to="/" className={buttonClass('main')}>
          На главную
        </Link>
        {/* The explicit order keeps the address from being replaced by the remembered one. */}
        <Link
          to={pathname}
          search={{ ...without, ordering: without.ordering ?? defaultOrdering }}
          className={buttonClass()}
        >
          Показать без него
        </Link>
      </PageFailed>
    </main>
  )
}
