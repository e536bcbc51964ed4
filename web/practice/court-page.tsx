import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { regionTitle } from '#shared/domain/regions.ts'
import { courtPracticeQueryOptions } from '../api/practice.ts'
import { personName } from '../filters/case-wording.ts'
import { RecordFailed } from '../filters/record-failed.tsx'
import { courtTitle } from '../filters/titles.ts'
import { buttonClass } from '../ui/button.tsx'
import { useTitle } from '../ui/title.ts'
import styles from './practice.module.css'
import { Practice } from './practice-page.tsx'

export const CourtPracticePage = ({ id }: { id: number }) => {
  const { data, error, isPending, refetch } = useQuery(courtPracticeQueryOptions(id))
  useTitle(data ? courtTitle(data.court) : 'Суд')
  return (
    <main id="main" tabIndex={-1} className="wrap">
      {data ? (
        <>
          <Practice
            page={data}
            title={courtTitle(data.court)}
            whole={{ by: 'по региону', others: 'у\u00a0других судов региона' }}
          >
            <p>
              {[regionTitle(data.court.region), data.court.city]
                .filter((part, at, all) => part && all.indexOf(part) === at)
                .join(', ')}
            </p>
            {/^https?:/.test(data.court.url) && (
              <p>
                <a href={data.court.url} rel="noreferrer">
                  Сайт суда
                </a>
              </p>
            )}
          </Practice>
          {data.judges.length > 0 && (
            <section className={styles.section} aria-labelledby="judges">
              <h2 id="judges" className="h3">
                Судьи по{'\u00a0'}алфавиту
              </h2>
              <ul className={styles.judges}>
                {data.judges.map(judge => (
                  <li key={judge.id}>
                    <Link to="/judges/$id" params={{ id: String(judge.id) }}>
                      {personName(judge.name)}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      ) : isPending ? (
        <h1 className="sr">Суд загружается</h1>
      ) : (
        <RecordFailed
          error={error}
          onRetry={refetch}
          absent={{
            title: 'Такого суда здесь нет',
            sentence: 'Его нет в базе, или его регион не открыт вашей учётной записи.',
          }}
          failed="Страница не загрузилась"
        >
          <Link to="/" className={buttonClass('main')}>
            К списку дел
          </Link>
        </RecordFailed>
      )}
    </main>
  )
}
