import type { Codex } from '#shared/domain/codex.ts'
import { type Charge, readCharges } from './read-articles.ts'

/**
 * Parses a line of a list or registry (domain §1, §2): «ФИО - ст.158 ч.1; ст.161 ч.1 УК РФ; ФИО - УК РФ: [ст. 105] [ст. 162] Суд (судебный участок)
 * первой инстанции: …».
 */
type Listed = { name: string; articles: string }
type LowerInstance = { court?: string; number?: string; judge?: string }

const articlesBegin = String.raw`\[?\s?(?:ст\.?\s?ст|ст(?:ать[яи])?|ч|п)\.?\s?\d|(?:КоАП|УПК|УК)(?:\s?РФ)?\s?:|не заполнено`
/** The first dash before articles separates; later ones belong to «ст.30 ч.3 - ст.158». */
const withArticles = new RegExp(String.raw`^(.*?\S)\s*[-–—]+\s*((?:${articlesBegin}).*)$`, 'iu')
const beginsArticle = new RegExp(`^(?:${articlesBegin}|статья \\.{3})`, 'iu')

const lowerWords = String.raw`(?:(?:первой|нижестоящей) инстанции|нижестоящ\p{L}+ суд\p{L}*)`
const tail = new RegExp(
  String.raw`(?<!\p{L})(?:(?<judge>судья)|(?<number>номер дела)|(?<court>(?:нижестоящий )?суд))(?:\s*\([^()]*\))?(?:\s+в)?(?:\s+суд\p{L}*)?(?:\s+${lowerWords})?\s*:\s*`,
  'giu',
)
const isTail = new RegExp(`${lowerWords}|нижестоящ`, 'iu')

export const hasArticles = (line: string): boolean => withArticles.test(line)

export function splitLowerInstance(line: string): { people: string; lower: LowerInstance } {
  const found = [...line.matchAll(tail)].filter(([said]) => isTail.test(said))
  const [first] = found
  if (first === undefined) return { people: line, lower: {} }
  const lower: LowerInstance = {}
  for (const [at, one] of found.entries()) {
    const value = tidy(line.slice(one.index + one[0].length, found[at + 1]?.index))
    const field = (['court', 'number', 'judge'] as const).find(name => one.groups?.[name] !== undefined)
    if (field !== undefined && value !== '') lower[field] = value
  }
  return { people: tidy(line.slice(0, first.index)), lower }
}

/** Several people may share a dash: «А, Б - ст.1 КоАП РФ, ст.2 КоАП РФ»; lists of one length are matched by position (domain §1). */
export function parseListedPeople(line: string): Listed[] {
  const people: Listed[] = []
  for (const piece of piecesOf(line)) {
    const last = people.at(-1)
    if (beginsArticle.test(piece)) {
      if (last !== undefined)
        last.articles += last.articles === '' ? piece : `${endsList.test(last.articles) ? ',' : ';'} ${piece}`
      continue
    }
    const [, name = piece, articles = ''] = withArticles.exec(piece) ?? []
    if (name !== '') people.push({ name, articles })
  }
  return people.flatMap(inStep)
}

const endsList = /(?:(?:КоАП|УПК|УК)(?: РФ)?|не заполнено)$/iu

/** Quotes and angle brackets are not split: «<Информация скрыта на основании ст. 5, 14>». */
const kept = '«[^«»]*»|"[^"]*"|<[^<>]*>'
const semicolons = new RegExp(`(?:${kept}|[^;])+`, 'gu')
const commas = new RegExp(`(?:${kept}|[^,;])+`, 'gu')
const betweenPeople = /(?<=(?:КоАП|УПК|УК)(?: РФ)?)\s*[,;]\s*(?=\S)|(?<=не заполнено)\s*[,;]\s*/iu
const piecesOf = (line: string): string[] =>
  (line.match(semicolons) ?? []).flatMap(piece => piece.split(betweenPeople)).map(tidy)

export const namesIn = (written: string): string[] =>
  (written.match(commas) ?? []).map(name => name.trim()).filter(name => name !== '')

const listsOfArticles = new RegExp(String.raw`\s*,\s*(?=${articlesBegin})`, 'iu')
function inStep({ name, articles }: Listed): Listed[] {
  const parts = namesIn(name).map(tidy)
  if (parts.length < 2 && articles !== '') return [{ name, articles }]
  const names = parts.filter(part => !beginsArticle.test(part))
  const lists = articles === '' ? parts.filter(part => beginsArticle.test(part)) : articles.split(listsOfArticles)
  return names.map((one, at) => ({ name: one, articles: lists.length === names.length ? (lists[at] ?? '') : '' }))
}

/** Whether the line accuses: УПК is cited in applications to the court; without articles it is unknown (decision 0058). */
type Standing = 'accused' | 'not_accused' | 'unknown'
type Charged = { name: string; charges: Charge[]; standing: Standing }
type ReadListed = { people: Charged[]; lower: LowerInstance } | { error: string }

export function readListed(line: string, codex?: Codex): ReadListed {
  const { people: written, lower } = splitLowerInstance(tidy(line))
  const people: Charged[] = []
  for (const { name, articles } of parseListedPeople(written)) {
    const read = readCharges(articles, codex)
    if ('error' in read) return read
    const charges = read.people.flat()
    people.push({ name, charges, standing: standingOf(charges) })
  }
  return { people, lower }
}

const standingOf = (charges: readonly Charge[]): Standing =>
  charges.length === 0 ? 'unknown' : charges.every(({ codex }) => codex === 'upk') ? 'not_accused' : 'accused'

const tidy = (text: string): string => text.replace(/[\s\u00a0]+/g, ' ').trim()
