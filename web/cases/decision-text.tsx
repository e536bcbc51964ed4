import { memo, useMemo } from 'react'
import type { TextHits } from '#shared/api/full-case.ts'
import { type MarkedRun, markedRuns, type Paragraph } from './decision-paragraphs.ts'
import styles from './decision-text.module.css'
import { hitId } from './text-finder.tsx'

export const DecisionText = memo(
  ({ paragraphs, hits, at }: { paragraphs: readonly Paragraph[]; hits: TextHits['hits']; at: number }) => (
    <article className={styles.text} lang="ru">
      {paragraphs.map((paragraph, n) => (
        <Line key={paragraph.start} paragraph={paragraph} hits={hits} at={at} n={n} />
      ))}
    </article>
  ),
)

const Line = ({ paragraph, hits, at, n }: { paragraph: Paragraph; hits: TextHits['hits']; at: number; n: number }) => {
  const { kind, number } = paragraph
  const pieces = useMemo(() => markedRuns(paragraph, hits), [paragraph, hits])
  const words = pieces.map((piece, key) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a paragraph have no other name
    <Words key={key} piece={piece} isFirst={piece.hit !== pieces[key - 1]?.hit} isNow={piece.hit === at} />
  ))
  if (number === undefined)
    return (
      <p data-kind={kind} id={`s${n}`}>
        {words}
      </p>
    )
  return (
    <p id={`p${number}`} data-paragraph={number}>
      <a className={`screen-only ${styles.number}`} href={`#p${number}`} title={`Ссылка на абзац ${number}`}>
        {number}
      </a>
      {words}
    </p>
  )
}

type Props = { piece: MarkedRun; isFirst: boolean; isNow: boolean }
const Words = ({ piece: { text, hidden, hit }, isFirst, isNow }: Props) => {
  const inner = hidden ? (
    <span className={styles.mask} title="Скрыто судом">
      {text}
    </span>
  ) : (
    text
  )
  if (hit === undefined) return inner
  return (
    <mark id={isFirst ? hitId(hit) : undefined} className={styles.hit} data-now={isNow || undefined}>
      {inner}
    </mark>
  )
}
