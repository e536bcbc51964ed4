import type { Codex } from '#shared/domain/codex.ts'
import type { ArticleRecord } from './case-record.ts'

/**
 * Reads articles as court sites write them (domain §2): one list a person, in the order of the persons. Points (`п.`) are
 * no part of an article's identity and are passed over. What cannot be read is an error that names it, never a guess.
 */
export type ReadArticles = { people: ArticleRecord[][] } | { error: string }

/** `codex` is meant where none is named: that of the case. */
export function readArticles(written: string, codex?: Codex): ReadArticles {
  const text = written.replace(/[\s\u00a0]+/g, ' ').trim()
  const scanner = new Scanner(text)
  const people: ArticleRecord[][] = []
  try {
    while (!scanner.atEnd()) {
      people.push(readPerson(scanner, codex))
      if (!scanner.atEnd() && !scanner.take(/ ?, ?/y)) throw new Unreadable('непонятно')
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const rest = scanner.rest()
    const where = rest === '' || rest === text ? `«${text}»` : `«${rest}» в «${text}»`
    return { error: `Не удалось прочитать статью ${where}: ${error.message}` }
  }
  return { people }
}

class Unreadable extends Error {}

class Scanner {
  readonly #text: string
  #at = 0
  constructor(text: string) {
    this.#text = text
  }
  /** `pattern` is sticky; what it matches is behind us. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text) ?? undefined
    if (found) this.#at = pattern.lastIndex
    return found
  }
  atEnd = (): boolean => this.#at >= this.#text.length
  /** Where an article may end: before the next one, or at the end. */
  isBetween = (): boolean => this.atEnd() || this.#text[this.#at] === ','
  rest = (): string => this.#text.slice(this.#at).trim()
}

const nothing = /не (?:заполнено|указан[аоы]?)/iy
const codexBefore = /(КоАП|УК)(?: РФ)? ?: ?/iy
const codexAfter = / ?(КоАП|УК)(?: ?РФ)?\.?(?!\p{L})/iuy
const number = String.raw`\d+(?:\.\d+)*(?:-\d+)?`
const part = String.raw`\d+(?:\.\d+)*`
const article = new RegExp(String.raw` ?ст(?:ать[яи]|\.)? ?(${number})(?![\p{L}\d]|\.\d)`, 'iuy')
const partAfter = new RegExp(String.raw` ?,? ?ч(?:аст[ьи]|\.)? ?(${part})(?![\p{L}\d]|\.\d)\.?`, 'iuy')
const partBefore = new RegExp(String.raw` ?ч(?:аст[ьи]|\.)? ?(${part})\.? (?=ст)`, 'iuy')
/** «п.п.а,б», «п. «а», «б»», «пп. 1, 2»: after a comma a point is one letter or a number, never «ч.» or «ст.». */
const oneMark = String.raw`["'«]?(?:\p{L}|\d+(?:\.\d+)*)["'»]?(?![\p{L}\d.])`
const points = new RegExp(String.raw` ?,? ?(?:пункт[аы]?|п\. ?п\.|пп\.?|п\.) ?${oneMark}(?: ?, ?${oneMark})*`, 'iuy')
/** Preparation, attempt and complicity stand before the article of the crime itself. */
const chain = / ?[-–—] ?(?=ст)/iuy
const firstOfSpecialPart = 105

type Found = Omit<ArticleRecord, 'codex'>

/** One person's articles: separated by «;», the codex named before them, or after one for all that precede it. */
function readPerson(scanner: Scanner, fallback: Codex | undefined): ArticleRecord[] {
  if (scanner.take(nothing)) return []
  const before = codexOf(scanner.take(codexBefore)?.[1])
  const found: ArticleRecord[] = []
  let unnamed: Found[][] = []
  const settle = (codex: Codex | undefined): void => {
    if (unnamed.length > 0 && codex === undefined)
      throw new Unreadable(scanner.isBetween() ? 'не назван кодекс' : 'непонятно')
    if (codex !== undefined) found.push(...unnamed.map(links => lastLink(links, codex)))
    unnamed = []
  }
  do {
    unnamed.push(readChain(scanner))
    const named = codexOf(scanner.take(codexAfter)?.[1])
    if (named !== undefined) settle(named)
  } while (scanner.take(/ ?; ?/y) && !scanner.atEnd())
  settle(before ?? fallback)
  return found
}

const codexOf = (name: string | undefined): Codex | undefined =>
  name === undefined ? undefined : name.toLowerCase() === 'ук' ? 'uk' : 'koap'

function readChain(scanner: Scanner): Found[] {
  const links = [readArticle(scanner)]
  while (scanner.take(chain)) links.push(readArticle(scanner))
  return links
}

function readArticle(scanner: Scanner): Found {
  const ahead = scanner.take(partBefore)?.[1]
  const article_number = scanner.take(article)?.[1]
  if (article_number === undefined) throw new Unreadable('непонятно')
  const found = { article_number, part: ahead ?? scanner.take(partAfter)?.[1] ?? '' }
  scanner.take(points)
  return found
}

/**
 * «ст.30 ч.3 - ст.158 ч.1 УК»: an attempted theft is looked for, counted and compared as theft. Article 30 of the general
 * part says how far it got, and is no article of its own here.
 */
function lastLink(links: readonly Found[], codex: Codex): ArticleRecord {
  const last = links.at(-1)
  const before = links.slice(0, -1)
  if (last === undefined) throw new Unreadable('непонятно')
  const isGeneral = ({ article_number }: Found): boolean => Number.parseInt(article_number, 10) < firstOfSpecialPart
  if (before.length > 0 && (codex !== 'uk' || !before.every(isGeneral) || isGeneral(last)))
    throw new Unreadable('так связывают только статью общей части УК со статьёй особенной')
  return { codex, ...last }
}
