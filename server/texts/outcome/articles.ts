import type { Codex } from '#shared/domain/codex.ts'
import type { TextSpan } from './sentences.ts'

/** Articles in normalized text: «п. «а» ч. 3 ст. 158», «ч. 5, ч. 6.1 ст. 20.2», «статьёй 6.4», «ст. 158 ч. 2 УК РФ». */
export type NamedArticle = { codex: Codex; article_number: string; part: string; at: number }

const partWord = String.raw`ч(?:аст\p{L}{1,3}|\. ?ч\.|\.)? ?`
const number = String.raw`\d+(?:\.\d+)*`
/** «частью пятой статьи 20.2», «ст. 158 часть вторая» */
const ordinals = ['перв', 'втор', 'трет', 'четверт', 'пят', 'шест', 'седьм', 'восьм', 'девят']
const partNumber = String.raw`(?:${number}|(?:${ordinals.join('|')})\p{L}{2,3}(?!\p{L}))`
const article = new RegExp(
  String.raw`(?:(?<!\p{L})${partWord}(?<parts>${partNumber}(?:(?: ?, ?| и )(?:${partWord})?${partNumber}(?!\.? ?\d))*)[.,]? ?)?(?<!\p{L})ст(?:ать\p{L}{1,3}|\. ?ст\.|\.)? ?(?<number>${number}(?:-\d+)?)(?!\d)(?: ?${partWord}(?<after>${partNumber})(?![\d.]* ?ст)|, ?${partWord}(?<further>${partNumber})(?![\d.]*,? ?(?:и )?ст))?`,
  'gu',
)
const everyPartNumber = new RegExp(partNumber, 'gu')
const inDigits = (part: string): string => {
  const place = ordinals.findIndex(stem => part.startsWith(stem))
  return place < 0 ? part : String(place + 1)
}
/** Lines may end within «ст.⏎20.2». */
const unbroken = (plain: string): string => plain.replaceAll('\n', ' ')
const codexWord =
  /(?<koap>(?<!\p{L})(?:коап|кодекса рф об ап|крф ?об? ?ап)|об административн\p{L}{2,3} правонарушени)|(?<uk>(?<!\p{L})ук(?: рф| россии| российск|[ ,.;])|уголовн\p{L}{2,3} кодекс)|(?<other>упк|уголовно-процессуальн|гк рф|фз)/gu
const farthest = 400

/** Only articles of the special parts forbid anything. */
const isOffence = (codex: Codex, article_number: string): boolean => {
  const chapter = Number.parseInt(article_number, 10)
  return codex === 'koap'
    ? /^\d+\.\d/.test(article_number) && chapter >= 5 && chapter <= 21
    : chapter >= 105 && chapter <= 361
}

export function articlesIn(said: string, otherwise: Codex): NamedArticle[] {
  const plain = unbroken(said)
  const found: NamedArticle[] = []
  const codices = [...plain.matchAll(codexWord)]
  for (const match of plain.matchAll(article)) {
    const end = match.index + match[0].length
    const after = codices.find(({ index }) => index >= end - 1)
    const { koap, uk, other } = after !== undefined && after.index - end < farthest ? (after.groups ?? {}) : {}
    if (other !== undefined && after !== undefined && after.index - end < 4) continue
    const codex = koap !== undefined ? 'koap' : uk !== undefined ? 'uk' : otherwise
    const { parts, number: article_number = '', further = '', after: part = further } = match.groups ?? {}
    if (!isOffence(codex, article_number)) continue
    const all = parts === undefined ? [part] : (parts.match(everyPartNumber) ?? [''])
    for (const one of all.map(inDigits))
      if (!found.some(known => known.codex === codex && known.article_number === article_number && known.part === one))
        found.push({ codex, article_number, part: one, at: match.index })
  }
  return found
}

const ofUk =
  /(?<!\p{L})(?:приговор|уголовн\p{L}{2,3} (?:дел|преследовани|ответственност)|подсудим|осужден|ук рф|упк рф|преступлени)/gu
const ofKoap =
  /(?<!\p{L})(?:коап|кодекса рф об ап|крф ?об? ?ап|административн\p{L}{2,3} (?:правонарушени|наказани|материал|ответственност|дел|протокол|арест|штраф))/gu
/** The codex a decision speaks of most; undefined: of neither. */
export function codexOf(said: string): Codex | undefined {
  const plain = unbroken(said)
  const [uk, koap] = [[...plain.matchAll(ofUk)], [...plain.matchAll(ofKoap)]] as const
  if (uk.length + koap.length === 0) return undefined
  if (uk.length === koap.length) return (uk[0]?.index ?? 0) < (koap[0]?.index ?? 0) ? 'uk' : 'koap'
  return uk.length > koap.length ? 'uk' : 'koap'
}

/** Articles by which a case was ended or sent elsewhere: «24.5 ч.1 п.2», «76.2 УК, 25.1 УПК»; those of the operative part first. */
const groundArticle = new RegExp(
  String.raw`(?<point>\d+(?:\.\d+)?)? ?(?:ч(?:аст\p{L}{1,2}|\.) ?(?<part>${partNumber}) ?)?(?<!\p{L})ст(?:ать\p{L}{1,3}|\. ?ст\.|\.) ?(?<number>\d+(?:\.\d+)*)(?:, ?(?:ст\. ?)?(?<more>\d+(?:\.\d+)*))*(?:,? ?ч(?:аст\p{L}{1,2}|\.) ?(?<partAfter>${partNumber})(?:,? ?п(?:ункт\p{L}{0,2}|\.) ?(?<pointAfter>\d+(?:\.\d+)?))?(?!,? ?ст))?`,
  'gu',
)
const grounds: readonly (readonly [codex: 'коап' | 'ук' | 'упк', numbers: readonly string[]])[] = [
  ['коап', ['2.9', '24.5', '29.4', '30.7', '29.5', '30.4']],
  ['ук', ['75', '76', '76.1', '76.2', '78', '90', '97', '99', '101']],
  ['упк', ['24', '25', '25.1', '27', '28', '28.1', '34', '35', '237', '254', '302', '427', '443', '446.3']],
]
const maxGuidanceLength = 500

export function citedGround(plain: string, { start, end }: TextSpan): string | null {
  const found = groundsIn(plain.slice(start, Math.min(end, start + 1_500)))
  const all = found.length > 0 ? found : groundsIn(plain.slice(Math.max(0, start - maxGuidanceLength), start))
  return all.length === 0 ? null : all.slice(0, 2).join(', ')
}

const codexAfter = (words: string): string | undefined => {
  const named = /упк|(?<!\p{L})ук(?!\p{L})|коап|уголовно-процессуальн|уголовн\p{L}{2,3} кодекс/u.exec(words)?.[0]
  return named?.replace(/^уголовно-.+/, 'упк').replace(/^уголовн.+/, 'ук')
}
function groundsIn(said: string): string[] {
  const plain = unbroken(said)
  const told = new Set<string>()
  for (const { groups, index, 0: words } of plain.matchAll(groundArticle)) {
    const { number = '', partAfter, pointAfter } = groups ?? {}
    const { part = partAfter, point = pointAfter } = groups ?? {}
    const next = codexAfter(plain.slice(index + words.length - 4, index + words.length + 60))
    const row = grounds.find(
      ([codex, numbers]) => numbers.includes(number) && (next === undefined ? number.includes('.') : codex === next),
    )
    if (row === undefined) continue
    const [codex] = row
    told.add(
      `${number}${part ? ` ч.${inDigits(part)}` : ''}${point && part ? ` п.${point}` : ''}${codex === 'коап' ? '' : ` ${codex.toUpperCase()}`}`,
    )
  }
  return [...told]
}
