import { type RawBuilder, sql } from 'kysely'

/**
 * Which spellings are one for whoever searches, in memory and in SQL: letters of either case, ё and е, and whatever stands between words. Courts and people
 * write «Тер-Петросян», «Тер–Петросян» and «Тер Петросян», «О’Коннор» and «О'Коннор», «И. И.» and «И.И.» as they please.
 */
const usual = `-'\`´"«» \t\n\r\u00a0`
const rare = '‐‑‒–—―−’‘ʼ“”„\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000'
const gaps = usual + rare
const gap = `[${gaps}]`
const manyGaps = new RegExp(`${gap}+`, 'g')

/** In small letters, with ё as е, and one space for all that stands between two words. */
export const foldWords = (text: string): string => smallLetters(text).replace(manyGaps, ' ')
const smallLetters = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')
/** The spelling of a stored value. */
export const spelling = (stored: string): string => foldWords(stored).replaceAll('. ', '.')
/** The spelling of what was asked: also without marks that copying brings along. Empty when there is nothing but signs between words. */
export const askedSpelling = (asked: string): string => spelling(seen(asked)).replace(/^ | $/g, '')
const seen = (asked: string): string => asked.normalize('NFC').replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')

/** `spelling` in SQL. */
export const spellingOf = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`replace(regexp_replace(lower(translate(${column}, 'Ёё', 'Ее')), ${sql.lit(`${gap}+`)}, ' ', 'g'), '. ', '.')`

/**
 * Whether the spelling of a value holds the spelling of what was asked, by the trigram index of the stored letters: the signs between words are left open in
 * the pattern instead of being taken out of the column.
 */
export const isSpelt = (column: RawBuilder<unknown>, asked: string): RawBuilder<boolean> => {
  const letters = askedSpelling(asked)
  const holds = [patternOf(letters), ...shortWordsOf(asked)].map(
    pattern => sql`translate(${column}, 'Ёё', 'Ее') ~* ${pattern}`,
  )
  return holds.length === 1 ? sql`${holds[0]}` : sql`(${sql.join(holds, sql` and `)})`
}
/** An expression for a word of a stored value that begins so, where the question is a row. */
export const wordBeginning = (asked: string): string => `(?:^|[${gaps}(])${patternOf(askedSpelling(asked))}`
const patternOf = (letters: string): string =>
  letters === '' ? gap : letters.replace(/[ .^$|?*+()[\]{}\\]/g, sign => open[sign] ?? `\\${sign}`)
const open: Readonly<Record<string, string>> = { ' ': `${gap}+`, '.': `\\.${gap}*` }
/**
 * The index knows no initials after a sign that may be any: everybody of a surname would be read. So a word of one or two letters after a usual sign has to stand
 * after a usual sign, which is all that `spelling` does not tell.
 */
const shortWordsOf = (asked: string): string[] => [
  ...new Set((smallLetters(seen(asked)).match(short) ?? []).map(word => `[${usual}.]${word}`)),
]
const short = new RegExp(`(?<=[\\p{L}\\p{N}.][${usual}.]+)[\\p{L}\\p{N}]{1,2}(?![\\p{L}\\p{N}])`, 'gu')
export const hasShortWords = (asked: string): boolean => shortWordsOf(asked).length > 0
