import { addDays, yearOf } from '../domain/dates.ts'
import { today } from '../domain/relative-dates.ts'
import { isoDayOf } from '../domain/written-day.ts'
import { tidyCell } from './case-reference.ts'

/** Cell values of tables that people maintain by hand. */
const dayForms = [
  /^(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})(?:[T ].*)?$/,
  /^(?<d>\d{1,2})[./](?<m>\d{1,2})[./](?<y>\d{4}|\d\d)(?:\s*(?:г\.?|года))?(?:[\s,].*)?$/u,
] as const

/** «03.10.2026», «3.10.26», «2026-10-03 12:00»; undefined when it is no existing day. */
export function dayInCell(cell: string): string | undefined {
  const text = tidyCell(cell)
  for (const form of dayForms) {
    const { y, m, d } = form.exec(text)?.groups ?? {}
    if (y === undefined || m === undefined || d === undefined) continue
    return isoDayOf(y.length === 2 ? `20${y}` : y, m, d)
  }
  return undefined
}

const firstSerial = 36_526
/**
 * Excel and LibreOffice store days as serial numbers since 1899, which appear in cells without a date format. Accepted
 * from 2000 until the end of next year.
 */
function serialDay(cell: string): string | undefined {
  const serial = Number(/^(\d{5})(?:[.,]\d+)?$/.exec(tidyCell(cell))?.[1])
  if (!(serial >= firstSerial)) return undefined
  const day = addDays('1899-12-30', serial)
  return Number(yearOf(day)) > Number(yearOf(today())) + 1 ? undefined : day
}
/** For a column of serial numbers that are days. */
export const dayInColumn = (cell: string): string | undefined => serialDay(cell) ?? dayInCell(cell)

const mostly = 0.6
/**
 * Fines look like serial numbers: a number that is no day, a written date, or only round numbers mean that the column
 * has none.
 */
export function areSerialDays(cells: readonly string[]): boolean {
  const written = cells.map(tidyCell).filter(Boolean)
  const bare = written.filter(cell => /^\d+(?:[.,]\d+)?$/.test(cell))
  const areRound = bare.every(cell => /^\d+00(?:[.,]0+)?$/.test(cell))
  const isMixed = written.some(cell => dayInCell(cell) !== undefined)
  return !areRound && !isMixed && bare.length >= mostly * written.length && bare.every(cell => serialDay(cell))
}

export const isPhone = (cell: string): boolean => {
  const text = tidyCell(cell)
  const digits = text.replaceAll(/\D/g, '')
  return (
    /^\+?[\d\s()•*.-]+(?:\s*(?:доб|тел)\.?.*)?$/iu.test(text) &&
    digits.length >= 10 &&
    digits.length <= 12 &&
    !isPlainCount(text)
  )
}
const isPlainCount = (text: string): boolean =>
  /^\d+$/.test(text) && !/^[78]9\d{9}$/.test(text) && !/^9\d{9}$/.test(text)
export const isMailAddress = (cell: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(tidyCell(cell))

const articleForm =
  /^(?:ст(?:\.|атья)?\s*)?(?<number>\d{1,3}(?:\.\d{1,2}){0,3}(?:-\d)?)(?:\s*[,;]?\s*(?:ч(?:\.|асть)?\s*|\(|часть\s*)(?<part>\d{1,2}(?:\.\d)?)\)?)?(?:\s*(?:коап|ук)(?:\s*рф)?)?\.?$/iu
const partFirst =
  /^(?:ч(?:\.|асть)?\s*)(?<part>\d{1,2}(?:\.\d)?)\s*,?\s*(?:ст(?:\.|атьи|атья)?\s*)(?<number>\d{1,3}(?:\.\d{1,2}){0,3}(?:-\d)?)(?:\s*(?:коап|ук)(?:\s*рф)?)?\.?$/iu
export type WrittenArticle = { number: string; part: string }
/** «20.2 ч5», «ч. 5 ст. 20.2 КоАП РФ», «20.2 (6.1)». «20.2.5» may be a part or an article: the directory decides. */
export function articleInCell(cell: string): WrittenArticle | undefined {
  const text = tidyCell(cell)
  const { number, part = '' } = (partFirst.exec(text) ?? articleForm.exec(text))?.groups ?? {}
  if (number === undefined || dayInCell(text) !== undefined) return undefined
  const isSaid = part !== '' || /[а-я]/iu.test(text)
  return isSaid || number.includes('.') || /^[1-3]\d\d$/.test(number) ? { number, part } : undefined
}

export type WrittenName = { surname: string; rest: string[] }
const nameWord = /^\p{Lu}[\p{L}'’ʼ-]*$/u
const isFathers = (word: string): boolean => /(?:вич|вна|ична|ильич|кузьмич|оглы|кызы)$/iu.test(word)
const plain = (word: string): string => word.toUpperCase().replaceAll('Ё', 'Е')
/**
 * «Радугодуб Вера Олеговна», «Чижевский Лев М.», «И.С. Лопухин-Зверев», «РАДУГОДУБ В. О.»: a surname with names or
 * initials.
 */
export function nameInCell(cell: string): WrittenName | undefined {
  const words = tidyCell(cell)
    .replaceAll(/(?<=(?:^|[\s.])\p{L})\./gu, ' ')
    .split(' ')
    .filter(Boolean)
  if (words.length === 0 || words.length > 4 || !words.every(word => nameWord.test(word))) return undefined
  const long = words.filter(word => word.length > 1)
  const first = words[0] ?? ''
  // «Вера Олеговна Радугодуб»; «В. О. Радугодуб».
  const isLast =
    (words.length === 3 && isFathers(words[1] ?? '') && !isFathers(words[2] ?? '')) ||
    (first.length === 1 && long.length === 1)
  const ordered = isLast ? [words.at(-1) ?? '', ...words.slice(0, -1)] : words
  const [surname = '', ...rest] = ordered
  return surname.length > 1 ? { surname: plain(surname), rest: rest.slice(0, 2).map(plain) } : undefined
}

/** How two names match; undefined when they cannot be one person's. */
type NamesMeet = 'full' | 'initials' | 'surname'
export function namesMeet(one: WrittenName, other: WrittenName): NamesMeet | undefined {
  if (one.surname !== other.surname) return undefined
  if (one.rest.length === 0 || other.rest.length === 0) return 'surname'
  let isFull = true
  for (const n of [0, 1]) {
    const [left = '', right = ''] = [one.rest[n], other.rest[n]]
    if (left === '' || right === '' || left.length === 1 || right.length === 1) {
      isFull = false
      if (left !== '' && right !== '' && left.charAt(0) !== right.charAt(0)) return undefined
    } else if (left !== right) return undefined
  }
  return isFull ? 'full' : 'initials'
}
