import { useQuery } from '@tanstack/react-query'
import { Link, useMatch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import type { CaseText, FullCase } from '#shared/api/full-case.ts'
import { showDate } from '#shared/domain/dates.ts'
import { counted } from '#shared/domain/wording.ts'
import { isAbsent as isAbsentAnswer } from '../api/api-error.ts'
import { caseQueryOptions, caseTextQueryOptions } from '../api/case-details.ts'
import { articlesLine, personName, stageName } from '../filters/case-wording.ts'
import { absentCase, RecordFailed, ToCases } from '../filters/record-failed.tsx'
import { courtTitle } from '../filters/titles.ts'
import { TagChips } from '../tags/case-tags.tsx'
import { TagButton } from '../tags/tag-button.tsx'
import { buttonClass } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import record from '../ui/record-page.module.css'
import { useTitle } from '../ui/title.ts'
import { Crumbs } from './breadcrumbs.tsx'
import { readWords } from './by-text.tsx'
import { ExternalLink } from './case-source.tsx'
import { CaseTextActs } from './case-text-acts.tsx'
import styles from './case-text-page.module.css'
import { showInstant } from './court-time.ts'
import { decisionParagraphs, decisionSections, hiddenIn, type Paragraph } from './decision-paragraphs.ts'
import { DecisionText } from './decision-text.tsx'
import { useListOrigin } from './list-origin.ts'
import { NoText } from './no-text.tsx'
import { SimilarDecisions } from './similar-decisions.tsx'
import { showHit, TextFinder, useHits, useTextWords } from './text-finder.tsx'
import { TextOutline } from './text-outline.tsx'

const QueueBar = lazyPart(() => import('../sets/queue-bar.tsx'), 'QueueBar')

export const CaseTextPage = ({ id }: { id: number }) => {
  const text = useQuery(caseTextQueryOptions(id))
  const one = useQuery(caseQueryOptions(id))
  const from = useListOrigin()
  const setId = useReadSet()
  const title = `Решение по делу № ${text.data?.case_number ?? one.data?.case_number ?? ''}`
  useTitle(text.data ? title : 'Текст решения')
  // Of the text or of the whole case: the responses are alike.
  const isAbsent = isAbsentAnswer(text.error)
  return (
    <main id="main" tabIndex={-1} className="wrap">
      <Crumbs ofSet={setId}>
        <Link to="/cases/$id" params={{ id: String(id) }} state={{ ...(from && { openedFrom: from }) }}>
          {one.data ? `Дело № ${one.data.case_number}` : 'Дело'}
        </Link>
      </Crumbs>
      {text.isPending || one.isPending ? (
        <h1 className="sr">Текст загружается</h1>
      ) : text.data ? (
        <>
          <header className={record.head}>
            <h1 tabIndex={-1}>{title}</h1>
            <CaseTextActs id={id} one={one.data} text={text.data} />
            {one.data && (
              <p className="h3">
                <Headline one={one.data} />
              </p>
            )}
          </header>
          <Reading id={id} text={text.data} one={one.data} />
          <footer className={`${record.foot} ${styles.foot}`}>
            <p>
              <b className="strong">Источник:</b> {text.data.url && <ExternalLink href={text.data.url} />}
              {text.data.url && ', '}прочитано {showInstant(text.data.read_at)}.
            </p>
            {one.data?.case_uid && <p>УИД {one.data.case_uid}</p>}
          </footer>
        </>
      ) : isAbsent && one.data ? (
        <>
          <header className={record.head}>
            <h1 tabIndex={-1}>Дело № {one.data.case_number}</h1>
            <p className="h3">
              <Headline one={one.data} />
            </p>
          </header>
          <NoText one={one.data} />
        </>
      ) : (
        <RecordFailed
          error={isAbsent ? one.error : text.error}
          onRetry={() => Promise.all([text.refetch(), one.refetch()])}
          absent={absentCase}
          failed="Текст не загрузился"
        >
          {isAbsent ? (
            <ToCases />
          ) : (
            <Link to="/cases/$id" params={{ id: String(id) }} className={buttonClass('main')}>
              К делу
            </Link>
          )}
        </RecordFailed>
      )}
      {setId !== undefined && <QueueBar setId={setId} caseId={id} one={one.data} />}
    </main>
  )
}

/** The set whose decisions are being read in sequence, from the address. */
const useReadSet = (): number | undefined => {
  const id = useMatch({ strict: false, select: ({ search }) => search.set })
  return typeof id === 'string' && /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined
}

const Headline = ({ one }: { one: FullCase }) => (
  <>
    {courtTitle(one.court)}
    {one.judge && `, судья ${personName(one.judge.name)}`}
    <span className="quiet">
      {' '}
      — {stageName(one.stage)}, {articlesLine(one)}
      {one.result_date && `, ${showDate(one.result_date)}`}
    </span>
  </>
)

const Reading = ({ id, text, one }: { id: number; text: CaseText; one: FullCase | undefined }) => {
  const paragraphs = useMemo(() => decisionParagraphs(text.text), [text.text])
  const sections = useMemo(() => decisionSections(paragraphs), [paragraphs])
  const { words, change } = useTextWords()
  const found = useHits(id, words)
  useFirstHit(found.hits.length)
  return (
    <div className={styles.grid}>
      <TextOutline sections={sections} paragraphs={paragraphs} hits={found.hits} />
      <DecisionText paragraphs={paragraphs} hits={found.hits} at={found.at} />
      <aside className={`screen-only ${styles.side}`} aria-label="Поиск и сведения">
        <TextFinder text={text.text} paragraphs={paragraphs} words={words} onChange={change} found={found} />
        {one?.decision && <ReadFromText one={one} decision={one.decision} text={text.text} paragraphs={paragraphs} />}
        {one?.tags && (
          <section>
            <h2 className="h3">Метки</h2>
            <TagChips tags={one.tags} />
            <TagButton one={one} />
          </section>
        )}
        <Hidden {...hiddenIn(paragraphs)} />
        <SimilarDecisions id={id} />
      </aside>
    </div>
  )
}

/** Scrolls to the first hit once, unless the address has a paragraph. */
const useFirstHit = (count: number): void => {
  const shown = useRef(window.location.hash !== '')
  useEffect(() => {
    if (shown.current || count === 0) return
    shown.current = true
    showHit(0)
  }, [count])
}

type Props = {
  one: FullCase
  decision: NonNullable<FullCase['decision']>
  text: string
  paragraphs: readonly Paragraph[]
}
const ReadFromText = ({ one, decision, text, paragraphs }: Props) => {
  const evidence = withoutSpaces(decision.evidence)
  const number = evidence
    ? paragraphs.find(({ start, end }) => withoutSpaces(text.slice(start, end)).includes(evidence))?.number
    : undefined
  return (
    <section>
      <h2 className="h3">Извлечено из решения</h2>
      <p>
        {readWords(one, decision)}
        {number !== undefined && (
          <>
            ,{' '}
            <a href={`#p${number}`}>
              абзац{'\u00a0'}
              {number}
            </a>
          </>
        )}
      </p>
    </section>
  )
}

/** Evidence is stored as one line, regardless of line breaks in the text. */
const withoutSpaces = (text: string): string => text.replace(/\s+/g, '')

const Hidden = ({ people, places }: { people: number; places: number }) =>
  people + places > 0 && (
    <section>
      <h2 className="h3">Скрыто судом</h2>
      <p className="quiet small">
        {[
          people > 0 && `Имена: ${counted(people, ['человек', 'человека', 'человек'])}`,
          places > 0 && `${people > 0 ? 'другие' : 'Разные'} сведения: ${counted(places, ['место', 'места', 'мест'])}`,
        ]
          .filter(Boolean)
          .join('; ')}
        . Так текст опубликован; скрытое здесь не восстанавливается.
      </p>
    </section>
  )
