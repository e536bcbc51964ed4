import { russianness } from '../letter-bigrams.ts'
import { UnreadableFile } from '../unreadable-file.ts'
import type { PdfLine, PdfTextRun } from './lines.ts'

/** Old programs put windows-1251 bytes into fonts that call themselves western: told by how the words read then. */
export function readableLetters(pages: readonly PdfLine[][]): PdfLine[][] {
  const read = pages.map(lines => (isWestern(textOf(lines)) ? lines.map(cyrillic) : lines))
  for (const [at, lines] of read.entries())
    if (isGibberish(textOf(lines))) throw new UnreadableFile('unreadable_letters', `page ${at + 1}`)
  return read
}

const textOf = (lines: readonly PdfLine[]): string => lines.map(({ text }) => text).join('\n')
const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0

export const isWordless = (pieces: readonly PdfTextRun[]): boolean =>
  count(pieces.map(({ text }) => text).join(' '), /[\p{L}\p{Co}]{3,}/gu) < 3

const isWestern = (text: string): boolean =>
  count(text, /[À-ÿ]/g) > 20 && count(text, /[À-ÿ]/g) > 10 * count(text, /[а-яё]/giu)
const byteOf = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (letter, byte) => [letter, byte],
  ),
)
const cyrillicPage = new TextDecoder('windows-1251')
const cyrillic = (line: PdfLine): PdfLine => ({
  ...line,
  text: [...line.text]
    .map(letter => {
      const byte = byteOf.get(letter)
      return byte === undefined ? letter : cyrillicPage.decode(Uint8Array.of(byte))
    })
    .join(''),
})

const minLetters = 20
/** Decisions score about two per letter, shuffled letters below zero. */
const minRussian = 0.5
/** Share of characters that Russian texts do not have. */
const maxStrange = 0.02
function isGibberish(text: string): boolean {
  const all = count(text, /\S/g)
  if (all < minLetters) return false
  if (count(text, /[\p{Co}\p{Cc}\p{Cn}\ufffd\u00c0-\u036f\u0460-\u1fff\u2c00-\ufaff](?<!\s)/gu) > all * maxStrange)
    return true
  const { sum, letters } = russianness(text)
  const latin = count(text, /[a-z]/gi)
  return letters < latin || (letters >= minLetters && sum < letters * minRussian)
}
