import { useQuery } from '@tanstack/react-query'
import { showMoment } from '#shared/domain/dates.ts'
import { closeFigures, publishedQueryOptions } from '../api/statistics.ts'
import { useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import styles from './data-page.module.css'

export const OpenFigures = () => {
  const { data } = useQuery(publishedQueryOptions)
  const closing = useAct((id: string) => closeFigures(id), {
    done: 'Страница для всех закрыта.',
    changes: [publishedQueryOptions.queryKey],
  })
  if (!data || data.results.length === 0) return null
  return (
    <section className={styles.own}>
      <h2 className="h3">Цифры, открытые всем</h2>
      <ul>
        {data.results.map(({ id, title, url, published_at, username }) => (
          <li key={id}>
            <a href={url}>{title}</a>{' '}
            <span className="quiet">
              {username ?? 'учётной записи больше нет'}, {showMoment(published_at)}
            </span>{' '}
            <Button
              look="link"
              aria-label={`Закрыть: ${title}`}
              onClick={() => closing.mutate(id)}
              busy={closing.isPending}
            >
              Закрыть
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
