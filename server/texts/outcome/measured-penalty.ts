import { type PenaltyType, unitOf } from '#shared/domain/outcomes.ts'
import type { WordedPenalty } from '#shared/domain/penalty-wording.ts'
import { type Amount, amountsIn, mask } from './amounts.ts'
import { isFraction, multipleOf, percentOf, resultAt } from './numerals.ts'
import { isAlwaysAdditional, type PenaltyMention } from './penalty-kinds.ts'

/** A penalty as one sentence states it. */
export type ReadPenalty = Omit<WordedPenalty, 'type' | 'by_text' | 'state'> & { type: PenaltyType }
export type ImposedPenalty = ReadPenalty & { at: number; isReplacing: boolean }
/** Of a sentence that says nothing else of it. */
export const newPenalty = (
  type: PenaltyType,
  value: number | null,
  more: Partial<ImposedPenalty> = {},
): ImposedPenalty => ({
  type,
  value,
  hidden: false,
  additional: false,
  suspended: false,
  probation_months: null,
  percent: null,
  multiple: null,
  certainty: 0.97,
  at: 0,
  isReplacing: false,
  ...more,
})
export const reducing =
  'сни(?:зить|зив|жен|жена)|уменьш(?:ить|ив)|смягч(?:ить|ив|ено)|сократ(?:ить|ив)|замен(?:ить|ив|яя)|увелич(?:ить|ив)|усил(?:ить|ив)|ужесточить|довести'
export const isReducing = new RegExp(reducing, 'u')

const withheld = new Set<PenaltyType>(['corrective_works', 'forced_labour', 'military_restriction'])

/** Finds the amount of a mentioned kind: «5 (пять) суток ареста», «лишения свободы на срок 2 года». */
export function measurePenalty(
  { type: named, start, end }: PenaltyMention,
  sentence: string,
  { from, until, isReview }: { from: number; until: number; isReview: boolean },
): ImposedPenalty | undefined {
  const before = sentence.slice(from, start)
  const scope = sentence.slice(end, until)
  const type = named === 'arrest' && isInMonths(before, scope) ? 'criminal_arrest' : named
  const unit = unitOf(type)
  const additional =
    isAlwaysAdditional(type) || /(?:^|[^\p{L}])(?:со?|дополнительн\p{L}+[^,;]{0,40}) $/u.test(before.slice(-60))
  const penalty = newPenalty(type, null, { additional, at: start })
  if (withheld.has(type)) penalty.percent = percentOf(scope)
  if (unit === null) return penalty
  const reduces = isReducing.test(sentence)
  const usable = ({ limit }: Amount): boolean => limit === undefined || (reduces && limit === 'to')
  // «снизив наказание до административного ареста на 5 суток»
  const isTarget = /(?<!\p{L})до (?:\p{L}+ ){0,4}$/u.test(before)
  const isDifference = (words: string, { start: at }: Amount): boolean =>
    !isTarget && isLessening.test(sentence) && /(?<!\p{L})на $/u.test(words.slice(0, at))
  const stated = amountsIn(scope, unit).filter(one => usable(one) && !isDifference(scope, one))
  const preceding = amountsIn(before, unit).filter(one => usable(one) && !isDifference(before, one))
  // «заменить 50 часов обязательных работ арестом на 2 суток», «…работы на 6 месяцев лишением свободы на 2 месяца»
  const isOfFormer = ({ start: at, end: to }: Amount): boolean =>
    stated.length > 0 &&
    ((type === 'arrest' && /час/.test(before.slice(at, to))) ||
      (/замен(?:ить|ив|яя)/.test(sentence) && isInstrumental.test(sentence.slice(start))))
  const beside = preceding
    .filter(amount => !isOfFormer(amount))
    .filter(amount =>
      /^[ ,]*(?:административн\p{L}+ |уголовн\p{L}+ |в виде |наказания в виде )?$/u.test(before.slice(amount.end)),
    )
  const masked = hiddenAt(scope)
  const farther = masked === undefined ? preceding : []
  const amounts = beside.length > 0 ? beside.slice(-1) : stated.length > 0 ? stated : farther
  if (type === 'fine') penalty.multiple = multipleOf(before.slice(-80) + scope)
  const isShare = type === 'fine' && isShared(before.slice(-80), scope, stated[0]?.end)
  const result = amounts === stated ? stated.find(({ start: at }) => at >= resultAt(scope)) : undefined
  // A fraction of something counts only by what it comes to.
  if (isShare && result === undefined && masked === undefined) return { ...penalty, certainty: 0.6 }
  const chosen = reduces
    ? (amounts.find(({ limit }) => limit === 'to') ?? amounts[0])
    : isShare
      ? result
      : penalty.multiple !== null
        ? amounts.toSorted((left, right) => right.value - left.value)[0]
        : amounts[0]
  if (
    type === 'fine' &&
    chosen === undefined &&
    /заработной платы|заработк|(?:ин\p{L}+ |его |ее )доход|доход\p{L} (?:осужденн|за )/u.test(scope)
  )
    return { ...penalty, certainty: 0.9 }
  if (chosen === undefined || (masked !== undefined && amounts === stated && masked < chosen.start)) {
    if (isReview && masked === undefined) return undefined
    // «в двукратном размере суммы неуплаченного штрафа»: nothing is hidden, only not counted.
    if (penalty.multiple !== null && masked === undefined) return { ...penalty, certainty: 0.9 }
    return { ...penalty, hidden: true, certainty: masked === undefined ? 0.7 : 0.95 }
  }
  if (chosen.contradicts) return { ...penalty, certainty: 0.6 }
  const isWhole = unit === 'rubles' || unit === 'months' || Number.isInteger(chosen.value)
  const certainty = isWhole ? 0.97 : 0.8
  return { ...penalty, value: chosen.value, certainty }
}
const isInstrumental =
  /^(?:административн\p{L}+ )?(?:\p{L}+(?:ыми|ими) работами|лишением|ограничением|арестом|штрафом)/u
/** «15 000 рублей, то есть половина минимального размера» tells the amount itself first. */
function isShared(before: string, scope: string, amountEnd: number | undefined): boolean {
  const at = isFraction.exec(scope)?.index
  return isFraction.test(before) || (at !== undefined && (amountEnd === undefined || at < amountEnd))
}
const isLessening =
  /(?<!\p{L})(?:сни(?:зить|зив)|уменьш(?:ить|ив)|смягч(?:ить|ив)|сократ(?:ить|ив)|увелич(?:ить|ив)|усил(?:ить|ив))(?!\p{L})/u
const isInMonths = (before: string, scope: string): boolean =>
  amountsIn(scope.slice(0, 60), 'days').length === 0 &&
  amountsIn(before.slice(-40), 'days').length === 0 &&
  (/месяц/.test(scope.slice(0, 60)) || /месяц\p{L}* $/u.test(before.slice(-20)))

const sizeBefore = /(?:в размере|в сумме|сумм\p{L}{1,2}|на срок|сроком(?: на)?|сроком до|срок|на)[ \n(]*$/u
function hiddenAt(scope: string): number | undefined {
  for (const { index } of scope.matchAll(mask))
    if (sizeBefore.test(scope.slice(Math.max(0, index - 24), index)) || /^[^\p{L}]*$/u.test(scope.slice(0, index)))
      return index
  return undefined
}

/** «…обязательные работы за неуплату административного штрафа в размере 1 500 рублей», but not «за неуплату штраф 1 000 рублей» */
export const isUnpaid = (before: string, naming: string): boolean =>
  /неуплаченн|неоплаченн|в размере суммы|от суммы/.test(before.slice(-40)) ||
  (naming.endsWith('а') && notPaying.test(before.slice(-60)))
const notPaying = /(?:неуплат|неоплат)\p{L}* (?:(?:административн|назначенн|наложенн)\p{L}+ |ранее |в срок )*$/u
