import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Defendant } from '#shared/api/defendants.ts'
import { defaultOrdering } from '#shared/domain/orderings.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { personName } from '../filters/case-wording.ts'
import { courtTitle } from '../filters/titles.ts'
import side from '../ui/side.module.css'
import styles from './defendant-side.module.css'
import { articleWords, penaltyName, penaltySum, penaltyTimes } from './defendant-wording.ts'

export const DefendantSide = ({ person }: { person: Defendant }) => {
  const own = { defendant: person.name, ordering: defaultOrdering }
  return (
    <aside className={`${side.side} ${styles.side}`} aria-label="Сводка">
      {person.penalties.length > 0 && (
        <section>
          <h3>Наказания</h3>
          <dl className={side.facts}>
            {person.penalties.map(penalty => (
              <div key={penalty.type}>
                <dt>{penaltyName(penalty)}</dt>
                <dd>{[penaltySum(penalty), penaltyTimes(penalty)].filter(Boolean).join(', ')}</dd>
              </div>
            ))}
          </dl>
          <p className="quiet small">
            Назначены этому лицу в{'\u00a0'}первой инстанции: так сказано, или других лиц в{'\u00a0'}деле нет.
            Отменённые, изменённые, вероятные и{'\u00a0'}те, что под{'\u00a0'}вопросом, не{'\u00a0'}учтены.
            {person.penalties.some(({ type }) => type === 'imprisonment') &&
              ' Реальные и\u00a0условные сроки сложены вместе.'}
          </p>
        </section>
      )}
      <Part
        title="Статьи"
        rows={person.codex_articles.map(article => ({
          id: article.id,
          line: (
            <Link to="/" search={{ ...own, codex_articles: [String(article.id)] }}>
              {articleWords(article)}
            </Link>
          ),
        }))}
      />
      <Part
        title="Суды"
        rows={person.courts.map(court => ({
          id: court.id,
          line: (
            <>
              <Link to="/" search={{ ...own, court: [String(court.id)] }}>
                {courtTitle(court)}
              </Link>
              <br />
              <span className="quiet small">
                {regionTitle(court.region)}, {counted(court.cases_count, caseForms)}
              </span>
            </>
          ),
        }))}
      />
      <Part
        title="Судьи"
        rows={person.judges.map(judge => ({
          id: judge.id,
          line: (
            <>
              <Link to="/" search={{ ...own, judge: [String(judge.id)] }}>
                {personName(judge.name)}
              </Link>
              <span className="quiet small">, {counted(judge.cases_count, caseForms)}</span>
            </>
          ),
        }))}
      />
    </aside>
  )
}

const Part = ({ title, rows }: { title: string; rows: readonly { id: number; line: ReactNode }[] }) =>
  rows.length === 0 ? null : (
    <section>
      <h3>{title}</h3>
      <ul className={styles.rows}>
        {rows.map(({ id, line }) => (
          <li key={id}>{line}</li>
        ))}
      </ul>
    </section>
  )
