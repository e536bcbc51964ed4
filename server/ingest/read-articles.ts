import type { Codex } from '#shared/domain/codex.ts'
import { toCyrillic } from '../names/person-name.ts'
import type { ArticleRecord } from './case-record.ts'

/**
 * Parses articles as court sites write them (domain §2): a list for each person, in order. Points (`п.`) are not part of an article's identity.
 * Unreadable input is an error, never a guess.
 */
type ReadArticles = { people: ArticleRecord[][] } | { error: string }

/** `upk`: applications to the court, of which nobody is accused. */
export type Charge = Omit<ArticleRecord, 'codex'> & {
  codex: Codex | 'upk' | undefined
  points?: string
  general_part?: string
  incomplete?: true
}

export function readArticles(written: string, codex?: Codex): ReadArticles {
  const read = readCharges(written, codex)
  if ('error' in read) return read
  const people: ArticleRecord[][] = []
  for (const charges of read.people) {
    const articles = articlesOf(charges)
    if (articles.length < charges.length)
      return unreadable(written, charges.some(one => one.codex === 'upk') ? 'это статья УПК' : 'не назван кодекс')
    people.push(articles)
  }
  return { people }
}

export const articlesOf = (charges: readonly Charge[]): ArticleRecord[] =>
  charges.flatMap(({ codex, article_number, part }) =>
    codex === undefined || codex === 'upk' ? [] : [{ codex, article_number, part }],
  )

export const eachOnce = (articles: readonly ArticleRecord[]): ArticleRecord[] => [
  ...new Map(articles.map(one => [`${one.codex} ${one.article_number} ${one.part}`, one])).values(),
]

type ReadCharges = { people: Charge[][] } | { error: string }

export function readCharges(written: string, codex?: Codex): ReadCharges {
  const text = plainWords(written)
  const scanner = new Scanner(text)
  const people: Charge[][] = []
  try {
    while (!scanner.atEnd()) {
      people.push(readPerson(scanner, codex))
      if (!scanner.atEnd() && !scanner.take(/ ?, ?/y)) throw new Unreadable('непонятно')
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return unreadable(text, error.message, scanner.rest())
  }
  return { people }
}

/** Letters of one alphabet, «264¹» as «264.1». */
const plainWords = (written: string): string =>
  written
    .replaceAll('\u00ad', '')
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/(?<=\d)[¹²³⁴-⁹]/gu, raised => `.${raised.normalize('NFKC')}`)
    .replace(/[a-z]+(?=\p{Script=Cyrillic})|(?<=\p{Script=Cyrillic})[a-z]+/giu, toCyrillic)
    .trim()

const unreadable = (text: string, why: string, rest = '') => ({
  error: `Не удалось прочитать статью ${rest === '' || rest === text ? `«${text.trim()}»` : `«${rest}» в «${text}»`}: ${why}`,
})

type Found = Pick<Charge, 'article_number' | 'part' | 'points'>

class Unreadable extends Error {}

class Scanner {
  readonly #text: string
  #at = 0
  constructor(text: string) {
    this.#text = text
  }
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text) ?? undefined
    if (found) this.#at = pattern.lastIndex
    return found
  }
  atEnd = (): boolean => this.#at >= this.#text.length
  isAt = (letter: string): boolean => this.#text[this.#at] === letter
  rest = (): string => this.#text.slice(this.#at).trim()
}

const nothing = /не (?:заполнено|указан[аоы]?)/iy
const codexBefore = /(КоАП|УПК|УК)(?: РФ)?(?: ?: ?| (?=ст|ч|п))/iy
const codexAfter = / ?(КоАП|УПК|УК)(?: ?РФ)?\.?(?!\p{L})/iuy
const number = String.raw`\d+(?:\.\d+)*(?:-\d+)?`
const part = String.raw`\d+(?:\.\d+)*`
const article = new RegExp(
  String.raw` ?ст(?:ать[яи]|\.)? ?(${number})(?!(?!ч(?:аст[ьи]|\.)? ?\d)[\p{L}\d]|\.\d)`,
  'iuy',
)
const partAfter = new RegExp(String.raw` ?,? ?ч(?:аст[ьи]|\.)? ?(${part})(?![\p{L}\d]|\.\d)\.?`, 'iuy')
const partBefore = new RegExp(String.raw` ?ч(?:аст[ьи]|\.)? ?(${part})\.? (?=ст)`, 'iuy')
/** «п.п.а,б», «п. «а», «б»», «пп. 1, 2»: after a comma a point is a letter or a number, never «ч.» or «ст.». */
const oneMark = String.raw`["'«]?(?:\p{L}|\d+(?:\.\d+)*)["'»]?(?![\p{L}\d.])`
const pointsWords = String.raw`(?:пункт[аы]?|п\. ?п\.|пп\.?|п\.) ?${oneMark}(?:(?: ?, ?| и )${oneMark})*`
const points = new RegExp(` ?,? ?${pointsWords}`, 'iuy')
/** «п. «а» ч. 2 ст. 158» */
const pointsBefore = new RegExp(` ?(${pointsWords}) (?=ч|ст)`, 'iuy')
/** Attempt and complicity precede the crime: «ст.30 ч.3 - ст.158», «ст.30 ч.3, ст.158». */
const articleAhead = String.raw`(?=(?:п[.\p{L}][^,;]{0,30} )?(?:ч[.\p{L}]* ?[\d.]+ )?ст)`
const chain = new RegExp(` ?[-–—] ?${articleAhead}`, 'iuy')
const looseChain = new RegExp(` ?[, ] ?${articleAhead}`, 'iuy')
const remark = / ?\((?:в ред[^()]*|\d+ (?:эп\.|эпизод\p{L}*|преступлени\p{L}*))\)/iuy
const firstOfSpecialPart = 105
const open = / ?\[ ?/y
const close = / ?\] ?/y
const next = / ?; ?/y

/** Articles of one person, separated by «;»; the codex is before them, or after one for all preceding ones. */
function readPerson(scanner: Scanner, fallback: Codex | undefined): Charge[] {
  if (scanner.take(nothing)) return []
  const before = codexOf(scanner.take(codexBefore)?.[1])
  const found: Charge[] = []
  let unnamed: Found[][] = []
  const settle = (codex: Charge['codex']): void => {
    found.push(...unnamed.map(links => chargeOf(links, codex)))
    unnamed = []
  }
  let isOpen = false
  do {
    isOpen ||= scanner.take(open) !== undefined
    unnamed.push(readChain(scanner))
    if (isOpen && scanner.take(close)) isOpen = false
    const named = codexOf(scanner.take(codexAfter)?.[1])
    if (before !== undefined && named !== undefined && named !== before) throw new Unreadable('названы два кодекса')
    scanner.take(remark)
    if (named !== undefined) settle(named)
  } while ((scanner.take(next) || scanner.isAt('[')) && !scanner.atEnd())
  settle(before ?? fallback)
  return found
}

const codices: ReadonlyMap<string, 'koap' | 'uk' | 'upk'> = new Map([
  ['коап', 'koap'],
  ['ук', 'uk'],
  ['упк', 'upk'],
])
const codexOf = (name: string | undefined) => (name === undefined ? undefined : codices.get(name.toLowerCase()))

function readChain(scanner: Scanner): Found[] {
  const links = [readArticle(scanner)]
  while (scanner.take(chain) || (isGeneral(links.at(-1)) && scanner.take(looseChain))) links.push(readArticle(scanner))
  return links
}

function readArticle(scanner: Scanner): Found {
  const pointsAhead = scanner.take(pointsBefore)?.[1]
  const ahead = scanner.take(partBefore)?.[1]
  const article_number = scanner.take(article)?.[1]
  if (article_number === undefined) throw new Unreadable('непонятно')
  const part = ahead ?? scanner.take(partAfter)?.[1] ?? ''
  const told = pointsAhead ?? scanner.take(points)?.[0].replace(/^[ ,]+/, '')
  scanner.take(remark)
  return { article_number, part, ...(told === undefined ? {} : { points: told }) }
}

/** КоАП articles have chapters, «20.2»: below 105 without a dot is the general part of УК. */
const isGeneral = (one: Found | undefined): boolean =>
  one !== undefined && /^\d+$/.test(one.article_number) && Number(one.article_number) < firstOfSpecialPart

/** «ст.30 ч.3 - ст.158 ч.1 УК»: attempted theft is compared and counted as theft. */
function chargeOf(links: readonly Found[], codex: Charge['codex']): Charge {
  const last = links.at(-1)
  const before = links.slice(0, -1)
  if (last === undefined) throw new Unreadable('непонятно')
  if (before.length > 0 && (codex === 'koap' || codex === 'upk' || !before.every(isGeneral)))
    throw new Unreadable('так связывают только статью общей части УК со статьёй особенной')
  return {
    codex,
    ...last,
    ...(before.length === 0 ? {} : { general_part: before.map(withPart).join(', ') }),
    ...(isGeneral(last) && codex !== 'upk' ? { incomplete: true } : {}),
  }
}
const withPart = ({ article_number, part }: Found): string =>
  part === '' ? article_number : `${article_number} ч.${part}`
