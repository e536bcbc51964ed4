import type { Codex } from '#shared/domain/codex.ts'

/** Articles as decisions name them: «п. «а» ч. 3 ст. 158», «ч. 5, ч. 6.1 ст. 20.2», «статьёй 6.4», «ст. 158 ч. 2 УК РФ»; in plain letters. */
export type NamedArticle = { codex: Codex; article_number: string; part: string; at: number }

const partWord = String.raw`ч(?:аст\p{L}{1,3}|\. ?ч\.|\.)? ?`
const number = String.raw`\d+(?:\.\d+)*`
const article = new RegExp(
  String.raw`(?:(?<!\p{L})${partWord}(?<parts>${number}(?:(?: ?, ?| и )(?:${partWord})?${number}(?!\.? ?\d))*)[.,]? ?)?(?<!\p{L})ст(?:ать\p{L}{1,3}|\. ?ст\.|\.)? ?(?<number>${number}(?:-\d+)?)(?!\d)(?:,? ?${partWord}(?<after>${number})(?![\d.]*,? ?(?:и )?ст))?`,
  'gu',
)
const codexWord =
  /(?<koap>(?<!\p{L})коап|об административн\p{L}{2,3} правонарушени)|(?<uk>(?<!\p{L})ук(?: рф| россии| российск|[ ,.;])|уголовн\p{L}{2,3} кодекс)|(?<other>упк|уголовно-процессуальн|гк рф|фз)/gu
/** The codex is named once, after the last of a list. */
const farthest = 400

/** Only the special parts forbid anything. */
export const isOffence = (codex: Codex, article_number: string): boolean => {
  const chapter = Number.parseInt(article_number, 10)
  return codex === 'koap'
    ? /^\d+\.\d/.test(article_number) && chapter >= 5 && chapter <= 21
    : chapter >= 105 && chapter <= 361
}

/** `otherwise`: the codex of the decision, where none is named beside the article. */
export function articlesIn(plain: string, otherwise: Codex): NamedArticle[] {
  const found: NamedArticle[] = []
  const codices = [...plain.matchAll(codexWord)]
  for (const match of plain.matchAll(article)) {
    const end = match.index + match[0].length
    const after = codices.find(({ index }) => index >= end - 1)
    const { koap, uk, other } = after !== undefined && after.index - end < farthest ? (after.groups ?? {}) : {}
    if (other !== undefined && after !== undefined && after.index - end < 4) continue
    const codex = koap !== undefined ? 'koap' : uk !== undefined ? 'uk' : otherwise
    const { parts, number: article_number = '', after: part = '' } = match.groups ?? {}
    if (!isOffence(codex, article_number)) continue
    const all = parts === undefined ? [part] : (parts.match(/\d+(?:\.\d+)*/g) ?? [''])
    for (const one of all)
      if (!found.some(known => known.codex === codex && known.article_number === article_number && known.part === one))
        found.push({ codex, article_number, part: one, at: match.index })
  }
  return found
}

const ofUk =
  /(?<!\p{L})(?:приговор|уголовн\p{L}{2,3} (?:дел|преследовани|ответственност)|подсудим|осужден|ук рф|упк рф|преступлени)/gu
const ofKoap =
  /(?<!\p{L})(?:коап|административн\p{L}{2,3} (?:правонарушени|наказани|материал|ответственност|дел|протокол|арест|штраф))/gu
/** Of two codices the one a decision speaks of; `undefined`: it speaks of neither. */
export function codexOf(plain: string): Codex | undefined {
  const [uk, koap] = [ofUk, ofKoap].map(words => [...plain.matchAll(words)])
  if (uk === undefined || koap === undefined || uk.length + koap.length === 0) return undefined
  if (uk.length === koap.length) return (uk[0]?.index ?? 0) < (koap[0]?.index ?? 0) ? 'uk' : 'koap'
  return uk.length > koap.length ? 'uk' : 'koap'
}
