import { articleName, codexTitle } from '../domain/codex.ts'
import { articleNames } from './article-names.ts'
import { type Choice, choiceOf, type Found, found, longest, type QuestionScan } from './pieces.ts'
import type { QuestionArticle } from './reading.ts'
import { isForm, lineFrom, linePattern, titleEnd, wordsOfTitle } from './words.ts'

/** Articles in a question: by number and part, in either order, and by what people call them. */
const number = '(\\d{1,3}(?:\\.\\d{1,2}){0,3}(?:-\\d)?)'
const part = '(\\d{1,2}(?:\\.\\d)?)'
const partWord = '(?:ч(?: \\.)?|част[а-я]+)'
const articleWord = '(?:ст(?: \\.)?|стат[а-я]+)'
const andPart = `(?: (?:и|или|,) (?:${partWord} )?${part}(?! (?:руб|тыс|сут|час|год|лет|мес|стат|ст)))`

const shapes = [
  linePattern(
    `(?<word>${articleWord} )?${number}(?: ,)? ${partWord} ${part}(?<more>${andPart.replace('(\\d', '(?:\\d')}*)`,
  ),
  linePattern(`${partWord} ${part}(?<more>${andPart.replace('(\\d', '(?:\\d')}*) (?<word>${articleWord}) ${number}`),
  linePattern(`(?<word>${articleWord} )?${number}`),
] as const
const onlyPart = linePattern(`${partWord} ${part}`)

const choicesOf = (articles: readonly QuestionArticle[]): Choice[] =>
  [...Map.groupBy(articles, ({ codex }) => codex)].map(([codex, own]) => {
    const numbers = [...new Set(own.map(({ article_number }) => article_number))]
    const whole = own.length > 1 && numbers.length === 1
    const told = whole
      ? `${numbers[0]} ${codexTitle(codex)}`
      : `${own.map(articleName).join(', ')} ${codexTitle(codex)}`
    const names = { codex_articles: Object.fromEntries(own.map(article => [article.id, articleName(article)])) }
    return { ...choiceOf({ codex_articles: own.map(({ id }) => id) }, `ст.\u00a0${told}`, names), codex }
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
    const to = endOf(match[0].length)
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
    const more = match.groups?.more?.match(/\d+(?:\.\d)?/g) ?? []
    const parts = first === undefined ? undefined : [first, ...more]
    const all = (await reader.source.articles?.()) ?? []
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
  return found(
    endOf(match[0].length),
    choicesOf(
      all.filter(({ codex, article_number, part }) => part === match[1] && numbers.has(`${codex} ${article_number}`)),
    ),
  )
}

export const articleByName = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const { tokens, source } = reader
  const spoken = longest(articleNames, tokens, at)
  const all = spoken || tokens[at]?.kind === 'word' ? ((await source.articles?.()) ?? []) : []
  if (spoken) {
    const wanted = new Set(spoken.of.articles)
    return found(
      spoken.to,
      choicesOf(all.filter(({ codex, article_number }) => wanted.has(`${codex} ${article_number}`))),
    )
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
  return best && found(best.to, choicesOf(best.own))
}
