import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { regionTitle } from '#shared/domain/regions.ts'
import { courtPracticeQueryOptions } from '../api/practice.ts'
import { personName } from '../filters/case-wording.ts'
import { ShownRecord } from '../filters/record-failed.tsx'
import { courtTitle } from '../filters/titles.ts'
import { useTitle } from '../ui/title.ts'
import styles from './practice.module.css'
import { Practice } from './practice-page.tsx'

export const CourtPracticePage = ({ id }: { id: number }) => {
  const asked = useQuery(courtPracticeQueryOptions(id))
  useTitle(asked.data ? courtTitle(asked.data.court) : 'Суд')
  return (
    <main id="main" tabIndex={-1} className="wrap">
      <ShownRecord
        query={asked}
        loading="Суд загружается"
        absent={{
          title: 'Такого суда здесь нет',
          sentence: 'Его нет в базе, или его регион не открыт вашей учётной записи.',
        }}
      >
        {one => (
          <>
            <Practice
              page={one}
              title={courtTitle(one.court)}
              whole={{ by: 'по региону', others: 'у\u00a0других судов региона' }}
            >
              <p>
                {[regionTitle(one.court.region), one.court.city]
                  .filter((part, at, all) => part && all.indexOf(part) === at)
                  .join(', ')}
              </p>
              {/^https?:/.test(one.court.url) && (
                <p>
                  <a href={one.court.url} rel="noreferrer">
                    Сайт суда
                  </a>
                </p>
              )}
            </Practice>
            {one.judges.length > 0 && (
              <section className={styles.section} aria-labelledby="judges">
                <h2 id="judges" className="h3">
                  Судьи по{'\u00a0'}алфавиту
                </h2>
                <ul className={styles.judges}>
                  {one.judges.map(judge => (
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
        )}
      </ShownRecord>
    </main>
  )
}
