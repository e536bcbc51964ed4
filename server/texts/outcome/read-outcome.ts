import type { ReadOutcomeName, Review } from '#shared/domain/read-outcomes.ts'
import { operativePart } from './operative-part.ts'
import { plainLetters } from './plain-letters.ts'
import { imposesOther, penaltiesIn, type ReadPenalty, reviewIn } from './read-penalties.ts'
import { quoted, type Span, sentencesOf } from './sentences.ts'

/**
 * What a decision decided (domain: outcomes of cases), read from its operative part, with the sentence it was read from.
 * Pure, never throws, and takes time in proportion to the text. It does not guess: a text without an operative part that
 * says nothing certain is `error`; one that is read and imposes nothing the product has a name for is `no_data`.
 */
export type OutcomeReading = {
  outcome: ReadOutcomeName
  /** Rubles, days or hours; null where there is none, or the court hides it. */
  value: number | null
  hidden: boolean
  evidence: string
  /** 0 to 1: how plainly it is said. */
  certainty: number
  /** What was done with the decision before this one. */
  review: Review | null
  /** Every penalty imposed, the first as `outcome`. */
  penalties: readonly ReadPenalty[]
}

const longestText = 1_000_000
/** A text without an operative part says the plainest words at its end. */
const longestEnd = 60_000

type Hit = {
  outcome: ReadOutcomeName
  span: Span
  certainty: number
  penalties: readonly ReadPenalty[]
  isFinal: boolean
}

/** `wholePlain`: the text in plain letters, where the caller has it. */
export function readOutcome(whole: string, wholePlain = plainLetters(whole)): OutcomeReading {
  const text = whole.slice(-longestText)
  const plain = wholePlain.slice(-longestText)
  const part = operativePart(text, plain)
  return (part && inOperativePart(text, plain, part, part.isHeading ? 1 : 0.85)) ?? outsideOfIt(text, plain)
}

/** Sentences that tell how to pay, appeal, or what happens otherwise. */
const explains =
  /^(?:- |– |— |\d+[.)] )?(?:разъясн|предупредить (?!.{0,20}вынести)|неуплата|(?:административный )?штраф (?:подлежит|следует|должен|может|необходимо|уплатить|перечислить|оплатить)|сумм\p{L}{1,2} (?:административного )?штрафа|в случае|при неуплат|реквизит|получатель|квитанци|копи|срок |исполнение|(?:настоящее )?(?:постановлени|определени|решени)\p{L}{1,3}(?: суда| судьи)? (?:может|могут|вступа|подлежит немедл|обрат|в окончательной|изготовлен)|жалоба (?:может|подается)|мотивированн|дубликат|контроль|в соответствии с (?:ч|ст|п)\p{L}*\.? ?[\d.]+.{0,60}(?:штраф должен|неуплат)|на (?:постановлени|определени|решени)\p{L}* может|вещественн)/u
const hasVerdict = /\p{L}{4}/u

function inOperativePart(text: string, plain: string, part: Span, certainty: number): OutcomeReading | undefined {
  const hits: Hit[] = []
  let review: { review: Review; span: Span } | undefined
  let first: Span | undefined
  for (const span of sentencesOf(text, part)) {
    const sentence = flat(plain, span)
    if (explains.test(sentence) || !hasVerdict.test(sentence)) continue
    first ??= span
    const reviewed = reviewIn(sentence)
    if (reviewed !== undefined && review === undefined) review = { review: reviewed, span }
    const hit = hitIn(sentence, span, reviewed)
    if (hit !== undefined) hits.push(hit)
  }
  const best = chosen(hits)
  if (best !== undefined) return reading(text, best, certainty, review?.review ?? null)
  const span = review?.span ?? first
  if (span === undefined) return undefined
  const plainly = review === undefined ? 0.5 : 0.9
  return reading(
    text,
    { outcome: 'no_data', span, certainty: plainly, penalties: [], isFinal: false },
    certainty,
    review?.review ?? null,
  )
}

/** A penalty first (the final one when several are named), then what ends the case. */
const order: readonly ReadOutcomeName[] = ['cancelled', 'returned', 'forwarded', 'no_data']
const chosen = (hits: readonly Hit[]): Hit | undefined => {
  const penalties = hits.filter(hit => hit.penalties.length > 0)
  return (
    penalties.findLast(({ isFinal }) => isFinal) ??
    penalties[0] ??
    order.map(name => hits.find(({ outcome }) => outcome === name)).find(hit => hit !== undefined)
  )
}

/** Deportation outweighs the fine that goes with it; otherwise what is named first. */
const main = (penalties: readonly ReadPenalty[]): ReadPenalty | undefined =>
  penalties.find(({ type }) => type === 'deportation') ?? penalties[0]

function hitIn(sentence: string, span: Span, review: Review | undefined): Hit | undefined {
  const hit = (outcome: ReadOutcomeName, certainty: number, penalties: readonly ReadPenalty[] = []): Hit => ({
    outcome,
    span,
    certainty,
    penalties,
    isFinal: /окончательн/.test(sentence),
  })
  // What stood in the decision before this one comes before the verb that changes it.
  const own = review === undefined ? sentence : afterVerb(sentence)
  if (review === 'upheld' || review === 'unheard') {
    return review === 'unheard' && /возврат|вернуть/.test(sentence) ? hit('returned', 0.85) : undefined
  }
  if (!endings.cancelled.test(own) || /(?<!\p{L})(?:назначить|подвергнуть) [^.;]*в виде/u.test(own)) {
    const penalties = penaltiesIn(own, review !== undefined)
    const penalty = main(penalties)
    if (penalty !== undefined)
      return hit(penalty.type, penalty.certainty, [penalty, ...penalties.filter(other => other !== penalty)])
  }
  for (const outcome of ['cancelled', 'returned', 'forwarded'] as const)
    if (endings[outcome].test(own) && !exceptions[outcome].test(own)) return hit(outcome, 0.95)
  return imposesOther(own) ? hit('no_data', 0.9) : undefined
}

const afterVerb = (sentence: string): string => {
  const verb = /(?<!\p{L}|не )(?:отмен|измен)(?:ить|ив|ено|ен|яется)(?!\p{L})/u.exec(sentence)
  return verb === null ? sentence : sentence.slice(verb.index)
}

const matter = String.raw`(?:протокол|материал|дел[оа](?!\p{L})|административн\p{L}{2,3} (?:материал|дел)|жалоб)`
const given = String.raw`(?:возврат(?:ить|ив)|вернуть|возвращ(?:ается|ены?|аю)|подлеж\p{L}{1,3} (?:возврат|возвращени)\p{L}*)`
const sent = String.raw`(?:передать|направ(?:ить|ляется)|переда(?:ется|ны?|ю)|переслать|подлеж\p{L}{1,3} (?:передаче|направлению))`
const where = String.raw`(?:подсудност|подведомственност|территориальност|компетенци|по месту (?:жительств|совершени|нахождени|выявлени)|(?:на|для) (?:\p{L}+ )?рассмотрени|миров\p{L}{2,3} судь|в [^;]{0,80}(?:суд|комисси))`
const endings: Readonly<Record<'cancelled' | 'returned' | 'forwarded', RegExp>> = {
  cancelled:
    /производств\p{L}{0,2} (?!по (?:\p{L}+ )?(?:жалоб|ходатайств))[^;]*прекра(?:тить|щается|щено|щению|тив)|дел\p{L}{1,2} [^;]*(?:производством )?(?:прекратить|прекращается|прекращено|подлежит прекращению)|прекратить [^;]*(?:производств|дел\p{L}{1,2}(?!\p{L}))|освободить [^;]*от (?:административн\p{L}{2,3} |уголовн\p{L}{2,3} )?(?:ответственности)|устн\p{L}{2,3} замечани/u,
  returned: new RegExp(
    `${matter}[^;]*(?<!\\p{L})${given}|(?<!\\p{L})${given}[^;]*${matter}|возвратить прокурору|на новое рассмотрение`,
    'u',
  ),
  forwarded: new RegExp(
    `${matter}[^;]*(?<!\\p{L})${sent}[^;]*${where}|(?<!\\p{L})${sent}[^;]*${matter}[^;]*${where}`,
    'u',
  ),
}
const exceptions: typeof endings = {
  cancelled: /отказать в (?:удовлетворении|прекращении)/u,
  returned:
    /возврат(?:ить|ив) (?:владельц|собственник|законн|по принадлежност|изъят|водительск|паспорт|удостоверени)|госу?дарственн\p{L}{2,3} пошлин/u,
  forwarded: /(?:копи\p{L}{1,3} [^;]{0,60}(?:направ|вруч|переда))|для исполнени/u,
}

/** Without an operative part only the plainest words count: a text cut off, or a page that begins in the middle. */
const plainest: readonly { outcome: ReadOutcomeName; pattern: RegExp }[] = [
  { outcome: 'returned', pattern: /(?:протокол|материал|дел\p{L})[^;]*подлеж\p{L}{1,3} (?:возврату|возвращению)/u },
  { outcome: 'cancelled', pattern: /производств\p{L}[^;]*подлежит прекращению/u },
  {
    outcome: 'forwarded',
    pattern:
      /(?:протокол|материал|дел\p{L})[^;]*подлеж\p{L}{1,3} (?:передаче|направлению)[^;]*(?:подсудн|подведомств|рассмотр)/u,
  },
]
/** The law is quoted, or somebody asks for it. */
const quotes =
  /не может быть начато|при наличии|в случае|согласно|в силу (?:ч|п|ст)|предусматрива|пленум|вправе|ходатайств|просил|по мнению|в соответствии со? (?:ч|п|ст)\p{L}*\.? ?[\d.]+[^;]{0,80}(?:коап|кодекс)/u

function outsideOfIt(text: string, plain: string): OutcomeReading {
  let found: Hit | undefined
  for (const span of sentencesOf(text, { start: Math.max(0, text.length - longestEnd), end: text.length })) {
    const sentence = flat(plain, span)
    if (quotes.test(sentence) || explains.test(sentence)) continue
    const ending = plainest.find(({ pattern }) => pattern.test(sentence))
    if (ending !== undefined) found = { outcome: ending.outcome, span, certainty: 0.5, penalties: [], isFinal: false }
    if (!/(?<!\p{L})признать[^;]*виновн/u.test(sentence)) continue
    const penalties = penaltiesIn(sentence, false)
    const penalty = main(penalties)
    if (penalty !== undefined)
      found = { outcome: penalty.type, span, certainty: penalty.certainty / 2, penalties, isFinal: false }
  }
  return found === undefined ? unread : reading(text, found, 1, null)
}
const unread: OutcomeReading = {
  outcome: 'error',
  value: null,
  hidden: false,
  evidence: '',
  certainty: 0,
  review: null,
  penalties: [],
}

/** A sentence in one line. */
const flat = (plain: string, { start, end }: Span): string =>
  plain.slice(start, end).replaceAll('\n', ' ').replace(/ {2,}/g, ' ')

function reading(text: string, hit: Hit, certainty: number, review: Review | null): OutcomeReading {
  const [penalty] = hit.penalties
  return {
    outcome: hit.outcome,
    value: penalty?.value ?? null,
    hidden: penalty?.hidden ?? false,
    evidence: quoted(text, hit.span),
    certainty: Math.round(hit.certainty * certainty * 100) / 100,
    review,
    penalties: hit.penalties,
  }
}
