import type { PdfLine } from './lines.ts'

/** Joins lines to paragraphs: a line continues a previous full one unless it is indented or separate. */
export function paragraphsOf(pages: readonly PdfLine[][]): string {
  const words = new Set(pages.flat().flatMap(({ text }) => text.toLowerCase().match(/\p{L}+(?:-\p{L}+)*/gu) ?? []))
  const paragraphs: string[] = []
  let previous: PdfLine | undefined
  for (const lines of pages) {
    const margins = marginsOf(lines)
    const spacing = usualSpacing(lines)
    for (const [at, line] of lines.entries()) {
      const isBelowGap = at > 0 && previous !== undefined && Math.abs(line.y - previous.y) > spacing * 1.5
      if (previous !== undefined && !isBelowGap && continues(previous, line, margins)) {
        const last = paragraphs.pop() ?? ''
        paragraphs.push(joinedLines(last, line.text, words))
      } else paragraphs.push(line.text)
      previous = line
    }
  }
  return paragraphs.join('\n')
}

type Margins = { left: number; right: number }
function marginsOf(lines: readonly PdfLine[]): Margins {
  const widest = Math.max(0, ...lines.map(({ x, end }) => end - x))
  const long = lines.filter(({ x, end }) => end - x > widest * 0.6)
  const starts = new Map<number, number>()
  for (const { x } of long) starts.set(Math.round(x), (starts.get(Math.round(x)) ?? 0) + 1)
  const [left] = [...starts].toSorted(([a, timesA], [b, timesB]) => timesB - timesA || a - b)[0] ?? [0]
  const ends = long.map(({ end }) => end).toSorted((a, b) => a - b)
  return { left, right: ends[Math.floor((ends.length - 1) * 0.85)] ?? 0 }
}
function usualSpacing(lines: readonly PdfLine[]): number {
  const gaps = lines
    .slice(1)
    .map(({ y }, at) => y - (lines[at]?.y ?? y))
    .filter(gap => gap > 0)
    .toSorted((a, b) => a - b)
  return gaps[Math.floor(gaps.length / 2)] ?? Number.POSITIVE_INFINITY
}

const indent = 0.8
function continues(previous: PdfLine, line: PdfLine, { left, right }: Margins): boolean {
  if (previous.isSeparate || line.isSeparate) return false
  if (line.x > left + indent * line.size && line.x > previous.x - indent * line.size) return false
  if (/[\p{L}\p{N}][-\u00ad\u2010]$/u.test(previous.text) && /^\p{Ll}/u.test(line.text)) return true
  const first = /^\S+/.exec(line.text)?.[0].length ?? 0
  const letter = (line.end - line.x) / Math.max(1, line.text.length)
  return previous.end + (first + 1) * letter > right - letter
}

const particles = /^(?:то|либо|нибудь|таки|ка|за|под|над)(?!\p{L})/iu
const hyphenatedPrefixes =
  /(?<!\p{L})(?:по|во|в|кое|экс|вице|из|юго|северо|уголовно|административно|гражданско|материально|социально|военно|судебно|дорожно|лечебно|культурно|общественно|финансово|торгово|научно|информационно|\p{L})$/iu

export function joinedLines(text: string, next: string, words: ReadonlySet<string>): string {
  const [, start = '', hyphen] = /([\p{L}\p{N}]+)([-\u00ad\u2010])$/u.exec(text) ?? []
  if (hyphen === undefined) return `${text} ${next}`
  const [end = ''] = /^[\p{L}\p{N}]+/u.exec(next) ?? []
  const withoutHyphen = text.slice(0, -1)
  if (hyphen === '\u00ad') return withoutHyphen + next
  const solid = (start + end).toLowerCase()
  const hyphenated = `${start}-${end}`.toLowerCase()
  const keepsHyphen =
    !/^\p{Ll}/u.test(next) ||
    !/\p{L}$/u.test(start) ||
    (words.has(hyphenated) && !words.has(solid)) ||
    (!words.has(solid) && (particles.test(next) || hyphenatedPrefixes.test(start)))
  return (keepsHyphen ? `${withoutHyphen}-` : withoutHyphen) + next
}
