import type { TextHits } from '#shared/api/texts.ts'
import type { Paragraph } from './read-decision.ts'

/** Found places laid over paragraphs: which pieces are marked, by which hit, and what stands round each. Pure. */
type Hit = TextHits['hits'][number]
export type MarkedRun = { text: string; hidden: boolean; hit: number | undefined }

/** `hits` in order, none within another. A piece is cut where a hit begins or ends. */
export const markedRuns = (paragraph: Paragraph, hits: readonly Hit[]): MarkedRun[] => {
  const inside = hits.flatMap(({ start, end }, hit) =>
    start < paragraph.end && end > paragraph.start ? [{ start, end, hit }] : [],
  )
  if (paragraph.kind === 'title' || paragraph.kind === 'word') {
    // A word in spaced letters is shown without its spaces: it is marked as a whole.
    return paragraph.pieces.map(({ text, hidden }) => ({ text, hidden, hit: inside[0]?.hit }))
  }
  return paragraph.pieces.flatMap(({ text, start, hidden }) => {
    const end = start + text.length
    const cuts = inside.flatMap(hit => [hit.start, hit.end]).filter(at => at > start && at < end)
    const edges = [start, ...new Set(cuts), end]
    return edges.slice(0, -1).map((from, n) => ({
      text: text.slice(from - start, (edges[n + 1] ?? end) - start),
      hidden,
      hit: inside.find(hit => hit.start <= from && from < hit.end)?.hit,
    }))
  })
}

export const paragraphOf = (paragraphs: readonly Paragraph[], { start }: Pick<Hit, 'start'>): Paragraph | undefined =>
  paragraphs.findLast(paragraph => paragraph.start <= start)

/** What stands round a hit, in one line. */
export type HitContext = { before: string; words: string; after: string }
const around = 28
export const hitContext = (text: string, { start, end }: Hit): HitContext => {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const nextLine = text.indexOf('\n', end)
  const lineEnd = nextLine < 0 ? text.length : nextLine
  const from = Math.max(lineStart, start - around)
  const to = Math.min(lineEnd, end + around)
  const before = text.slice(from, start)
  const after = text.slice(end, to)
  return {
    before: from > lineStart ? `…${before.replace(/^\S*\s/, '')}` : before.trimStart(),
    words: text.slice(start, end),
    after: to < lineEnd ? `${after.replace(/\s\S*$/, '')}…` : after.trimEnd(),
  }
}
