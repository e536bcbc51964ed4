import { Link } from '@tanstack/react-router'
import type { FullCase } from '#shared/api/full-case.ts'
import { buttonClass } from '../ui/button.tsx'
import frame from '../ui/list-page.module.css'
import { removedFromSite } from './case-history.ts'
import { ExternalLink } from './case-source.tsx'
import { useListOrigin } from './list-origin.ts'

/** Shown for a case without a text: not an error, so it has no error number. */
export const NoText = ({ one }: { one: FullCase }) => {
  const from = useListOrigin()
  return (
    <section className={frame.message}>
      <h2>Текста решения здесь нет</h2>
      <p>
        {whyNot(one)}
        {one.result_text_url && (
          <>
            {' '}
            <ExternalLink href={one.result_text_url} />
          </>
        )}
      </p>
      <Link
        to="/cases/$id"
        params={{ id: String(one.id) }}
        state={{ ...(from && { openedFrom: from }) }}
        className={buttonClass('main')}
      >
        К делу
      </Link>
    </section>
  )
}

const whyNot = (one: FullCase): string => {
  if (removedFromSite(one).some(({ what }) => what === 'text'))
    return 'Текст убран с сайта суда; прежний — в изменениях дела.'
  if (one.result_text_url) return 'Суд опубликовал его на своём сайте, но здесь он ещё не прочитан.'
  return one.result_date === null
    ? 'Сайт суда ещё не сообщает о решении по этому делу.'
    : 'Возможно, суд его ещё не опубликовал.'
}
