import { tidy } from './read-html.ts'
import { isoDay } from './site-dates.ts'

/** Values of cards that say two things at once: an outcome and its day, several names in one line. */

/** «Удовлетворено, 16.10.2020» → what and when. */
export function datedWords(written: string): { words: string; day?: string } {
  const [, words = '', date = ''] = /^(.*?)[,;]? \(?(\d{2}\.\d{2}\.\d{4})\)?$/.exec(tidy(written)) ?? []
  const day = isoDay(date)
  return words !== '' && day !== undefined ? { words, day } : { words: tidy(written) }
}

const closings: Readonly<Record<string, string>> = { '«': '»', '(': ')', '“': '”', '„': '“', '"': '"' }
/** Parts between commas (or another mark); what stands in quotes or brackets is not divided. */
export function parted(written: string, mark = ','): string[] {
  const parts: string[] = []
  const open: string[] = []
  let part = ''
  for (const letter of written) {
    const closing = closings[letter]
    if (letter === open.at(-1)) open.pop()
    else if (closing !== undefined) open.push(closing)
    if (letter === mark && open.length === 0) {
      parts.push(part)
      part = ''
    } else part += letter
  }
  // A quote that is never closed holds nothing together: commas divide again.
  const found = open.length > 0 ? written.split(mark) : [...parts, part]
  return found.map(tidy).filter(text => text !== '')
}
