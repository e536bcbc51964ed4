import type { Codex } from '#shared/domain/codex.ts'
import { accusedInOpening, appellants, convictedInOperativePart, findOpening } from './accused-names.ts'
import { codexOf } from './articles.ts'
import type { Name } from './names.ts'
import { type NormalizedText, normalizeText } from './normalize-text.ts'
import type { TextSpan } from './sentences.ts'

const spaced = (word: string): string => [...word].join('[ \\n]{0,2}')

/** What readers of a decision need first: normalized text, opening, operative part, codex, accused. */
export type DecisionContext = NormalizedText & {
  part: OperativePart | undefined
  opening: TextSpan
  codex: Codex | undefined
  accused: readonly Name[]
  isReview: boolean
}
const maxTextLength = 1_000_000
const beginning = 3_000
const maxStoryLength = 10_000

export function decisionContext(whole: string): DecisionContext {
  const letters = lastDecision(normalizeText(whole.slice(-maxTextLength)))
  const part = findOperativePart(letters)
  const opening = findOpening(letters, part?.start)
  const opened = letters.plain.slice(opening.start, opening.end)
  const decided = part === undefined ? '' : letters.plain.slice(part.start, part.start + beginning)
  const codex = codexOf(opened + decided) ?? codexOf(letters.plain.slice(opening.end, opening.end + maxStoryLength))
  return {
    ...letters,
    part,
    opening,
    codex,
    accused: accusedOf(letters, opening, part),
    isReview: reviewing.test(opened),
  }
}

/** Of several decisions in one text the last: its people, articles and facts are not those of the others. */
function lastDecision(whole: NormalizedText): NormalizedText {
  const letters = withoutFee(withoutDissent(whole))
  const [first, ...others] = titlesOf(letters)
  const start =
    first &&
    others
      .slice(-mostDecisions)
      .findLast(({ index }) => isWhole(from(letters, index)) && isWhole(until(letters, index)))
  return start === undefined ? letters : from(letters, start.index)
}
const titlesOf = ({ plain }: NormalizedText): RegExpExecArray[] => [...plain.matchAll(titleLine)]
const from = ({ text, plain }: NormalizedText, at: number): NormalizedText => ({
  text: text.slice(at),
  plain: plain.slice(at),
})
const until = ({ text, plain }: NormalizedText, at: number): NormalizedText => ({
  text: text.slice(0, at),
  plain: plain.slice(0, at),
})
const isWhole = (one: NormalizedText): boolean =>
  /(?<!\p{L})установил/u.test(one.plain) && (findOperativePart(one)?.heading ?? '') !== ''

/** What one judge thinks otherwise follows the decision, and decides nothing. */
function withoutDissent(letters: NormalizedText): NormalizedText {
  const at = letters.text.search(dissent)
  return at >= 0 && isWhole(until(letters, at)) ? until(letters, at) : letters
}
const dissent = new RegExp(
  `(?<!\\p{L})(?:ОСОБОЕ МНЕНИЕ|${spaced('ОСОБОЕ')}[ \\n]{1,4}${spaced('МНЕНИЕ')}|(?<=\\n *|(?<!суд)\\p{Lu}\\p{Ll}{2,} )Особое мнение)(?!\\p{L}| (?:прил|излож|объяв|имеет|выраж|отсутс|не ))`,
  'u',
)

/** What counsel is paid for the case is often ruled in the same file, after the decision. */
function withoutFee(letters: NormalizedText): NormalizedText {
  const [, ...others] = titlesOf(letters)
  const fee = others.slice(-mostDecisions).find(({ index }) => {
    const ruling = letters.plain.slice(index)
    return isOfFee(ruling.slice(0, longestOpening)) && !decidesCase.test(ruling) && isWhole(until(letters, index))
  })
  return fee === undefined ? letters : until(letters, fee.index)
}
const longestOpening = 1_500
const ofFee =
  /(?:заявлени|ходатайств|вопрос)\p{L}* [^;]{0,200}?(?<!\p{L})(?:оплат\p{L}+ (?:труда|услуг|юридическ)|вознагражд\p{L}+|процессуальн\p{L}+ издерж)/u
/** Beside the pay: «вопрос об издержках» is also one of those an appeal answers. */
const decidesCase =
  /призна(?:ть|в) [^;]{0,300}виновн|оправдать|(?:приговор|постановлени|решени|определени)\p{L}{0,2} [^;.]{0,200}(?:отменить|изменить|оставить)|(?:отменить|изменить|оставить) [^;.]{0,60}(?:приговор|постановлени|решени|определени)/u
const isOfFee = (plain: string): boolean => ofFee.test(plain.split('установил')[0] ?? '')

const titleLine =
  /(?<=^|\n)[ \t]*(?:(?:апелляционн|кассационн)\p{L}+ )?(?:постановление|решение|определение|приговор)[ \t.]*(?=\n)/gu
const mostDecisions = 5

function accusedOf(letters: NormalizedText, opening: TextSpan, part: TextSpan | undefined): Name[] {
  const decided = part && { start: part.start, end: Math.min(part.end, part.start + beginning) }
  const ways: readonly (() => Name[])[] = [
    () => accusedInOpening(letters, opening),
    () => appellants(letters, opening),
    ...(decided === undefined
      ? []
      : [accusedInOpening, convictedInOperativePart, appellants].map(names => () => names(letters, decided))),
  ]
  for (const names of ways) {
    const found = names()
    if (found.length === 0) continue
    // «в отношении фио … признать Ветрогонова П. И.»: one name of the text may have been left.
    const isMasked = decided !== undefined && found.every(({ written }) => written === 'фио')
    const convicted = isMasked ? convictedInOperativePart(letters, decided) : []
    return convicted.length > 0 ? convicted : found
  }
  return []
}

const reviewing =
  /(?<!\p{L})(?:рассмотр\p{L}+|изуч\p{L}+|провер\p{L}+|ознаком\p{L}+)[^;]{0,400}(?:жалоб|протест|представлени[ея] )|апелляционн\p{L}{2,3} (?:определени|постановлени|приговор)|кассационн\p{L}{2,3} (?:определени|постановлени)|(?:^|\n) *решение *\n|по жалоб/u

/**
 * The operative part begins after the last ПОСТАНОВИЛ, РЕШИЛ, ОПРЕДЕЛИЛ, ПРИГОВОРИЛ, also letter-spaced. The same word in a sentence
 * («как постановил суд») counts only where there is no heading.
 */
type OperativePart = TextSpan & { heading: string; isHeading: boolean }

const headings = ['постанови', 'реши', 'определи', 'приговори'].map(
  stem => `${spaced(stem)} {0,2}л(?: {0,2}\\(?[аои]\\)?)?`,
)
const marker = new RegExp(
  String.raw`(?=[пор])(?<!\p{L})(?:${[...headings, 'постановля(?:ет|ю)', 'определя(?:ет|ю)', 'решает', 'приговаривает'].join('|')})(?!\p{L})`,
  'gu',
)
const maxOperativePartLength = 30_000

function findOperativePart({ text, plain }: NormalizedText): OperativePart | undefined {
  let found: OperativePart | undefined
  for (const match of plain.matchAll(marker)) {
    const end = match.index + match[0].length
    const written = text.slice(match.index, end)
    const rest = /^ {0,3}(?:следующее ?)?(?:[:;-] ?|\n|$)/.exec(plain.slice(end, end + 18))
    const isHeading = rest !== null || isCapitals(written)
    if (found?.isHeading && !isHeading) continue
    const start = end + (rest?.[0].length ?? 0)
    if (/[юет]$/.test(match[0]) && rest === null) continue
    if (
      rest === null &&
      isHeading &&
      /(?:которым|ранее|этим) [^.;]{0,80}$/.test(plain.slice(Math.max(0, match.index - 90), match.index))
    )
      continue
    found = {
      start,
      end: Math.min(text.length, start + maxOperativePartLength),
      heading: written.replace(/\s/g, ''),
      isHeading,
    }
  }
  return found ?? withoutHeading({ text, plain })
}
const isCapitals = (word: string): boolean => word === word.toUpperCase()

/** Without a heading: what follows the last «руководствуясь ст. …». */
const guided = /(?<!\p{L})руководствуясь [^\n]{3,300}?(?<=[\d)]|рф|судья|суд|кодекса|правонарушениях)[ ,]*[:\n]/gu
function withoutHeading({ text, plain }: NormalizedText): OperativePart | undefined {
  const from = Math.max(0, plain.length - maxOperativePartLength)
  const last = [...plain.slice(from).matchAll(guided)].at(-1)
  if (last === undefined) return undefined
  const start = from + last.index + last[0].length
  return start >= plain.length ? undefined : { start, end: text.length, heading: '', isHeading: false }
}
