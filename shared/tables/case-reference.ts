import { numberAsked } from '../domain/number-index.ts'

/** How people refer to cases in tables: address here, address at the court, УИД, protocol number, case number. */
export type CaseReference = { by: 'id'; id: number } | { by: 'url' | 'uid' | 'protocol' | 'number'; text: string }

const ownLink = /^(?:https?:\/\/[^/\s]+)?\/cases\/(?:text\/)?(\d{1,9})\/?(?:[?#].*)?$/i
const bareNumber = /^(?:№\s*)?(\d{1,9})$/
/** «77РС0001-…»: typed in Cyrillic. */
const uidForm = '(\\d{2})([A-Z]{2}|[РОМГКАВ][СВ])(\\d{4}-\\d{2}-\\d{4}-\\d{6}-\\d{2})'
const uidInside = new RegExp(`(?<![\\p{L}\\d-])${uidForm}(?![\\d-])`, 'iu')
const protocolForm = /^(?:протокол\s*)?(?:№\s*)?(\d{2})\s?([А-ЯЁA-Z]{2})\s?(?:№\s?)?(\d{4,9})$/iu
const sameInLatin: Readonly<Record<string, string>> = { Р: 'R', С: 'S', О: 'O', М: 'M', Г: 'G', К: 'K', А: 'A', В: 'V' }

export const tidyCell = (text: string): string => text.replaceAll(/[\s\u00a0]+/g, ' ').trim()

/** The УИД in the text, normalised. */
export function writtenUid(text: string): string | undefined {
  const [, region = '', letters = '', rest = ''] = uidInside.exec(text) ?? []
  if (region === '') return undefined
  return `${region}${[...letters.toUpperCase()].map(letter => sameInLatin[letter] ?? letter).join('')}${rest}`
}

/** `court`: with one, bare digits are a case number in that court, not an id here. */
export function referenceOf({ case: text, court }: { case: string; court: string }): CaseReference | undefined {
  const said = tidyCell(text)
  if (said === '') return undefined
  const number = ownLink.exec(said)?.[1] ?? (court.trim() === '' ? bareNumber.exec(said)?.[1] : undefined)
  if (number !== undefined) return { by: 'id', id: Number(number) }
  if (/^https?:\/\//i.test(said)) return { by: 'url', text: said }
  const uid = writtenUid(said)
  if (uid !== undefined) return { by: 'uid', text: uid }
  if (protocolForm.test(said)) return { by: 'protocol', text: said }
  return { by: 'number', text: said.replace(/^№\s*/, '') }
}

const latin = 'ABCEHKMOPTXYabcehkmoptxy'
const cyrillic = 'АВСЕНКМОРТХУавсенкмортху'
const inCyrillic = (text: string): string =>
  text.replace(/[A-Za-z]/g, letter => cyrillic[latin.indexOf(letter)] ?? letter)
const lead = /^(?:(?:дело|материал|мат\.|дел[оа] об ап|номер|№|n)[\s:]*)+(?=\p{L}?\d)/iu
const tidyNumber = (said: string): string =>
  inCyrillic(
    numberAsked(said.replace(lead, ''))
      .replace(/[‐-―−]/g, '-')
      .replace(/\s*([-/])\s*/g, '$1')
      .replace(/[\s.,;]+(?:г\.?)?$/u, ''),
  )
const fullYear = (number: string): string =>
  number.replace(/(\/)(\d\d)$/, (_, slash: string, year: string) => `${slash}20${year}`)

/**
 * Spellings of a number: `same` are equivalent; `alike` differ by zeros before the index or the number, which some
 * courts write («05-0757/2026») and others omit, so they need another matching fact.
 */
export function numberSpellings(text: string): { same: string[]; alike: string[] } {
  const said = tidyCell(text)
  const tidy = tidyNumber(said)
  const same = [...new Set([said, tidy, fullYear(tidy)])]
  const other = same.flatMap(withOtherZeros)
  return { same, alike: [...new Set(other)].filter(number => !same.includes(number)) }
}
function withOtherZeros(number: string): string[] {
  const bare = number.replace(/^0+(?=\d)/, '')
  return [bare, bare.replace(/^(?=\d-)/, '0')].flatMap(one => {
    const [, index = '', own, rest = ''] = /^([^-]+-)0*(\d+)([/-].*)$/u.exec(one) ?? []
    // Moscow pads to four digits.
    return own === undefined ? [one] : [1, 2, 3, 4].map(digits => index + own.padStart(digits, '0') + rest)
  })
}
/** Index, number and year of two or four digits; a material has more parts. */
const numberForm =
  /^0?\p{L}{0,2}\d{0,3}(?:[./]\d{1,2})?\p{L}{0,3}(?:[([|]\d+[)\]|])?-(?:\p{L}{0,4}\d[\p{L}\d]*)(?:[-/.][\p{L}\d]+)*\/(?:(?:19|20)\d\d|\d\d)(?:[-–]?\p{L}\d*)?$/u
export const isNumber = (text: string): boolean => numberForm.test(tidyNumber(tidyCell(text)))
/** Whether they mean one number, ignoring a zero before the index. */
export function isSameNumber(written: string, known: string): boolean {
  const { same, alike } = numberSpellings(written)
  return numberSpellings(known).same.some(number => same.includes(number) || alike.includes(number))
}
export const hasShortYear = (text: string): boolean => isNumber(text) && /\/\d\d$/.test(tidyNumber(tidyCell(text)))

export function protocolSpellings(text: string): string[] {
  const said = tidyCell(text).toUpperCase()
  const [, region, letters, number] = protocolForm.exec(said) ?? []
  if (region === undefined || letters === undefined || number === undefined) return [said]
  const own = inCyrillic(letters)
  return [
    ...new Set([
      said,
      `${region}${own}${number}`,
      `${region} ${own} ${number}`,
      `${region}${own} ${number}`,
      `${region} ${own} №${number}`,
      `${region} ${own} № ${number}`,
    ]),
  ]
}
export const isProtocolNumber = (text: string): boolean => protocolForm.test(tidyCell(text))
export const isCaseLink = (text: string): boolean =>
  ownLink.test(tidyCell(text)) || /^https?:\/\/\S+$/i.test(tidyCell(text))

const anyLink = 'https?:\\/\\/[^\\s<>"«»]+[^\\s<>"«».,;:!?)]'
const anyUid = `(?<![\\p{L}\\d-])${uidForm}(?![\\d-])`
const anyNumber = '(?<![\\p{L}\\d/.-])0?\\d{1,3}(?:[./]\\d{1,2})?\\p{L}{0,2}-\\d+(?:-\\d+)?\\/(?:20)?\\d\\d(?![\\d/])'
const references = new RegExp(`${anyLink}|${anyUid}|${anyNumber}`, 'giu')

/** Every УИД, link and case number in a text, in order, without duplicates. */
export function scanReferences(text: string): string[] {
  const found = [...text.matchAll(references)].map(([written]) => writtenUid(written) ?? written)
  return [...new Set(found)]
}
