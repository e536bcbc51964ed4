import type { Span } from '../outcome/sentences.ts'
import type { Facts } from './read-facts.ts'

/** Of what and who is accused, by the opening: «предусмотренном ч. 1 ст. 20.3 КоАП РФ, в отношении ФИО1». */
const part = String.raw`(?:ч(?:аст\p{L}{1,2}|\.)? ?(\d+(?:\.\d+)*)[.,]? ?)?`
const article = new RegExp(
  String.raw`${part}ст(?:ать\p{L}{1,3}|\.)? ?(\d+(?:\.\d+)*(?:-\d+)?)(?!\d)(?:,? ?ч(?:аст\p{L}{1,2}|\.)? ?(\d+(?:\.\d+)*)(?![\d.]*,? ?ст))?`,
  'gu',
)
const accusation = /предусмотренн|ответственность за котор|обвиняем|(?<!\p{L})по (?=(?:ч|ст)(?:\.|ат|аст))/gu
/** As far as the articles of one accusation reach. */
const reach = 220
const codices = [
  ['koap', /коап|административн\p{L}{2,3} правонарушени/u],
  ['uk', /ук рф|уголовного кодекса/u],
] as const

/** An operative part names the article where the opening does not. */
const longestEnd = 3_000

export function accusedOf(
  text: string,
  plain: string,
  { start, end }: Span,
): Pick<Facts, 'articles' | 'accused_hidden'> {
  const opening = plain.slice(start, end)
  const inOpening = articlesIn(text.slice(start, end), opening)
  const from = Math.max(end, plain.length - longestEnd)
  return {
    articles: inOpening.length > 0 ? inOpening : articlesIn(text.slice(from), plain.slice(from)),
    accused_hidden: hidden.test(opening),
  }
}

function articlesIn(written: string, plain: string): Facts['articles'] {
  const articles: Facts['articles'][number][] = []
  for (const { index } of plain.matchAll(accusation)) {
    const until = plain.indexOf('в отношении', index)
    const window = plain.slice(index, Math.min(index + reach, until < 0 ? plain.length : Math.max(until, index)))
    const codex = codices.find(([, pattern]) => pattern.test(window))?.[0]
    if (codex === undefined) continue
    const evidence = written
      .slice(index, index + window.length)
      .replace(/\s+/g, ' ')
      .trim()
      .toWellFormed()
    for (const [, before, article_number = '', after] of window.matchAll(article)) {
      const found = { codex, article_number, part: before ?? after ?? '' }
      const isKnown = articles.some(one => one.article_number === article_number && one.part === found.part)
      if (!isKnown) articles.push({ ...found, evidence })
    }
    if (articles.length > 0) break
  }
  return articles
}

const hidden =
  /в отношении:?\s{1,20}(?:гражданина\s|гражданки\s|гр\.\s?)?(?:фио ?-?\d*|<[^<>\n]{0,60}>|\*{3,}|\[[^\]\n]{0,40}\])/u
