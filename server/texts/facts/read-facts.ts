import { type DecisionContext, decisionContext } from '../outcome/decision-context.ts'
import { chargedArticles } from './charged-articles.ts'
import { circumstances } from './circumstances.ts'
import { counselIn } from './counsel.ts'
import { custodyIn } from './custody.ts'
import { type FactSentence, type Facts, factSentences } from './fact-sentences.ts'
import { pleaIn } from './plea.ts'

const maxTextLength = 300_000

/** Pure, never throws; what is not said plainly is not there. */
export function readFacts(whole: string, context: DecisionContext = decisionContext(whole)): Facts {
  const { opening, accused } = context
  const text = context.text.slice(0, maxTextLength)
  const plain = context.plain.slice(0, maxTextLength)
  let split: readonly FactSentence[] | undefined
  const sentences = (): readonly FactSentence[] => {
    split ??= factSentences(context, text, plain)
    return split
  }
  const custody = custodyIn(context)
  return {
    articles: chargedArticles(context),
    accused_hidden: accused[0]?.isHidden ?? false,
    masks: masksOf(text),
    counsel: /защитник|адвокат/.test(plain) ? counselIn(sentences(), accused) : [],
    plea: pleaIn(sentences(), accused),
    defence_params: circumstances(plain, sentences, accused),
    ...caseNumbersIn(text, opening.end),
    ...(custody.length > 0 && { custody }),
  }
}

const maskPattern =
  /<[^<>\n]{0,60}>|\{[^{}\n]{0,40}\}|\*{3,}|\[[^\]\n]{0,40}\]|(?<![.\d])\.{3}(?!\.)|(?<!\p{L})(?:ФИО ?-?\d*|Ф\.И\.О\. ?\d*|ДД\.ММ\.ГГГГ|ХХ+|ИЗЪЯТО|Информация скрыта)(?!\p{L})/gu

const mayBeMasked = /[<*[{]|\.{3}|ФИО|Ф\.И|ДД\.|ХХ|ИЗЪЯ|скрыта/
const maxMasks = 10

function masksOf(text: string): { count: number; share: number; kinds: string[] } {
  let count = 0
  const kinds = new Set<string>()
  if (!mayBeMasked.test(text)) return { count, share: 0, kinds: [] }
  for (const [mask] of text.matchAll(maskPattern)) {
    count += 1
    if (kinds.size < maxMasks) kinds.add(mask.toWellFormed())
  }
  if (count === 0) return { count, share: 0, kinds: [] }
  let words = 0
  for (const _ of text.matchAll(/[\p{L}\d]+/gu)) words += 1
  return { count, share: Math.round((count / Math.max(words, count)) * 1e4) / 1e4, kinds: [...kinds] }
}

/** The number in brackets after its own is the case's former one; others are of cases the decision cites. */
const caseNumber = String.raw`(?:\d{1,2}[а-яА-Я]{0,2}|0\d|П\d{1,2}|[47][УУ])-\d{1,6}(?:-\d{1,4})?(?:\/\d{1,4})?\/(?:20)?\d\d(?!\d)`
const ownWithFormer = new RegExp(String.raw`[№N] ?\s?(${caseNumber})\s*\((${caseNumber})`, 'u')
const anyCaseNumber = new RegExp(String.raw`(?:дел\p{L}{0,3}|№№?|(?<!\p{L})N|,)\s*(?:[№N] ?)?(${caseNumber})`, 'giu')
const maxCited = 10

function caseNumbersIn(text: string, openingEnd: number): { former_numbers: string[]; quoted_cases: string[] } {
  if (!/[№N]/.test(text)) return { former_numbers: [], quoted_cases: [] }
  const head = text.slice(0, Math.min(openingEnd, 600))
  const former = ownWithFormer.exec(head)?.[2]
  const first = anyCaseNumber.exec(head)?.[1]
  anyCaseNumber.lastIndex = 0
  const quoted = new Set<string>()
  for (const [, found = ''] of text.matchAll(anyCaseNumber)) {
    if (found !== first && found !== former && quoted.size < maxCited) quoted.add(found)
  }
  return { former_numbers: former === undefined ? [] : [former], quoted_cases: [...quoted] }
}
