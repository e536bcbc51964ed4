import { articlesIn, type NamedArticle } from '../outcome/articles.ts'
import type { DecisionContext } from '../outcome/decision-context.ts'
import type { TextSpan } from '../outcome/sentences.ts'
import type { Facts } from './fact-sentences.ts'

/** Articles of the accusation, from the opening, else from the operative part or the story. */
const accusation =
  /предусм(?:отрен|атрива)|ответственность за котор|обвиня(?:ем|ет|ют)\p{L}{1,4}(?: (?:в|по)(?!\p{L})|:)|запрещенн/gu
const lesser =
  /(?<!\p{L})(?:по(?= (?:п|ч|ст)(?:\.|ат|аст|ункт))|виновн\p{L}+ (?=в нарушении|по|, |\()|винов(?:ен|на)(?=[, ])|осужден\p{L}*|в нарушении|(?:на основании|в порядке)(?= (?:ч|п|ст)))/gu
const former =
  /судим\p{L}{0,4}[^;]{0,80}$|привлека\p{L}+ [^;]{0,60}$|подверг(?!нуть)\p{L}* [^;]{0,60}$|(?:неуплат|предупрежден[аоы]? об)[^;.]{0,80}$/u
const reach = 400
const maxEndLength = 3_000
const maxStoryLength = 8_000

export function chargedArticles(context: DecisionContext): Facts['articles'] {
  const { plain, opening, part, isReview } = context
  const story = { start: opening.end, end: Math.min(part?.start ?? plain.length, opening.end + maxStoryLength) }
  const end = part ?? { start: Math.max(opening.end, plain.length - maxEndLength), end: plain.length }
  const decided = { start: end.start, end: Math.min(end.end, end.start + maxEndLength) }
  const places = isReview ? [opening, story, decided] : [opening, decided, story]
  for (const place of places) {
    const found = accusedOf(context, place)
    if (found.length > 0) return found
  }
  return []
}

function accusedOf({ text, plain, codex }: DecisionContext, { start, end }: TextSpan): Facts['articles'] {
  const part = plain.slice(start, end).replaceAll('\n', ' ')
  for (const words of [accusation, lesser]) {
    const articles: Facts['articles'][number][] = []
    for (const { index } of part.matchAll(words)) {
      if (words === lesser && former.test(part.slice(Math.max(0, index - 90), index))) continue
      const until = part.indexOf('в отношении', index)
      const window = part.slice(index, Math.min(index + reach, until < 0 ? part.length : Math.max(until, index)))
      const found = before(window, articlesIn(window, codex ?? 'koap'))
      if (found.length === 0) continue
      const evidence = text
        .slice(start + index, start + index + window.length)
        .replace(/\s+/g, ' ')
        .trim()
        .toWellFormed()
      for (const { at: _, ...one } of found)
        if (!articles.some(known => known.article_number === one.article_number && known.part === one.part))
          articles.push({ ...one, evidence })
      if (
        !/^(?:обвиня|виновн)/.test(part.slice(index)) &&
        !/виновн\p{L}{2,3} (?:в [^;.]{0,60})?$/u.test(part.slice(0, index))
      )
        break
    }
    if (articles.length > 0) return articles
  }
  return []
}
/** A distant article after other words is of something else. */
function before(window: string, found: readonly NamedArticle[]): NamedArticle[] {
  const [first] = found
  if (first === undefined || first.at > 120) return []
  const stop = /подвергн|привлека|судим|назнач|в случае|изменить|отменить|[.;] (?=\p{L}{4})/u.exec(
    window.slice(first.at),
  )
  return found.filter(({ at }) => at <= first.at + (stop?.index ?? reach))
}
