import { filterOf } from './beside.ts'
import { type Choice, choiceOf, type Part, type Piece } from './pieces.ts'
import type { QuestionArticle } from './reading.ts'
import { commonPart, type Token, wordsOfTitle } from './words.ts'

/** Several words for one article: number and name, number and a separate part, number and codex. */
type ArticleKey = 'codex_articles' | 'codex_articles_not'
const keyIn = (part: Part | undefined): ArticleKey | undefined => {
  const key = part?.kind === 'values' ? filterOf(part.choices[0]) : ''
  return key === 'codex_articles' || key === 'codex_articles_not' ? key : undefined
}
const idsIn = ({ values }: Choice): readonly unknown[] => {
  const ids = values.codex_articles ?? values.codex_articles_not
  return Array.isArray(ids) ? ids : []
}
/** Marked as already expressed by other words. */
const silent = (part: Part): Part => ({ from: part.from, to: part.to, kind: 'values', choices: [choiceOf({})] })

export const joinArticles = (parts: readonly Part[]): readonly Part[] =>
  withoutOthers(ofCodices(narrowed(withoutNames(parts))))

/** «202 КоАП», for 20.2: no case has an article of one codex and is of the other. */
const withoutOthers = (parts: readonly Part[]): readonly Part[] => {
  const types = parts.flatMap(part => (part.kind === 'values' ? [part.choices[0].values.type] : []))
  const [type, ...others] = new Set(types.filter(Boolean))
  if (type === undefined || others.length > 0) return parts
  const codex = type === '1' ? 'koap' : 'uk'
  return parts.map(part =>
    keyIn(part) === 'codex_articles' &&
    part.kind === 'values' &&
    part.choices.every(own => own.codex !== undefined && own.codex !== codex)
      ? { from: part.from, to: part.to, kind: 'unread', why: 'В названном кодексе такой статьи нет.' }
      : part,
  )
}

/** «159.2 ч. 3, мошенничество»: the number is decisive. */
const withoutNames = (parts: readonly Part[]): readonly Part[] =>
  parts.map(part => {
    const names =
      part.kind === 'unread'
        ? part.named
        : part.kind === 'values' && part.of === 'name'
          ? (part.named ?? part.choices)
          : undefined
    if (!names) return part
    const isSaid = parts.some(
      other =>
        other.kind === 'values' &&
        keyIn(other) === 'codex_articles' &&
        other.of === undefined &&
        other.choices.some(own => names.some(named => named.codex === own.codex && isWithin(own, named))),
    )
    return isSaid ? silent(part) : part
  })
const isWithin = ({ numbers = [] }: Choice, named: Choice): boolean =>
  numbers.every(own => named.numbers?.some(one => own === one || own.startsWith(`${one}.`)))

/** «20.2 КоАП ч. 5», «20.2 в Москве, часть 5»: the part is meant, not the whole article. */
const narrowed = (parts: readonly Part[]): readonly Part[] => {
  const all = [...parts]
  for (const [n, part] of parts.entries()) {
    if (part.kind !== 'values' || part.of !== 'part') continue
    const at = all.findLastIndex(
      (other, m) => m < n && keyIn(other) !== undefined && other.kind === 'values' && other.of !== 'part',
    )
    const [whole, key] = [all[at], keyIn(all[at])]
    if (whole?.kind !== 'values' || key === undefined) continue
    const isOfIt = part.choices.every(own => {
      const known = whole.choices.find(({ codex }) => codex === own.codex)
      return known && idsIn(own).every(id => idsIn(known).includes(id))
    })
    if (!isOfIt) continue
    const [first, ...others] = part.choices.map(
      (own): Choice => ({ ...own, values: Object.fromEntries(Object.values(own.values).map(ids => [key, ids])) }),
    )
    if (first) all[at] = { ...whole, choices: [first, ...others] }
    all[n] = silent(part)
  }
  return all
}

/** «280.3 УК или 20.3.3 КоАП»: each codex belongs to its article; «кроме 20.2 КоАП» does not restrict the codex. */
const ofCodices = (parts: readonly Part[]): readonly Part[] => {
  const types = parts.flatMap(part => (part.kind === 'values' ? [part.choices[0].values.type] : []))
  const isMixed = new Set(types.filter(Boolean)).size > 1
  const isOfArticle = (n: number): boolean => {
    const [before, part] = [parts[n - 1], parts[n]]
    const isType = part?.kind === 'values' && part.choices.length === 1 && filterOf(part.choices[0]) === 'type'
    const key = keyIn(before)
    return isType && before?.to === part.from && (key === 'codex_articles_not' || (key === 'codex_articles' && isMixed))
  }
  return parts.map((part, n) => {
    if (part.kind !== 'values') return part
    if (isOfArticle(n)) return silent(part)
    const next = isOfArticle(n + 1) ? parts[n + 1] : undefined
    const codex = next?.kind === 'values' ? (next.choices[0].values.type === '1' ? 'koap' : 'uk') : undefined
    const [first, ...others] = codex ? part.choices.filter(choice => choice.codex === codex) : []
    return first ? { ...part, choices: [first, ...others] } : part
  })
}

/**
 * «побег 313», «222 оружие»: next to the article's number, words of its title are redundant, unless other words there
 * are unread.
 */
export const withTitles = (
  pieces: readonly Piece[],
  tokens: readonly Token[],
  articles: readonly QuestionArticle[],
): Piece[] => {
  const said: Piece[] = []
  let run: Piece[] = []
  const settle = (next?: Piece): void => {
    const [first] = run
    const last = said.at(-1)
    const isTold = (of: Piece | undefined): of is Piece =>
      of !== undefined && run.every(one => tells(of, one, tokens, articles))
    if (first === undefined) return
    if (last?.meaning.kind !== 'not' && isTold(next)) said.push({ ...next, from: first.from })
    else if (isTold(last)) said.splice(-1, 1, { ...last, to: run.at(-1)?.to ?? last.to }, ...(next ? [next] : []))
    else said.push(...run, ...(next ? [next] : []))
    run = []
  }
  for (const piece of pieces) {
    if (piece.meaning.kind === 'unread') run.push(piece)
    else if (run.length > 0) settle(piece)
    else said.push(piece)
  }
  settle()
  return said
}
const tells = (
  named: Piece,
  { from, to, meaning }: Piece,
  tokens: readonly Token[],
  articles: readonly QuestionArticle[],
): boolean => {
  if (meaning.kind !== 'unread' || meaning.why !== undefined || named.meaning.kind !== 'values') return false
  const ids = [named.meaning.choices[0].values.codex_articles ?? []].flat()
  const first = named.meaning.choices.length === 1 && named.meaning.of !== 'name' ? ids[0] : undefined
  const title = articles.find(({ id }) => id === first)?.title
  const known = new Set(wordsOfTitle(title ?? '').map(word => commonPart(word)))
  return tokens
    .slice(from, to)
    .every(({ kind, text }) => kind === 'word' && text.length > 3 && !whose.test(text) && known.has(commonPart(text)))
}
/** Title words for people: «организации, 20.3.3» asks about people. */
const whose = /^(организаци|граждан|лиц|государств|орган)/u
