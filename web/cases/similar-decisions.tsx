import { useQuery } from '@tanstack/react-query'
import { showDate } from '#shared/domain/dates.ts'
import { sentenceOf } from '../api/api-error.ts'
import { similarTextsQueryOptions } from '../api/case-details.ts'
import { personName } from '../filters/case-wording.ts'
import { LinkToCase } from '../filters/record-links.tsx'
import { sentenceCase } from '../filters/titles.ts'
import styles from '../ui/side.module.css'

export const SimilarDecisions = ({ id }: { id: number }) => {
  const { data, error } = useQuery(similarTextsQueryOptions(id))
  const all = data?.results ?? []
  if (error === null && all.length === 0) return null
  return (
    <section>
      <h3>Похожие решения этого суда</h3>
      {error !== null && <p className="quiet small">{sentenceOf(error)}</p>}
      {all.length > 0 && (
        <dl className={styles.facts}>
          {all.map(one => (
            <div key={one.id}>
              <dt>{Math.round(one.share * 100)}&nbsp;% общих слов</dt>
              <dd>
                <LinkToCase id={one.id}>№ {one.case_number}</LinkToCase>
                <br />
                <span className="quiet small">
                  {[
                    one.judge && `судья ${personName(one.judge)}`,
                    one.result_date && showDate(one.result_date),
                    one.result_type && sentenceCase(one.result_type),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
