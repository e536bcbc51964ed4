import { inQuotes } from './typography.ts'

/**
 * What the card says of a hearing that is still ahead: «Заседание отложено», «Снято с рассмотрения», or a decision.
 * Either the day or the words are wrong, and nobody can tell which: the words are quoted, and the hearing is not hidden.
 */
export const saidOf = (result: string): string | null => {
  const said = result.replaceAll(/\s+/gu, ' ').trim()
  if (said === '' || /^назначен(?!\p{L}* (?:\p{L}+ )?наказани)/iu.test(said)) return null
  // No part of a word: of a name it would not be known for one when the name is forgotten.
  const cut = said.slice(0, longestSaid + 1).replace(/\s\S*$/u, '')
  return said.length > longestSaid ? `${cut.slice(0, longestSaid).toWellFormed()}…` : said
}
/** Fits into a cell of a list. */
const longestSaid = 80
const beforeSaid = ' (в карточке: '
/** The title of a hearing ahead, in every list, message and calendar: «Судебное заседание (в карточке: «Отложено»)». */
export const withSaid = (title: string, said: string | null | undefined): string =>
  said ? `${title}${beforeSaid}${inQuotes(said)})` : title
export const withoutSaid = (title: string): string => title.split(beforeSaid, 1)[0] ?? title
/** In a line with anything after the quotation. */
export const replaceSaid = (line: string, by: string): string => line.replace(/ \(в карточке: «[^«»]{0,200}»\)/u, by)
