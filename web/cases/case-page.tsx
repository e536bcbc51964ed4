import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { FullCase } from '#shared/api/full-case.ts'
import { codexTitle } from '#shared/domain/codex.ts'
import { dayIn, showDate } from '#shared/domain/dates.ts'
import { noBreak } from '#shared/domain/typography.ts'
import { lowerFirst } from '#shared/domain/wording.ts'
import { caseQueryOptions, otherInstance, rememberVisit } from '../api/case-details.ts'
import { personName } from '../filters/case-wording.ts'
import { absentCase, ShownRecord } from '../filters/record-failed.tsx'
import { courtTitle } from '../filters/titles.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import record from '../ui/record-page.module.css'
import { Status } from '../ui/status.tsx'
import { useTitle } from '../ui/title.ts'
import { Crumbs, NeighbourLinks } from './breadcrumbs.tsx'
import { FromText } from './by-text.tsx'
import { CaseActs } from './case-acts.tsx'
import { CaseChanges } from './case-changes.tsx'
import { CaseOwn } from './case-note.tsx'
import { CaseGone, CaseQuestion, SinceVisit } from './case-notices.tsx'
import styles from './case-page.module.css'
import { CaseSide } from './case-side.tsx'
import { SourceFooter } from './case-source.tsx'
import { InstanceFacts } from './instance-facts.tsx'
import { useListPosition } from './list-origin.ts'
import { Movement } from './movement.tsx'
import { resultOf } from './next-step.ts'
import { NextStepLine } from './next-step-line.tsx'
import { penaltyChain } from './penalty-chain.ts'
import type { PenaltyItem } from './penalty-parts.ts'

const CaseDeadlines = lazyPart(() => import('../deadlines/case-deadlines.tsx'), 'CaseDeadlines')
const SimilarCases = lazyPart(() => import('./similar-cases.tsx'), 'SimilarCases')

export const CasePage = ({ id }: { id: number }) => {
  const asked = useQuery(caseQueryOptions(id))
  const place = useListPosition(id)
  useVisit(asked.data?.id)
  useTitle(asked.data ? `Дело № ${asked.data.case_number}` : 'Дело')
  return (
    <main id="main" tabIndex={-1} className="wrap">
      <Crumbs>
        <NeighbourLinks place={place} />
      </Crumbs>
      <ShownRecord query={asked} loading="Дело загружается" absent={absentCase} failed="Дело не загрузилось">
        {one => <Card one={one} />}
      </ShownRecord>
    </main>
  )
}

const Card = ({ one }: { one: FullCase }) => {
  const linked = useLinked(one)
  const instances = linked ? [one, linked].toSorted((a, b) => a.stage - b.stage) : [one]
  // Deadlines are calculated from the first instance if it is known.
  const calculated = instances.find(({ stage }) => stage === 1)?.id ?? one.id
  return (
    <>
      <header className={`${record.head} ${styles.head}`}>
        <h1>Дело № {one.case_number}</h1>
        <CaseActs one={one} />
        <p className="h3">
          <Headline one={one} />
        </p>
      </header>
      <CaseQuestion one={one} />
      <CaseGone instances={instances} />
      <SinceVisit one={one} instances={instances} />
      <div className={styles.own}>
        <CaseOwn one={one} />
      </div>
      <NextStepLine one={one} instances={instances} deadlinesOf={calculated} />
      <PenaltyChain instances={instances} />
      <div className={record.grid}>
        <div className={styles.pair} data-count={instances.length}>
          {instances.map(instance => (
            <InstanceFacts key={instance.id} one={instance} current={one} />
          ))}
          <Movement instances={instances} />
        </div>
        <CaseSide one={one} shown={instances.map(instance => instance.id)} />
        <div className={styles.below}>
          <CaseDeadlines key={calculated} id={calculated} />
          {one.stage === 1 && one.result_type && <SimilarCases id={one.id} type={one.type} />}
          <CaseChanges one={one} instances={instances} />
        </div>
      </div>
      <SourceFooter one={one} instances={instances} />
    </>
  )
}

const useLinked = (one: FullCase): FullCase | undefined => {
  const other = otherInstance(one)
  const { data } = useQuery({ ...caseQueryOptions(other?.id ?? 0), enabled: other !== undefined })
  return other && data
}

/** A page opened in a background tab has not been visited yet. */
const useVisit = (id: number | undefined): void => {
  const client = useQueryClient()
  useEffect(() => {
    if (id === undefined) return
    const remember = (): void => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', remember)
      void rememberVisit(client, id)
    }
    document.addEventListener('visibilitychange', remember)
    remember()
    return () => document.removeEventListener('visibilitychange', remember)
  }, [client, id])
}

/** Longer article titles are shown below, with their article. */
const headlineTitle = 120

const Headline = ({ one }: { one: FullCase }) => {
  const people = one.defendants.filter(({ hidden }) => !hidden).map(({ name }) => personName(name))
  const [first, ...others] = one.codex_articles
  return (
    <>
      {people.length > 0 && <b className="strong">{people.join(', ')}</b>}
      {one.defendants_hidden && people.length === 0 && (
        <span className="masked" title="Скрыто судом">
          {one.defendants.find(({ name }) => name)?.name ?? 'Информация скрыта'}
        </span>
      )}
      {first && (
        <>
          {(people.length > 0 || one.defendants_hidden) && ', '}
          {noBreak(`ст. ${[first, ...others].map(article => article.name).join(', ')}\u00a0${codexTitle(first.codex)}`)}
          {first.title && first.title.length <= headlineTitle && (
            <span className="quiet"> — {lowerFirst(first.title)}</span>
          )}
        </>
      )}
    </>
  )
}

const PenaltyChain = ({ instances }: { instances: readonly FullCase[] }) => {
  const [first] = instances
  const rows = first ? penaltyChain(instances, dayIn(first.court.time_zone, new Date())) : []
  if (rows.length === 0) return null
  const isNamed = rows.length > 1 || rows.some(({ name }) => name !== '')
  return (
    <section className={styles.chain} aria-labelledby="penalty">
      <h2 id="penalty" className="h3">
        {instances.length > 1 ? 'Наказание через инстанции' : 'Наказание'}
      </h2>
      <table>
        <thead>
          <tr>
            {isNamed && <th scope="col">Лицо</th>}
            {instances.map(one => (
              <th key={one.id} scope="col">
                <b>{instanceName(one)}</b>
                {one.result_type ? (
                  <Status sign={resultOf(one).sign} plain>
                    {resultOf(one).words}
                    {one.result_date && ` ${showDate(one.result_date)}`}
                  </Status>
                ) : (
                  'ещё не решено'
                )}
                <span>{courtTitle(one.court)}</span>
              </th>
            ))}
            <th scope="col" className={styles.stands}>
              <b>Сейчас</b>
              <span>по карточкам судов</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells, stands }) => (
            <tr key={name}>
              {isNamed && <th scope="row">{name}</th>}
              {instances.map((one, at) => (
                <td key={one.id} data-label={instanceName(one)}>
                  {cells[at]?.decision && (
                    <Status sign={cells[at].decision.sign} plain>
                      {cells[at].decision.words}
                    </Status>
                  )}
                  <Items items={cells[at]?.items ?? []} />
                  {!cells[at]?.decision && cells[at]?.items.length === 0 && one.result_type && at === 0 && (
                    <span className="quiet small">
                      в{'\u00a0'}карточке не{'\u00a0'}сказано
                    </span>
                  )}
                </td>
              ))}
              <td className={styles.stands} data-label="Сейчас">
                <Items items={stands.items} />
                {stands.notes.map(note => (
                  <p key={note} className="quiet small">
                    {note}
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const instanceName = ({ stage }: FullCase): string => (stage === 1 ? 'Первая инстанция' : 'Вторая инстанция')

const Items = ({ items }: { items: readonly PenaltyItem[] }) =>
  items.map(({ words, struck, byText, note }) => (
    <p key={words}>
      {struck ? <s>{words}</s> : <b>{words}</b>}
      {byText && <FromText />}
      {note && <span className="quiet small">{note}</span>}
    </p>
  ))
