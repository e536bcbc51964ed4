import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { CaseText } from '#shared/api/cases.ts'
import { showDate } from '#shared/domain/dates.ts'
import { caseQuery, caseTextQuery } from '../api/cases.ts'
import { ApiError, sentenceOf } from '../api/client.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useTitle } from '../ui/title.ts'
import { ExternalLink } from './case-source.tsx'
import styles from './case-text-page.module.css'
import { allArticles, personName, stageName } from './case-wording.ts'
import { showInstant } from './court-time.ts'
import { courtTitle } from './court-title.ts'
import { Crumbs } from './crumbs.tsx'
import { KeepButton } from './favourite.tsx'
import { useOpenedFrom } from './neighbours.ts'
import { type Paragraph, readDecision } from './read-decision.ts'

/** The text of a decision (§2), set to be read: the court's words in serifs, seventy characters a line. */
export const CaseTextPage = ({ id }: { id: number }) => {
  const text = useQuery(caseTextQuery(id))
  const one = useQuery(caseQuery(id))
  const from = useOpenedFrom()
  const title = `Решение по делу № ${text.data?.case_number ?? one.data?.case_number ?? ''}`
  useTitle(text.data ? title : 'Текст решения')
  return (
    <main id="main" tabIndex={-1} className="wrap">
      <Crumbs>
        <Link to="/cases/$id" params={{ id: String(id) }} state={{ ...(from && { openedFrom: from }) }}>
          {one.data ? `Дело № ${one.data.case_number}` : 'Дело'}
        </Link>
      </Crumbs>
      {text.data ? (
        <>
          <header className={styles.head}>
            <h1>{title}</h1>
            <div className={styles.acts}>
              {one.data && <KeepButton one={one.data} />}
              <Button onClick={() => window.print()}>
                <Icon name="print" />
                <span>Печать</span>
              </Button>
            </div>
            {one.data && (
              <p className={styles.sub}>
                {courtTitle(one.data.court)}
                {one.data.judge && `, судья ${personName(one.data.judge.name)}`}
                <span className="quiet">
                  {' '}
                  — {stageName(one.data.stage)}, {allArticles(one.data)}
                  {one.data.result_date && `, ${showDate(one.data.result_date)}`}
                </span>
              </p>
            )}
          </header>
          <Decision text={text.data} />
          <footer className={styles.source}>
            <p>
              <b className="strong">Источник:</b> {text.data.url && <ExternalLink href={text.data.url} />}
              {text.data.url && ', '}прочитано {showInstant(text.data.read_at)}.
            </p>
            <p>Скрытые судом имена и адреса здесь не восстанавливаются.</p>
          </footer>
        </>
      ) : text.isPending ? (
        <h1 className="sr">Текст загружается</h1>
      ) : (
        <NoText id={id} error={text.error} onRetry={() => void text.refetch()} />
      )}
    </main>
  )
}

const Decision = ({ text }: { text: CaseText }) => {
  const paragraphs = useMemo(() => readDecision(text.text), [text.text])
  return (
    <article className={styles.text}>
      {paragraphs.map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a text that never changes
        <Line key={at} paragraph={paragraph} />
      ))}
    </article>
  )
}

const Line = ({ paragraph: { kind, number, pieces } }: { paragraph: Paragraph }) => {
  const words = pieces.map((piece, at) =>
    piece.hidden ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a paragraph that never changes
      <span key={at} className={styles.mask} title="Скрыто судом">
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  )
  if (number === undefined) return <p data-kind={kind}>{words}</p>
  return (
    <p id={`p${number}`}>
      <a className={styles.number} href={`#p${number}`} title={`Ссылка на абзац ${number}`}>
        {number}
      </a>
      {words}
    </p>
  )
}

const NoText = ({ id, error, onRetry }: { id: number; error: unknown; onRetry: () => void }) => {
  const isAbsent = error instanceof ApiError && error.status === 404
  return (
    <section className={styles.failed} role="alert">
      <p className="faint">{isAbsent ? 404 : 'Ошибка'}</p>
      <h1>{isAbsent ? 'Текста решения здесь нет' : 'Текст не загрузился'}</h1>
      <p>{isAbsent ? 'Суд его ещё не опубликовал, или этого дела нет.' : sentenceOf(error)}</p>
      <div className="row">
        <Link to="/cases/$id" params={{ id: String(id) }} className={buttonClass('main')}>
          К делу
        </Link>
        {!isAbsent && <Button onClick={onRetry}>Повторить</Button>}
      </div>
    </section>
  )
}
