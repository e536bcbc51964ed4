import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { FullCase } from '#shared/api/cases.ts'
import { codexTitle } from '#shared/domain/codex.ts'
import { caseQuery, otherInstance, rememberVisit } from '../api/cases.ts'
import { ApiError, sentenceOf } from '../api/client.ts'
import { personName } from '../filters/case-wording.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { PageFailed } from '../ui/page-failed.tsx'
import { useTitle } from '../ui/title.ts'
import { Crumbs, NeighbourLinks } from './breadcrumbs.tsx'
import { CaseActs } from './case-acts.tsx'
import { CaseBand } from './case-band.tsx'
import { CaseChanges } from './case-changes.tsx'
import { CaseGone } from './case-gone.tsx'
import { CaseOwn } from './case-own.tsx'
import styles from './case-page.module.css'
import { CaseQuestion } from './case-question.tsx'
import { CaseSide } from './case-side.tsx'
import { SourceFooter } from './case-source.tsx'
import { InstanceFacts } from './instance-facts.tsx'
import { useListPosition } from './list-origin.ts'
import { Movement } from './movement.tsx'
import { SinceVisit } from './since-visit.tsx'

/** One case with everything known about it (§2): its facts, both instances where they are linked, what changed, the source. */
export const CasePage = ({ id }: { id: number }) => {
  const { data, error, isPending, refetch } = useQuery(caseQuery(id))
  const place = useListPosition(id)
  useVisit(data?.id)
  useTitle(data ? `Дело № ${data.case_number}` : 'Дело')
  return (
    <main id="main" tabIndex={-1} className="wrap">
      <Crumbs>
        <NeighbourLinks place={place} />
      </Crumbs>
      {data ? (
        <Card one={data} />
      ) : isPending ? (
        <h1 className="sr">Дело загружается</h1>
      ) : (
        <CaseFailed error={error} onRetry={() => void refetch()} />
      )}
    </main>
  )
}

const Card = ({ one }: { one: FullCase }) => {
  const linked = useLinked(one)
  const instances = linked ? [one, linked].toSorted((a, b) => a.stage - b.stage) : [one]
  return (
    <>
      <header className={styles.head}>
        <h1>Дело № {one.case_number}</h1>
        <CaseActs one={one} />
        <p className={styles.sub}>
          <Headline one={one} />
        </p>
      </header>
      <CaseQuestion one={one} />
      <CaseGone instances={instances} />
      <SinceVisit one={one} instances={instances} />
      <div className={styles.own}>
        <CaseOwn one={one} />
      </div>
      <CaseBand one={one} instances={instances} />
      <div className={styles.grid}>
        <div className={styles.pair} data-count={instances.length}>
          {instances.map(instance => (
            <InstanceFacts key={`facts ${instance.id}`} one={instance} current={one} />
          ))}
          {instances.map(instance => (
            <Movement key={`movement ${instance.id}`} one={instance} />
          ))}
        </div>
        <CaseSide one={one} shown={instances.map(instance => instance.id)} />
        <CaseChanges one={one} instances={instances} />
      </div>
      <SourceFooter one={one} instances={instances} />
    </>
  )
}

const useLinked = (one: FullCase): FullCase | undefined => {
  const other = otherInstance(one)
  const { data } = useQuery({ ...caseQuery(other?.id ?? 0), enabled: other !== undefined })
  return other && data
}

/** A page in a tab that nobody looks at has not been visited yet. */
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

/** A longer title of an article stands below, with its article. */
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
          ст.{'\u00a0'}
          {[first, ...others].map(article => article.name).join(', ')}
          {'\u00a0'}
          {codexTitle(first.codex)}
          {first.title && first.title.length <= headlineTitle && (
            <span className="quiet"> — {lowerFirst(first.title)}</span>
          )}
        </>
      )}
    </>
  )
}
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** A case that is not there, or is not for this account: the two look alike on purpose. */
const CaseFailed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const isAbsent = error instanceof ApiError && error.status === 404
  return (
    <PageFailed
      over={isAbsent ? '404' : 'Ошибка'}
      title={isAbsent ? 'Такого дела здесь нет' : 'Дело не загрузилось'}
      sentence={isAbsent ? 'Его нет в базе, или регион этого дела не открыт вашей учётной записи.' : sentenceOf(error)}
    >
      <Link to="/" className={buttonClass('main')}>
        К списку дел
      </Link>
      {!isAbsent && <Button onClick={onRetry}>Повторить</Button>}
    </PageFailed>
  )
}
