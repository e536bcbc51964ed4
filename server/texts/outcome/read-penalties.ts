import type { Review } from '#shared/domain/read-outcomes.ts'
import { type Amount, amountsIn, mask, type Unit } from './amounts.ts'

/**
 * Penalties that one sentence imposes. What it only explains («в случае неуплаты…»), names as a possibility («либо
 * административный арест») or tells of the past («которым назначен штраф») is none.
 */
export type PenaltyName = 'fine' | 'arrest' | 'works' | 'caution' | 'suspension' | 'deportation'
export type ReadPenalty = { type: PenaltyName; value: number | null; hidden: boolean; certainty: number }

const kinds: readonly { type: PenaltyName; word: RegExp; unit?: Unit }[] = [
  { type: 'fine', word: /(?<!\p{L}|судебн\p{L}{2,3} )(?:админ\p{L}* )?штраф(?:а|у|ом|е)?(?!\p{L})/gu, unit: 'rubles' },
  {
    type: 'arrest',
    word: /(?<!\p{L}|домашн\p{L}{2,3} )арест(?:а|у|ом|е)?(?!\p{L}| на (?:имущество|счет|денежн))/gu,
    unit: 'days',
  },
  { type: 'works', word: /(?<!\p{L})обязательн\p{L}{2,3} работ\p{L}*/gu, unit: 'hours' },
  {
    type: 'caution',
    word: /(?<!\p{L})предупреждени(?:е|я|ю|ем)(?!\p{L}| (?:об?|о том|совершени|новых|правонарушени|преступлени))/gu,
  },
  {
    type: 'suspension',
    word: /(?<!\p{L})приостановлени\p{L}{1,2} (?:(?:ее|его|их) )?(?:\p{L}+ )?(?:деятельности|эксплуатации|работы)|административн\p{L}{2,3} приостановлени\p{L}{1,2}/gu,
    unit: 'days',
  },
  { type: 'deportation', word: /(?<!\p{L})выдворени(?:е|я|ю|ем)(?!\p{L})/gu },
]
/** Penalties that have no name of their own among the product's. */
const others =
  /(?<!без )(?<!\p{L})(?:лишени\p{L}{1,2} (?:свободы|(?:специального )?права|права)|ограничени\p{L}{1,2} свободы|исправительн\p{L}{2,3} работ|принудительн\p{L}{2,3} работ|дисквалификаци|конфискаци|пожизненн|принудительн\p{L}{2,3} мер)/u

const verb =
  'назнач(?:ить|ив|ает|аю|ается)|подверг(?:нуть|нув)|налож(?:ить|ив)|приговорить|избра(?:ть|в)|объяв(?:ить|ив|ляю|ляет)|примен(?:ить|ив)|вынес(?:ти|я)|определ(?:ить|ив)|установ(?:ить|ив)'
const reducing = 'сни(?:зить|зив)|уменьш(?:ить|ив)|смягч(?:ить|ив)|сократ(?:ить|ив)|замен(?:ить|ив)|увелич(?:ить|ив)'
const finalOne = /окончательн/
const imposing = new RegExp(String.raw`(?<!\p{L}|не )(?:${verb}|${reducing})(?!\p{L})`, 'u')
const inTheFormOf =
  /(?:наказани|ответственност|взыскани|мер(?!\p{L}* пресеч))\p{L}{0,3}[^;]{0,120}? в виде |назначен(?:о|ы|ием)? /u
const isReducing = new RegExp(reducing, 'u')
/** «заменить штраф на предупреждение»: what comes instead follows. */
const swap =
  /(?<!\p{L})замен(?:ить|ив)[^.;]{0,400}?(?:(?<!\p{L})на (?=(?:административн|штраф|арест|обязательн|предупрежд))|(?=предупреждением))/u
/** From here on a sentence explains. */
const explains =
  /(?<!\p{L})(?:разъясн|предупред(?:ить|ив)|в случае (?:не|укло)|при неуплат|при неисполн|неуплата|влеч(?:ет|ь)|может быть обжалован|перечисл|срок (?:(?:административн|наказани|отбы|арест)\p{L}* ){0,4}(?:следует )?исчисл|исчислять|исчисля|зачесть|зач(?:итыв|те)|засчит|с зачетом|квитанци|реквизит)/u
const past = /(?<!\p{L})(?:котор(?:ым|ой|ыми)|ранее) [^.;]{0,400}$/u
const releases = /(?<!\p{L})(?:от|без)(?: \p{L}+){0,2} $/u
const sanction = /предусматрива|в пределах санкции|влечет/u

/** A sentence in plain letters; `isReview`: it speaks of another decision, and only what it does itself counts. */
export function penaltiesIn(sentence: string, isReview: boolean): ReadPenalty[] {
  const swapped = swap.exec(sentence)
  const begin = swapped === null ? beginning(sentence, isReview) : swapped.index + swapped[0].length
  if (begin === undefined) return []
  const whole = sentence.slice(begin)
  const stop = explains.exec(whole)?.index ?? whole.length
  const clause = whole.slice(0, stop)
  if (sanction.test(sentence.slice(0, begin))) return []
  const found = kinds
    .flatMap(kind => [...clause.matchAll(kind.word)].map(({ index, 0: { length } }) => ({ kind, index, length })))
    .sort((left, right) => left.index - right.index)
  const penalties: ReadPenalty[] = []
  found.forEach(({ kind, index, length }, at) => {
    const before = clause.slice(found[at - 1]?.index ?? 0, index)
    if (/(?<!\p{L})(?:без|вместо|взамен|освободи\p{L}*|от)(?: \p{L}+){0,4} $/u.test(before)) return
    if (/неуплаченн|неоплаченн|в размере суммы/.test(clause.slice(Math.max(0, index - 40), index)) && at > 0) return
    if (penalties.length > 0 && /(?<!\p{L})(?:либо|или)(?!\p{L})/u.test(before)) return
    if (penalties.some(({ type }) => type === kind.type)) return
    const next = found.find(other => other.index > index && other.kind !== kind)?.index ?? clause.length
    penalties.push(measured(kind, clause, found[at - 1] === undefined ? 0 : index, index + length, next))
  })
  return penalties.length > 0 ? penalties : nameless(clause, isReview)
}

function beginning(sentence: string, isReview: boolean): number | undefined {
  const finalVerb = finalOne.exec(sentence)
  const from = finalVerb?.index ?? 0
  const verbs = imposing.exec(sentence.slice(from))
  const form = isReview ? null : inTheFormOf.exec(sentence.slice(from))
  const places = [verbs?.index, form?.index].filter(place => place !== undefined)
  if (places.length === 0) return undefined
  const begin = from + Math.min(...places)
  if (releases.test(sentence.slice(0, begin))) return undefined
  return !isReview && past.test(sentence.slice(0, begin)) && verbs === null ? undefined : begin
}

/** The amount stands after the kind, up to the next one; seldom before it («10 суток ареста»). */
function measured(kind: (typeof kinds)[number], clause: string, from: number, start: number, end: number): ReadPenalty {
  const { type, unit } = kind
  if (unit === undefined) return { type, value: null, hidden: false, certainty: 0.95 }
  const scope = clause.slice(start, end)
  const reduces = isReducing.test(clause)
  const usable = ({ limit }: Amount): boolean => limit === undefined || (reduces && limit === 'to')
  const stated = amountsIn(scope, unit).filter(usable)
  const before = stated.length > 0 ? [] : amountsIn(clause.slice(from, start), unit).filter(usable)
  const amounts = [...stated, ...before]
  const chosen = reduces
    ? (amounts.findLast(({ limit }) => limit === 'to') ?? amounts[0])
    : /двукратн|двойн/.test(scope)
      ? amounts.toSorted((left, right) => right.value - left.value)[0]
      : amounts[0]
  const masked = hiddenAt(scope)
  if (chosen === undefined || (masked !== undefined && stated.length > 0 && masked < chosen.start))
    return { type, value: null, hidden: true, certainty: masked === undefined ? 0.7 : 0.95 }
  const isWhole = unit === 'rubles' || Number.isInteger(chosen.value)
  return { type, value: chosen.value, hidden: false, certainty: chosen.contradicts || !isWhole ? 0.6 : 0.98 }
}

const sizeBefore = /(?:в размере|в сумме|сумм\p{L}{1,2}|на срок|сроком(?: на)?|сроком до|срок|на)[ \n(]*$/u
/** Where a mask stands in the place of an amount. */
function hiddenAt(scope: string): number | undefined {
  for (const { index } of scope.matchAll(mask))
    if (sizeBefore.test(scope.slice(Math.max(0, index - 24), index)) || /^[^\p{L}]*$/u.test(scope.slice(0, index)))
      return index
  return undefined
}

/** «наказание в виде административного в размере 500 рублей»: rubles can only be a fine. */
function nameless(clause: string, isReview: boolean): ReadPenalty[] {
  if (isReview || others.test(clause) || !/наказани|взыскани/.test(clause)) return []
  const [amount] = amountsIn(clause, 'rubles').filter(({ limit }) => limit === undefined)
  return amount === undefined ? [] : [{ type: 'fine', value: amount.value, hidden: false, certainty: 0.75 }]
}

/** Whether a sentence imposes a penalty the product has no name for. */
export const imposesOther = (sentence: string): boolean => imposing.test(sentence) && others.test(sentence)

const decisionWord = String.raw`(?:постановлени|решени|определени|приговор|судебн\p{L}{1,3} акт)\p{L}*`
const reviewVerbs: readonly { review: Review; pattern: RegExp }[] = [
  { review: 'annulled', pattern: new RegExp(`${decisionWord}[^;]*(?<!не )отмен(?:ить|ено|ен|яется)`, 'u') },
  { review: 'annulled', pattern: new RegExp(`отмен(?:ить|ив)[^;]{0,80}${decisionWord}`, 'u') },
  { review: 'changed', pattern: new RegExp(`${decisionWord}[^;]*(?<!\\p{L}|не )измен(?:ить|ено|ен)(?!\\p{L})`, 'u') },
  { review: 'changed', pattern: new RegExp(`(?<!\\p{L})измен(?:ить|ив)(?!\\p{L})[^;]{0,80}${decisionWord}`, 'u') },
  {
    review: 'upheld',
    pattern: new RegExp(`(?:${decisionWord}|жалоб\\p{L}*|протест\\p{L}*)[^;]*(?:без изменени|без удовлетворени)`, 'u'),
  },
  { review: 'upheld', pattern: new RegExp(`остав(?:ить|ляю)[^;]*${decisionWord}[^;]*без изменени`, 'u') },
  {
    review: 'unheard',
    pattern:
      /(?:производств[^;]{0,80} по (?:\p{L}+ )?(?:жалоб|ходатайств|протест)|апелляционн\p{L}* производств)[^;]*прекра|жалоб\p{L}*[^;]*(?:возврат|вернуть|без рассмотрения)|(?:возвратить|вернуть|оставить)[^;]*жалоб|в восстановлении [^;]*срока[^;]*отказать|отказать[^;]*в восстановлении[^;]*срок/u,
  },
]
/** «меру пресечения оставить без изменения» decides nothing about a decision. */
const notOfDecision = /мер\p{L}{0,2} пресечени|мер\p{L}{0,2} обеспечени|вещественн/u

export function reviewIn(sentence: string): Review | undefined {
  const found = reviewVerbs.find(({ pattern }) => pattern.test(sentence))
  return found !== undefined && !notOfDecision.test(sentence) ? found.review : undefined
}
