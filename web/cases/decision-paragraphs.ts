import type { TextHits } from '#shared/api/full-case.ts'

/** Numbered paragraphs, with passages hidden by the court. `start` and `end` are offsets in the whole text. */
type TextRun = { text: string; start: number; hidden: boolean }
export type Paragraph = {
  /** `head`: number, kind, day and place around the title; `word`: «установил», «постановил». */
  kind: 'title' | 'head' | 'word' | 'plain'
  number: number | undefined
  start: number
  end: number
  pieces: readonly TextRun[]
}

const parting = /^(установил|постановил|решил|определил|приговорил)а?:?$/i
const titles =
  /^(постановление|решение|определение|приговор|апелляционноепостановление|апелляционноеопределение|именемроссийскойфедерации)$/i
/** Tags and addresses of mail in angle brackets are not a court’s: nothing is hidden there. */
const hiddenWords =
  /(?:ФИО\s?-?\d*|<(?![a-z/!])[^<>\n]{1,60}>|\*{3,}|\[(?:данные изъяты|персональные данные)\]|\(?данные изъяты\)?)/g
const headingLines = 6

const longestHead = 90
const isHead = (line: string): boolean =>
  line.length <= longestHead && !/[.,;:]$/.test(line) && !parting.test(bare(line))

/** Letter-spaced words: «п о с т а н о в и л». */
const squeezed = (line: string): string => (/^(\S\s+){3,}\S\s?:?$/.test(line) ? line.replace(/\s+/g, '') : line)

export const decisionParagraphs = (text: string): Paragraph[] => {
  let number = 0
  const lines = linesOf(text)
  const title = lines.slice(0, headingLines).findIndex(({ line }) => titles.test(bare(line)))
  const body = title < 0 ? 0 : lines.findIndex(({ line }, at) => at > title && !isHead(line))
  return lines.map(({ line, start }, at) => {
    const end = start + line.length
    const kind = at === title ? 'title' : at < body ? 'head' : parting.test(bare(line)) ? 'word' : 'plain'
    if (kind === 'head') return { kind, number: undefined, start, end, pieces: piecesOf(line, start) }
    if (kind !== 'plain')
      return { kind, number: undefined, start, end, pieces: [{ text: squeezed(line), start, hidden: false }] }
    number += 1
    return { kind, number, start, end, pieces: piecesOf(line, start) }
  })
}

const bare = (line: string): string => squeezed(line).replace(/\s+/g, '')

const linesOf = (text: string): { line: string; start: number }[] => {
  const lines: { line: string; start: number }[] = []
  for (const found of text.matchAll(/[^\r\n]+/g)) {
    const line = found[0].trim()
    if (line) lines.push({ line, start: found.index + found[0].indexOf(line) })
  }
  return lines
}

const piecesOf = (line: string, start: number): TextRun[] => {
  const pieces: TextRun[] = []
  let from = 0
  const add = (to: number, hidden: boolean): void => {
    if (to > from) pieces.push({ text: line.slice(from, to), start: start + from, hidden })
    from = to
  }
  for (const found of line.matchAll(hiddenWords)) {
    add(found.index, false)
    add(found.index + found[0].length, true)
  }
  add(line.length, false)
  return pieces
}

export type DecisionSection = { title: string; at: number; from: number; to: number }

const reasoning =
  /^(выслушав|заслушав|исследовав|изучив|проверив|оценив|обсудив|суд приходит|прихожу к|анализируя|в соответствии с|согласно (ст|ч|п)|в силу (ст|ч|п)|вина |виновность |выводы о виновности|таким образом)/i

/** Empty when the text has no headings that divide it. */
export const decisionSections = (paragraphs: readonly Paragraph[]): DecisionSection[] => {
  const isWord = (at: number, word: RegExp): boolean =>
    paragraphs[at]?.kind === 'word' && word.test(textOf(paragraphs[at]))
  const stated = paragraphs.findIndex((_, at) => isWord(at, /^установил/i))
  const operative = paragraphs.findLastIndex((_, at) => isWord(at, /^(постановил|решил|определил|приговорил)/i))
  if (stated < 0 && operative < 0) return []
  const end = operative < 0 ? paragraphs.length : operative
  const reasoned = paragraphs.findIndex(
    (one, at) => at > stated + 1 && at < end && one.kind === 'plain' && reasoning.test(textOf(one)),
  )
  const first = paragraphs.findIndex(({ kind }) => kind === 'plain')
  const begins = [
    { title: 'Вводная', at: Math.max(first, 0) },
    { title: 'Описательная', at: stated },
    { title: 'Мотивировочная', at: stated < 0 ? -1 : reasoned },
    { title: 'Резолютивная', at: operative },
  ].filter(({ at }, n) => at >= 0 && (n !== 0 || at < (stated < 0 ? end : stated)))
  return begins.flatMap(({ title, at }, n) => {
    const numbers = paragraphs.slice(at, begins[n + 1]?.at).flatMap(({ number }) => number ?? [])
    const [from, to] = [numbers[0], numbers.at(-1)]
    return from === undefined || to === undefined ? [] : [{ title, at, from, to }]
  })
}
const textOf = (paragraph: Paragraph): string => paragraph.pieces.map(({ text }) => text).join('')

export const hiddenIn = (paragraphs: readonly Paragraph[]): { people: number; places: number } => {
  const hidden = paragraphs.flatMap(({ pieces }) => pieces.filter(piece => piece.hidden).map(({ text }) => text))
  const people = new Set(hidden.filter(text => text.startsWith('ФИО')).map(text => text.replace(/\D/g, '')))
  return { people: people.size, places: hidden.filter(text => !text.startsWith('ФИО')).length }
}

type Hit = TextHits['hits'][number]
export type MarkedRun = { text: string; hidden: boolean; hit: number | undefined }

/** `hits`: sorted, without overlaps. */
export const markedRuns = (paragraph: Paragraph, hits: readonly Hit[]): MarkedRun[] => {
  const inside = hits.flatMap(({ start, end }, hit) =>
    start < paragraph.end && end > paragraph.start ? [{ start, end, hit }] : [],
  )
  if (paragraph.kind === 'title' || paragraph.kind === 'word') {
    // A letter-spaced word is displayed without its spaces, so it is highlighted as a whole.
    return paragraph.pieces.map(({ text, hidden }) => ({ text, hidden, hit: inside[0]?.hit }))
  }
  return paragraph.pieces.flatMap(({ text, start, hidden }) => {
    const end = start + text.length
    const cuts = inside.flatMap(hit => [hit.start, hit.end]).filter(at => at > start && at < end)
    const edges = [start, ...new Set(cuts), end]
    return edges
      .slice(0, -1)
      .map((from, n) => ({
        text: text.slice(from - start, (edges[n + 1] ?? end) - start),
        hidden,
        hit: inside.find(hit => hit.start <= from && from < hit.end)?.hit,
      }))
  })
}

export const paragraphOf = (paragraphs: readonly Paragraph[], { start }: Pick<Hit, 'start'>): Paragraph | undefined =>
  paragraphs.findLast(paragraph => paragraph.start <= start)

type HitContext = { before: string; words: string; after: string }
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
