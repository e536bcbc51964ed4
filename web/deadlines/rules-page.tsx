import { useEffect } from 'react'
import { showDate } from '#shared/domain/dates.ts'
import { type LawSource, lawSources } from '#shared/domain/deadlines/law-sources.ts'
import { type LegalTerm, type TermGroup, termGroups, whyNotCounted } from '#shared/domain/deadlines/legal-term.ts'
import { lawyerReview, legalTerms } from '#shared/domain/deadlines/legal-terms.ts'
import { keysOf } from '#shared/domain/keys-of.ts'
import { noBreak } from '#shared/domain/typography.ts'
import { PagePart, PartedPage } from '../ui/parted-page.tsx'
import { confidenceWords } from './deadline-row.tsx'
import styles from './deadlines.module.css'

/** All rules of procedural terms with editions, sources and certainty, and what a lawyer has to review. */
const byGroup = Map.groupBy<TermGroup, [string, LegalTerm]>(Object.entries(legalTerms), ([, { of }]) => of)

export const RulesPage = () => {
  // The rules are rendered after the address has been opened.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  return (
    <PartedPage
      title="Правила сроков"
      lead={
        <>
          Правила собраны в{'\u00a0'}ноябре 2026{'\u00a0'}года по{'\u00a0'}открытым страницам; официальные тексты не
          {'\u00a0'}прочитаны. У{'\u00a0'}каждого правила{'\u00a0'}— редакция, источники и{'\u00a0'}достоверность. Что
          не{'\u00a0'}доказано или не{'\u00a0'}посчитать по{'\u00a0'}сайтам судов, только названо, с{'\u00a0'}причиной;
          по{'\u00a0'}остальным правилам считаем. Это подсказка, а{'\u00a0'}не{'\u00a0'}совет юриста.
        </>
      }
    >
      <PagePart id="lawyer" title="Что должен проверить юрист">
        <ol className={`prose ${styles.review}`}>
          {lawyerReview.map(({ what, why }) => (
            <li key={what}>
              <b className="strong">{noBreak(what)}</b>: {noBreak(why.replace(/\.?$/, '.'))}
            </li>
          ))}
        </ol>
      </PagePart>
      {keysOf(termGroups).map(group => (
        <PagePart key={group} id={`group-${group}`} title={termGroups[group]}>
          <div>
            {byGroup.get(group)?.map(([id, term]) => (
              <Term key={id} id={id} term={term} />
            ))}
          </div>
        </PagePart>
      ))}
    </PartedPage>
  )
}

const statusWords: Readonly<Record<LegalTerm['status'], string>> = {
  in_force: 'действует',
  superseded: 'прежняя редакция',
  unproved: 'не\u00a0доказано',
  unclear: 'источники расходятся',
}

const Term = ({ id, term }: { id: string; term: LegalTerm }) => {
  const whyNot = whyNotCounted(term)
  return (
    <article id={id} className={styles.term}>
      <h3>{noBreak(term.article)}</h3>
      <p className="quiet small">
        {[editionDays(term), term.law && noBreak(term.law), statusWords[term.status], confidenceWords[term.confidence]]
          .filter(Boolean)
          .join('; ')}
        {whyNot !== undefined && (
          <b className="strong">
            ; не{'\u00a0'}считаем: {noBreak(whyNot)}
          </b>
        )}
      </p>
      <p className="prose">{noBreak(term.says)}</p>
      <dl className={styles.rests}>
        {term.starts !== undefined && (
          <>
            <dt>Начало</dt>
            <dd>{noBreak(term.starts)}</dd>
          </>
        )}
        {term.exceptions !== undefined && (
          <>
            <dt>Исключения</dt>
            <dd>{noBreak(term.exceptions.join(' '))}</dd>
          </>
        )}
        <dt>Даты</dt>
        <dd>{noBreak(term.datesKnown)}</dd>
        <dt>Источники</dt>
        <dd>
          {term.sources.map((source, at) => (
            <span key={source}>
              {at > 0 && ', '}
              <Source source={lawSources[source]} />
            </span>
          ))}
        </dd>
        {term.review !== undefined && (
          <>
            <dt>Юристу</dt>
            <dd>{noBreak(term.review)}</dd>
          </>
        )}
      </dl>
    </article>
  )
}

const Source = ({ source: { title, url } }: { source: LawSource }) =>
  url === undefined ? (
    title
  ) : (
    <a href={url} rel="noopener noreferrer" target="_blank">
      {title}
    </a>
  )

/** «с 29 октября 2024 по 3 мая 2026» */
const editionDays = ({ since, until, status }: LegalTerm): string => {
  const last = until !== undefined ? `по\u00a0${showDate(until)}` : ''
  if (since !== undefined) return [`с\u00a0${showDate(since)}`, last].filter(Boolean).join(' ')
  if (last !== '') return last
  return status === 'superseded' ? 'последний день не\u00a0установлен' : 'первый день не\u00a0установлен'
}
