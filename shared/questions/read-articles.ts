import { articleName, codexTitle } from '../domain/codex.ts'
import { articleNames } from './article-names.ts'
import { monthStems } from './day-points.ts'
import { type Choice, choiceOf, type Found, found, longest, type QuestionScan, saidAs } from './pieces.ts'
import type { QuestionArticle } from './reading.ts'
import { isForm, lineFrom, linePattern, titleEnd, wordsOfTitle } from './words.ts'

/** Articles in a question: by number and part, in either order, and by what people call them. */
const number = '(\\d{1,3}(?:\\.\\d{1,2}){0,3}(?:-\\d)?)'
const part = '(\\d{1,2}(?:\\.\\d)?)'
const partWord = '(?:ч(?: \\.)?|част[а-я]+)'
const articleWord = '(?:ст(?: \\.)?|стат[а-я]+)'
const andPart = `(?: (?:и|или|,) (?:${partWord} )?${part}(?! (?:руб|тыс|сут|час|год|лет|мес|стат|ст|${monthStems.join('|')})))`

const shapes = [
  linePattern(
    `(?<word>${articleWord} )?${number}(?: ,)? ${partWord} ${part}(?<more>${andPart.replace('(\\d', '(?:\\d')}*)`,
  ),
  linePattern(`${partWord} ${part}(?<more>${andPart.replace('(\\d', '(?:\\d')}*) (?<word>${articleWord}) ${number}`),
  linePattern(`(?<word>${articleWord} )?${number}`),
] as const
const onlyPart = linePattern(`${partWord} ${part}(?<more>${andPart.replace('(\\d', '(?:\\d')}*)`)

const choicesOf = (articles: readonly QuestionArticle[]): Choice[] =>
  [...Map.groupBy(articles, ({ codex }) => codex)].map(([codex, own]) => {
    const numbers = [...new Set(own.map(({ article_number }) => article_number))]
    const whole = own.length > 1 && numbers.length === 1
    const told = whole
      ? `${numbers[0]} ${codexTitle(codex)}`
      : `${own.map(articleName).join(', ')} ${codexTitle(codex)}`
    const names = { codex_articles: Object.fromEntries(own.map(article => [article.id, articleName(article)])) }
    return { ...choiceOf({ codex_articles: own.map(({ id }) => id) }, `ст.\u00a0${told}`, names), codex, numbers }
  })

/** A number without a point may be any number: it is an article after «ст.», «по», another article, or before its codex. */
const isAnnounced = ({ tokens, pieces }: QuestionScan, at: number, to: number): boolean => {
  const before = tokens[at - 1]?.text
  const last = pieces.findLast(({ meaning: { kind } }) => kind !== 'and' && kind !== 'or' && kind !== 'mark')
  const follows = last?.meaning.kind === 'values' && 'codex_articles' in last.meaning.choices[0].values
  const next = tokens[to]?.text
  return (
    before === 'по' ||
    next === 'ук' ||
    next === 'коап' ||
    (follows && pieces.at(-1) !== last) ||
    (at === 0 && tokens[to] === undefined)
  )
}

/** Of another law, or a sum. */
const isOther = (next: string): boolean =>
  /^(упк|гк|гпк|кас|апк|тк|нк|уик|конституци.*|тыс.*|млн|миллион.*|руб.*|₽|сут.*|час.*|лет|год.*|мес.*|процент.*|%)$/u.test(
    next,
  )

export const articleAt = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const { line, endOf } = lineFrom(reader.tokens, at)
  for (const [n, shape] of shapes.entries()) {
    const match = shape.exec(line)
    if (!match) continue
    let to = endOf(match[0].length)
    const numbers = match.slice(1).filter(one => one !== undefined && /^\d/.test(one))
    const [own, first] = n === 1 ? [numbers.at(-1), numbers[0]] : [numbers[0], n === 0 ? numbers[1] : undefined]
    if (own === undefined) continue
    if (
      n === 2 &&
      !match.groups?.word &&
      (!own.includes('.') || /^\d\d?\.\d\d?\.(19|20)/.test(own)) &&
      !isAnnounced(reader, at, to)
    )
      continue
    if (isOther(reader.tokens[to]?.text ?? ''))
      return n === 2 && !match.groups?.word ? undefined : { to, meaning: { kind: 'unread' } }
    if (n === 2 && !match.groups?.word && isDayOf(reader, own)) return { to, meaning: { kind: 'unread', why: dayWhy } }
    const all = (await reader.source.articles?.()) ?? []
    const isPart = (one: string) => all.some(({ article_number, part: is }) => article_number === own && is === one)
    const { more, cut } = listed(match, n === 0 ? isPart : () => true)
    if (cut < match[0].length) to = endOf(cut)
    const parts = first === undefined ? undefined : [first, ...more]
    const fitting = all.filter(article => article.article_number === own && (!parts || parts.includes(article.part)))
    const isWhole = !parts || parts.every(one => fitting.some(article => article.part === one))
    return found(
      to,
      isWhole ? choicesOf(fitting) : [],
      reader.source.articles ? 'Такой статьи нет в справочнике.' : undefined,
    )
  }
  return partAfterArticle(reader, at)
}

/** «20.2 ч. 5, 19.3»: what is no part of that article is another one. */
const listed = (match: RegExpExecArray, isPart: (one: string) => boolean): { more: string[]; cut: number } => {
  const more: string[] = match.groups?.more?.match(/\d+(?:\.\d)?/g) ?? []
  let said = match[0]
  while (/\./.test(more.at(-1) ?? '') && !isPart(more.at(-1) ?? '')) {
    more.pop()
    said = said.slice(0, Math.max(...[' и ', ' или ', ' , '].map(join => said.lastIndexOf(join))))
  }
  return { more, cut: said.length }
}
const dayWhy = 'Это день или статья? Допишите год или «ст.».'
/** «поступившие 12.10»: a day without its year. */
const isDayOf = ({ tokens, pieces }: QuestionScan, own: string): boolean => {
  const [day = 0, month = 0] = own.split('.').map(Number)
  const last = pieces.findLast(({ meaning }) => meaning.kind !== 'idle')
  const between = tokens.slice(last?.to, pieces.at(-1)?.to).map(({ text }) => text)
  return (
    /^\d\d?\.\d\d?$/.test(own) &&
    day <= 31 &&
    month >= 1 &&
    month <= 12 &&
    last?.meaning.kind === 'lead' &&
    !between.includes('по')
  )
}

/** «20.2 кроме части 5»: of the article that was named last. */
const partAfterArticle = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const { line, endOf } = lineFrom(reader.tokens, at)
  const match = onlyPart.exec(line)
  const last = reader.pieces.findLast(
    ({ meaning }) => meaning.kind === 'values' && 'codex_articles' in meaning.choices[0].values,
  )
  if (!match || last?.meaning.kind !== 'values') return undefined
  const ids = last.meaning.choices.flatMap(({ values: { codex_articles } }) =>
    Array.isArray(codex_articles) ? codex_articles : [],
  )
  const all = (await reader.source.articles?.()) ?? []
  const named = all.filter(({ id }) => ids.some(one => one === id))
  const numbers = new Set(named.map(({ codex, article_number }) => `${codex} ${article_number}`))
  const parts = [match[1], ...(match.groups?.more?.match(/\d+(?:\.\d)?/g) ?? [])]
  const own = all.filter(
    ({ codex, article_number, part }) => parts.includes(part) && numbers.has(`${codex} ${article_number}`),
  )
  const isWhole = parts.every(one => own.some(({ part }) => part === one))
  return saidAs(found(endOf(match[0].length), isWhole ? choicesOf(own) : []), 'part')
}

export const articleByName = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const { tokens, source } = reader
  const spoken = longest(articleNames, tokens, at)
  const all = spoken || tokens[at]?.kind === 'word' ? ((await source.articles?.()) ?? []) : []
  if (spoken) {
    const wanted = new Set(spoken.of.articles)
    const own = all.filter(({ codex, article_number }) => wanted.has(`${codex} ${article_number}`))
    return saidAs(found(spoken.to, choicesOf(own)), 'name')
  }
  return byTitle(reader, at, all)
}

const byTitle = ({ tokens }: QuestionScan, at: number, all: readonly QuestionArticle[]): Found | undefined => {
  const first = tokens[at]?.text ?? ''
  let best: { to: number; own: QuestionArticle[] } | undefined
  for (const article of all) {
    const title = article.title ?? ''
    const [word = ''] = wordsOfTitle(title)
    if (word.length < 5 || !isForm(word, first)) continue
    const to = titleEnd(title, tokens, at)
    if (to === undefined || (best && best.to > to)) continue
    best = best?.to === to ? { to, own: [...best.own, article] } : { to, own: [article] }
  }
  return best && saidAs(found(best.to, choicesOf(best.own)), 'name')
}
