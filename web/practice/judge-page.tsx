import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { regionTitle } from '#shared/domain/regions.ts'
import { judgePracticeQueryOptions } from '../api/practice.ts'
import { personName } from '../filters/case-wording.ts'
import { ShownRecord } from '../filters/record-failed.tsx'
import { courtTitle } from '../filters/titles.ts'
import { useTitle } from '../ui/title.ts'
import { Practice } from './practice-page.tsx'

export const JudgePracticePage = ({ id }: { id: number }) => {
  const asked = useQuery(judgePracticeQueryOptions(id))
  useTitle(asked.data ? `Судья ${personName(asked.data.name)}` : 'Судья')
  return (
    <main id="main" tabIndex={-1} className="wrap">
      <ShownRecord
        query={asked}
        loading="Судья загружается"
        absent={{
          title: 'Такого судьи здесь нет',
          sentence: 'Его нет в базе, или регион его суда не открыт вашей учётной записи.',
        }}
      >
        {judge => (
          <Practice
            page={judge}
            title={`Судья ${personName(judge.name)}`}
            whole={{ by: 'по суду', others: 'у\u00a0других судей суда' }}
          >
            <p>
              <Link to="/courts/$id" params={{ id: String(judge.court.id) }}>
                {courtTitle(judge.court)}
              </Link>
              , {regionTitle(judge.court.region)}
            </p>
            <p className="small">
              Дела этого суда, где имя судьи написано именно так; другие написания не{'\u00a0'}объединяются.
            </p>
          </Practice>
        )}
      </ShownRecord>
    </main>
  )
}
