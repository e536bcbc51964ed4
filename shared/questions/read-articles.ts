import { articleName, codexTitle } from '../domain/codex.ts'
import { penaltyTypes } from '../domain/outcomes.ts'
import { articleNames } from './article-names.ts'
import { monthStems } from './day-points.ts'
import { type Choice, choiceOf, type Found, found, longest, type QuestionScan, saidAs } from './pieces.ts'
import type { QuestionArticle } from './reading.ts'
import { isForm, lineFrom, linePattern, type Token, titleEnd, wordsOfTitle } from './words.ts'

/** Articles in a question: by number and part in either order, and by colloquial names. */
const number = '(\\d{1,3}(?:\\.\\d{1,2}){0,3}(?:-\\d)?)'
const part = '(\\d{1,2}(?:\\.\\d)?)'
const partWord = '(?:ч(?: \\.)?|част[а-я]+)'
const articleWord = '(?:ст(?: \\.)?|стат[а-я]+)'
const joinedPart = `(?: (?:и|или|либо|,) (?:${partWord} )?${part}`
const andPart = `${joinedPart}(?! (?:руб|тыс|сут|час|год|лет|мес|стат|ст|${monthStems.join('|')})))`
const partAhead = '(1?\\d(?:\\.\\d)?)(?:-?[яйеи])? част(?:ь|и)'
/** Fewer hours than twenty are no penalty. */
const fewHours = '(1?\\d(?:\\.\\d)?) ч(?: \\.)?(?! \\d)'
const surelyArticle = `(\\d{1,3}(?:\\.\\d{1,2}){1,3}(?:-\\d)?|(?<=част[ьи] )[123]\\d\\d(?! (?:р|тыс|сут|час|дел)))`
const more = (written: string): string => `(?<more>${written.replace('(\\d', '(?:\\d')}*)`

const shapes = [
  linePattern(
    `(?<word>${articleWord} )?${number}(?: ,)? (?:${partWord} ${part}${more(andPart)}|${partAhead}|${fewHours})`,
  ),
  // «ч. 1 и 2 ст. 20.2»: the word for the article follows the last part; «ч. 5 20.2», «по 1 части 318».
  linePattern(
    `(?:${partWord} ${part}|${partAhead})(?:${more(`${joinedPart})`)} (?<word>${articleWord}) ${number}| ${surelyArticle})`,
  ),
  linePattern(`(?<word>${articleWord} )?${number}`),
] as const
const onlyPart = linePattern(`${partWord} ${part}${more(andPart)}`)

const choicesOf = (articles: readonly QuestionArticle[]): Choice[] =>
  [...Map.groupBy(articles, ({ codex }) => codex)].map(([codex, own]) => {
    const numbers = [...new Set(own.map(({ article_number }) => article_number))]
    const whole = own.length > 1 && numbers.length === 1
    const told = `ст.\u00a0${whole ? numbers[0] : own.map(articleName).join(', ')} ${codexTitle(codex)}`
    const names = { codex_articles: Object.fromEntries(own.map(article => [article.id, articleName(article)])) }
    return { ...choiceOf({ codex_articles: own.map(({ id }) => id) }, told, names), codex, numbers }
  })

/**
 * A number without a point is ambiguous: it is an article after «ст.», «по» or another article, or before its codex.
 */
const isAnnounced = ({ tokens, pieces }: QuestionScan, at: number, to: number): boolean => {
  const before = tokens[at - 1]?.text
  const last = pieces.findLast(({ meaning: { kind } }) => kind !== 'and' && kind !== 'or' && kind !== 'mark')
  const follows = last?.meaning.kind === 'values' && 'codex_articles' in last.meaning.choices[0].values
  const next = tokens[to]?.text
  return (
    before === 'по' ||
    before === 'ук' ||
    before === 'коап' ||
    next === 'ук' ||
    next === 'коап' ||
    (follows && pieces.at(-1) !== last) ||
    (at === 0 && tokens[to] === undefined)
  )
}

/** Words before a number that is a count or an id. */
const notBefore =
  /^(№|номер|школ(?:а|ы|е|у|ой|ах|ам)?|дом[а-я]*|кв|квартир[а-я]*|част[а-я]+|ч|полк[а-я]*|фз|закон[а-я]*|отдел[а-я]*|форм[а-я]*|рейс[а-я]*|кабинет[а-я]*|участ[а-я]+|отделени[а-я]+|колони[а-я]+|ик|сизо|магазин[а-я]*|маршрут[а-я]*|автобус[а-я]*|больниц[а-я]*|лице[а-я]+|гимнази[а-я]+|приказ[а-я]*|указ[а-я]*|больше|меньше|более|менее|свыше|от|до|на|в|около|примерно|почти|пункт[а-я]*|п|статус[а-я]*|тел[а-я]*|возраст[а-я]*|с|со)$/u
/** A counted noun follows its number in the genitive plural: «228 женщин». */
const isCounted = (next: string): boolean =>
  /(ов|ев|ей|ых|их)$/u.test(next) ||
  /^(дел|дела|человек|решени[йя]|приговора|протокола|штрафа|ареста|заседани[йя]|жалоб|суда|раз|раза|женщин|мужчин|лиц|школ|статьи|часть|-|–)$/u.test(
    next,
  )
const countedPenalty = /^(rubles|days|hours)$/
/** «поджог военкомата 205», «без 228»: three digits that are an article of УК and no count. */
const standsAsArticle = ({ tokens, pieces }: QuestionScan, at: number, to: number): boolean => {
  const own = tokens[at]
  const next = tokens[to]
  // «найди 161-ю», «264-й»: the feminine ending means an article.
  if (to === at + 1 && /^[123]\d\d-(й|я|ю|ой|ую|ей)$/u.test(own?.text ?? '')) return true
  if (to !== at + 1 || own?.kind !== 'number' || !/^[123]\d\d$/.test(own.text)) return false
  const last = pieces.at(-1)
  const isOther = !/^(values|amount)$/.test(last?.meaning.kind ?? '') && notBefore.test(tokens[at - 1]?.text ?? '')
  if (isOther || (next?.kind === 'number' && !/^(19|20)\d\d$/.test(next.text)) || isCounted(next?.text ?? ''))
    return false
  // «штраф 300»: most likely roubles.
  const isNamed = pieces.some(
    ({ meaning }) =>
      meaning.kind === 'values' &&
      meaning.of === 'name' &&
      (meaning.named ?? meaning.choices).some(({ numbers }) => numbers?.includes(own.text)),
  )
  const before = pieces.findLast(({ meaning: { kind } }) => kind !== 'idle' && kind !== 'mark')?.meaning
  const kinds = before?.kind === 'values' ? [before.choices[0].values.penalty_type ?? []].flat() : []
  return (
    isNamed ||
    !penaltyTypes.some(({ value, unit }) => kinds.some(kind => kind === value) && countedPenalty.test(unit ?? ''))
  )
}

/** Another law, or a sum of money. */
const isOther = (next: string): boolean =>
  /^(упк|гк|гпк|кас|апк|тк|нк|уик|конституци.*|тыс.*|млн|миллион.*|руб.*|₽|сут.*|час(?!т).*|лет|год.*|мес.*|процент.*|%)$/u.test(
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
    const isBare = n === 2 && !match.groups?.word
    const isDoubtful = isBare && (!own.includes('.') || /^\d\d?\.\d\d?\.(19|20)/.test(own))
    if (isDoubtful && !isAnnounced(reader, at, to) && !standsAsArticle(reader, at, to)) continue
    const behind = reader.tokens[to]?.text ?? ''
    const isWholeOnly = n === 2 && /^\d+\.\d/.test(own) && /^(сут|час)/.test(behind)
    if (isOther(behind) && !isWholeOnly && !(n === 0 && behind === 'сутки'))
      return isBare ? undefined : { to, meaning: { kind: 'unread' } }
    if (isBare && isDayOf(reader, own)) return { to, meaning: { kind: 'unread', why: dayWhy } }
    const all = (await reader.source.articles?.()) ?? []
    const isNumber = (one: string) => all.some(({ article_number }) => article_number === one)
    if (isBare && !own.includes('.') && !isAnnounced(reader, at, to) && !isNumber(own)) continue
    const isPart = (one: string) => all.some(({ article_number, part: is }) => article_number === own && is === one)
    // «5 часть 20.2»: the number behind is the article, which the next shape reads.
    if (n === 0 && !match.groups?.word && first?.includes('.') && !isPart(first) && isNumber(first)) continue
    const { more, cut } = listed(match, n === 0 ? isPart : () => true)
    if (cut < match[0].length) to = endOf(cut)
    // «ч. 2,5 и 8»: a comma separates numbers when there is no such part.
    const parts =
      first === undefined
        ? undefined
        : [first, ...more].flatMap(one =>
            isPart(one) || !/,/.test(writtenIn(reader, at, to, one)) ? [one] : one.split('.'),
          )
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

/** A number as written: «2,5». */
const writtenIn = ({ tokens }: QuestionScan, at: number, to: number, figure: string): string =>
  tokens.slice(at, to).find(({ text }) => text.replace(',', '.') === figure)?.text ?? ''

/** «20.2 ч. 5, 19.3»: a number that is no part of the article is another article. */
const listed = (match: RegExpExecArray, isPart: (one: string) => boolean): { more: string[]; cut: number } => {
  const more: string[] = match.groups?.more?.match(/\d+(?:\.\d)?/g) ?? []
  let said = match[0]
  while (/\./.test(more.at(-1) ?? '') && !isPart(more.at(-1) ?? '')) {
    more.pop()
    said = said.slice(0, Math.max(...[' и ', ' или ', ' либо ', ' , '].map(join => said.lastIndexOf(join))))
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
    // «за 3 дня решили 20.2»: its days have already been named.
    pieces.at(pieces.indexOf(last) - 1)?.meaning.kind !== 'date' &&
    !between.includes('по')
  )
}

/** «20.2 кроме части 5»: of the last named article. */
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

/** «оскорбление прокурора», «собрание подписей»: the object changes the article. */
const isOfWhat = (tokens: readonly Token[], at: number): boolean =>
  /^(оскорблени|собрани)[а-я]{1,3}$/u.test(tokens[at]?.text ?? '') &&
  tokens[at + 1]?.kind === 'word' &&
  !/^(в|во|на|по|за|с|со|из|и|или|от|до|без|не|кроме|как|где|у|о)$/u.test(tokens[at + 1]?.text ?? '')

export const articleByName = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const { tokens, source } = reader
  const spoken = longest(articleNames, tokens, at)
  const all = spoken || tokens[at]?.kind === 'word' ? ((await source.articles?.()) ?? []) : []
  const isUnsure = isOfWhat(tokens, at)
  if (spoken && !(isUnsure && spoken.to === at + 1)) {
    const those = (keys: readonly string[]) => all.filter(one => keys.includes(`${one.codex} ${one.article_number}`))
    const [meant, also] = [those(spoken.of.articles), those(spoken.of.also)]
    return saidAs(found(spoken.to, choicesOf(meant), 'Это несколько статей: назовите номер.'), 'name', choicesOf(also))
  }
  const titled = byTitle(reader, at, all)
  return isUnsure && titled?.to === at + 1 ? undefined : titled
}

/** Indexed by first letter, which all forms of the first word share: titles are looked up at every word. */
type Titled = { word: string; title: string; article: QuestionArticle }
const byLetter = (all: readonly QuestionArticle[]): ReadonlyMap<string, readonly Titled[]> => {
  const known = letters.get(all)
  if (known) return known
  const titled = all.flatMap(article => {
    const title = article.title ?? ''
    const [word = ''] = wordsOfTitle(title)
    return word.length < 5 ? [] : [{ word, title, article }]
  })
  const made = Map.groupBy(titled, ({ word }) => word.slice(0, 1))
  letters.set(all, made)
  return made
}
const letters = new WeakMap<readonly QuestionArticle[], ReadonlyMap<string, readonly Titled[]>>()

const byTitle = ({ tokens }: QuestionScan, at: number, all: readonly QuestionArticle[]): Found | undefined => {
  const first = tokens[at]?.text ?? ''
  let best: { to: number; own: QuestionArticle[] } | undefined
  for (const { word, title, article } of byLetter(all).get(first[0] ?? '') ?? []) {
    if (!isForm(word, first)) continue
    const to = titleEnd(title, tokens, at)
    if (to === undefined || (best && best.to > to)) continue
    best = best?.to === to ? { to, own: [...best.own, article] } : { to, own: [article] }
  }
  return best && saidAs(found(best.to, choicesOf(best.own)), 'name')
}
