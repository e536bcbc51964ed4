import { russianness } from '../letter-pairs.ts'
import { UnreadableFile } from '../unreadable-file.ts'
import type { Line, Piece } from './lines.ts'

/**
 * A font of a PDF that does not say which letters its glyphs are gives others, or none. Old programs put bytes of windows-1251
 * into fonts that call themselves western: these can be told by how the words read then. The rest is refused, not shown.
 */
export function readableLetters(pages: readonly Line[][]): Line[][] {
  const read = pages.map(lines => (isWestern(textOf(lines)) ? lines.map(cyrillic) : lines))
  for (const [at, lines] of read.entries())
    if (isGibberish(textOf(lines))) throw new UnreadableFile('unreadable_letters', `page ${at + 1}`)
  return read
}

const textOf = (lines: readonly Line[]): string => lines.map(({ text }) => text).join('\n')
const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0

/** Three words of three letters: a number of a page and the mark of a scanner are fewer. */
export const isWordless = (pieces: readonly Piece[]): boolean =>
  count(pieces.map(({ text }) => text).join(' '), /[\p{L}\p{Co}]{3,}/gu) < 3

const isWestern = (text: string): boolean =>
  count(text, /[À-ÿ]/g) > 20 && count(text, /[À-ÿ]/g) > 10 * count(text, /[а-яё]/giu)
const byteOf = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (letter, byte) => [letter, byte],
  ),
)
const cyrillicPage = new TextDecoder('windows-1251')
const cyrillic = (line: Line): Line => ({
  ...line,
  text: [...line.text]
    .map(letter => {
      const byte = byteOf.get(letter)
      return byte === undefined ? letter : cyrillicPage.decode(Uint8Array.of(byte))
    })
    .join(''),
})

/** Fewer letters tell nothing. */
const fewest = 20
/** Decisions have about two for a letter; letters put in any other order, less than none. */
const leastRussian = 0.5
/** Of all that is no space: the signs of no alphabet we know, and letters that Russian texts have none of. */
const mostStrange = 0.02
function isGibberish(text: string): boolean {
  const all = count(text, /\S/g)
  if (all < fewest) return false
  if (count(text, /[\p{Co}\p{Cc}\p{Cn}\ufffd\u00c0-\u036f\u0460-\u1fff\u2c00-\ufaff](?<!\s)/gu) > all * mostStrange)
    return true
  const { sum, letters } = russianness(text)
  const latin = count(text, /[a-z]/gi)
  return letters < latin || (letters >= fewest && sum < letters * leastRussian)
}
