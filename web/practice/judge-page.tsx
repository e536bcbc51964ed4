import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { regionTitle } from '#shared/domain/regions.ts'
import { judgePracticeQueryOptions } from '../api/practice.ts'
import { personName } from '../filters/case-wording.ts'
import { RecordFailed } from '../filters/record-failed.tsx'
import { courtTitle } from '../filters/titles.ts'
import { buttonClass } from '../ui/button.tsx'
import { useTitle } from '../ui/title.ts'
import { Practice } from './practice-page.tsx'

export const JudgePracticePage = ({ id }: { id: number }) => {
  const { data, error, isPending, refetch } = useQuery(judgePracticeQueryOptions(id))
  useTitle(data ? `Судья ${personName(data.name)}` : 'Судья')
  return (
    <main id="main" tabIndex={-1} className="wrap">
      {data ? (
        <Practice
          page={data}
          title={`Судья ${personName(data.name)}`}
          whole={{ by: 'по суду', others: 'у\u00a0других судей суда' }}
        >
          <p>
            <Link to="/courts/$id" params={{ id: String(data.court.id) }}>
              {courtTitle(data.court)}
            </Link>
            , {regionTitle(data.court.region)}
          </p>
          <p className="small">
            Дела этого суда, где имя судьи написано именно так; другие написания не{'\u00a0'}объединяются.
          </p>
        </Practice>
      ) : isPending ? (
        <h1 className="sr">Судья загружается</h1>
      ) : (
        <RecordFailed
          error={error}
          onRetry={refetch}
          absent={{
            title: 'Такого судьи здесь нет',
            sentence: 'Его нет в базе, или регион его суда не открыт вашей учётной записи.',
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
