import type { ReadOutcomeName, Review } from '#shared/domain/read-outcomes.ts'
import { free } from './releases.ts'
import type { TextSpan } from './sentences.ts'

/** Endings of a case without a penalty, and what a review does with another decision, by sentences of normalized text. */
// biome-ignore format: the weightiest first, in one row
const endings = [
  'acquitted', 'medical_measures', 'returned_for_trial', 'cancelled', 'complaint_returned', 'returned', 'forwarded',
] as const satisfies readonly ReadOutcomeName[]
export type Ending = (typeof endings)[number]
export const mostSignificant = (found: readonly Ending[]): Ending | undefined =>
  endings.find(one => found.includes(one))

const matter = String.raw`(?:протокол|материал|дел[оа](?!\p{L})|административн\p{L}{2,3} (?:материал|дел)|постановлени\p{L} (?:прокурора )?о возбуждении)`
const given = String.raw`(?:(?:возврат(?:ить|ив)|вернуть|возвра(?:щается|щаются|щен[аоы]?|щаю|щаем|тить))(?!\p{L})|подлеж\p{L}{1,3} (?:возврат|возвращени)\p{L}*)`
const sent = String.raw`(?:(?:переда(?:ть|в)|направ(?:ить|ив|ляется|ляются|лено|лены|ляю)|переда(?:ется|ются|н[аоы]?|ю)|переслать)(?!\p{L})|подлеж\p{L}{1,3} (?:передаче|направлению))`
const withCase = '(?<!\\p{L})с (?:направлением|передачей|возвращением) (?:\\p{L}+ ){0,2}(?:дела|материал)'
const where = String.raw`(?:подсудност|подведомственност|территориальност|компетенци|по месту (?:жительств|совершени|нахождени|выявлени|учебы|службы)|(?:на|для) (?:\p{L}+ )?рассмотрени|миров\p{L}{2,3} судь|в [^;]{0,80}(?:суд|комисси)|прокурор|следственн|начальник|в (?:уфссп|инспекци|орган))`
const anew = String.raw`на нов\p{L}{2,3} (?:[\p{L}-]+ ){0,3}(?:рассмотрени|разбирательств)|на (?:повторн\p{L}{2,3} рассмотрени|стади\p{L}{1,2} )|со стадии|для (?:нового|повторного) рассмотрени`

type Row = { ending: Ending; fits: RegExp; not?: RegExp }
const rows: readonly Row[] = [
  {
    ending: 'acquitted',
    fits: /(?<!\p{L}|(?<!\p{L})не )(?:оправдать|оправдан[аы]?|оправдав)(?!\p{L})|признать [^;]{0,300}невиновн|невиновн\p{L}{2,3} [^;]{0,200}признать|(?<!\p{L}|(?<!\p{L})не )считать(?!\p{L})[^;]{0,200}(?<!\p{L})(?:оправданн(?:ым|ой)|невиновн(?:ым|ой))(?!\p{L})|(?:вынести|постановить) [^;]{0,160}оправдательн\p{L}{2,3} приговор/u,
    not: /за оправданн/u,
  },
  {
    ending: 'medical_measures',
    fits: /примен(?:ить|ив) [^;]{0,200}(?:принудительн\p{L}{2,3} мер\p{L}{1,2} медицинского|принудительн\p{L}{2,3} (?:(?:наблюдени\p{L} и|амбулаторн\p{L}{2,3}) )?лечени)|мер\p{L}{1,2} медицинского характера[^;]{0,200}(?:применить|назначить)|(?:назначить|направить|поместить) [^;]{0,200}принудительн\p{L}{2,3} (?:мер\p{L}{1,2} медицинск|(?:(?:наблюдени\p{L} и|амбулаторн\p{L}{2,3}) )?лечени)/u,
    not: /наказани(?:е|я|ем) в виде|условн/u,
  },
  {
    ending: 'returned_for_trial',
    fits: new RegExp(`(?:${given}|${sent}|${withCase})[^;]*(?:${anew})|(?:${anew})[^;]*(?:${given}|${sent})`, 'u'),
  },
  {
    ending: 'cancelled',
    fits: new RegExp(
      String.raw`производств\p{L}{0,2} (?!по (?:\p{L}+ )?(?:жалоб|ходатайств|протест|представлени|гражданск|иск))[^;]*прекра(?:тить|щается|щено|щению|тив)|дел\p{L}{1,2} [^;]*(?:производством )?(?:прекратить|прекращается|прекращено|подлежит прекращению)|прекра(?:тить|щается|тив) [^;]*(?:производств|дел\p{L}{1,2}(?!\p{L})|преследовани)|преследовани\p{L}[^;]*прекра(?:тить|щено|щается)|${free} [^;]*от (?:административн\p{L}{2,3} |уголовн\p{L}{2,3} )?(?:ответственности)|устн\p{L}{2,3} замечани|прекратить (?:его|ее|их)? ?(?:за|в связи|на основании|по п)`,
      'u',
    ),
    not: /отказать (?:\p{L}+ ){0,3}в (?:удовлетворении|прекращении)|удовлетворении [^;]{0,120}отказать|прекра\p{L}+ [^;]{0,20}производств\p{L}* по (?:\p{L}+ )?(?:жалоб|ходатайств|протест|гражданск|иск)|исполнени/u,
  },
  {
    ending: 'returned',
    fits: new RegExp(
      String.raw`${matter}[^;]*(?<!\p{L})${given}|(?<!\p{L})${given}[^;]*${matter}|(?:возвратить|${sent}) [^;]{0,80}прокурору [^;]{0,60}устранени|возвратить [^;]{0,80}прокурору|прокурору [^;]{0,80}возвратить|(?:возвратить|вернуть) (?:в|начальнику|должностному лицу|инспектору|участковому)(?!\p{L})`,
      'u',
    ),
    not: /возврат(?:ить|ив) (?:владельц|собственник|законн|по принадлежност|изъят|водительск|паспорт|удостоверени)|госу?дарственн\p{L}{2,3} пошлин|вещественн|залог/u,
  },
  {
    ending: 'forwarded',
    fits: new RegExp(
      String.raw`${matter}[^;]*(?<!\p{L})${sent}[^;]*${where}|(?<!\p{L})${sent}[^;]*${matter}[^;]*${where}|(?<!\p{L})${sent} [^;]{0,160}по (?:подсудности|подведомственности|территориальности)|по (?:подсудности|подведомственности)[^;]{0,160}${sent}`,
      'u',
    ),
    not: /^(?:[-–—\d.) ]{0,4})?(?:копи\p{L}{1,3} [^;]{0,60}(?:направ|вруч|переда))|для исполнени|исполнительн/u,
  },
]
const maySay =
  /оправда|невиновн|медицинск|принудительн\p{L}{2,3} (?:(?:наблюдени\p{L} и|амбулаторн\p{L}{2,3}) )?лечени|прекра|освобод|замечани|возвра|вернуть|переда|направ|переслать/u

export function endingStatement(sentence: string): Ending | undefined {
  if (!maySay.test(sentence)) return undefined
  return rows.find(({ fits, not }) => fits.test(sentence) && !not?.test(sentence))?.ending
}

/** A case sent anywhere after an annulment is to be heard again. */
export function endingOfReview(review: Review, ending: Ending | undefined, sentence: string): Ending | undefined {
  if (review === 'unheard') {
    if (/возвра|вернуть|без рассмотрения|в принятии/.test(sentence))
      return /жалоб|представлени|протест/.test(sentence) ? 'complaint_returned' : 'returned'
    return undefined
  }
  if (review !== 'annulled') return ending
  if (ending === 'returned' && !/прокурору|полици|должностн|отдел|устранени/.test(sentence)) return 'returned_for_trial'
  if (ending === 'forwarded' && !/подсудност|подведомственност|территориальност/.test(sentence))
    return /прокурору|следственн|дознани/.test(sentence) ? undefined : 'returned_for_trial'
  return ending
}

/** «Дело возвратить мировому судье» after the case was ended: it goes back to the archive. */
export const isImpliedRehearing = (ending: Ending | undefined, sentence: string): boolean =>
  ending === 'returned_for_trial' &&
  !/(?<!\p{L})нов(?:ое|ого)(?!\p{L})|повторн|стади|рассмотрени|существу|(?<!\p{L})ст(?:ать\p{L}{1,2}|\.) ?\d/u.test(
    sentence,
  )
/** Not «постановление, которым производство прекращено, отменить» */
export const isPlainlyEnded = (sentence: string): boolean => /(?<!\p{L})прекра(?:тить|щается)(?!\p{L})/u.test(sentence)

const decisionWord = String.raw`(?<!\p{L})(?:постановлени|решени|определени|приговор|судебн\p{L}{1,3} (?:акт|решени|постановлени))\p{L}*`
const verbs: readonly (readonly [Review, RegExp])[] = [
  [
    'annulled',
    new RegExp(String.raw`${decisionWord}[^;]*(?<!\p{L}|(?<!\p{L})не )отмен(?:ить|ено|ены|ен|яется)(?!\p{L})`, 'u'),
  ],
  ['annulled', new RegExp(String.raw`(?<!\p{L}|(?<!\p{L})не )отмен(?:ить|ив)(?!\p{L})[^;]{0,80}${decisionWord}`, 'u')],
  [
    'changed',
    new RegExp(String.raw`${decisionWord}[^;]*(?<!\p{L}|(?<!\p{L})не )измен(?:ить|ено|ены|ен|яется)(?!\p{L})`, 'u'),
  ],
  ['changed', new RegExp(String.raw`(?<!\p{L}|(?<!\p{L})не )измен(?:ить|ив)(?!\p{L})[^;]{0,80}${decisionWord}`, 'u')],
  [
    'unheard',
    /(?:производств[^;]{0,80} по (?:\p{L}+ )?(?:жалоб|ходатайств|протест|представлени)|(?:апелляционн|кассационн)\p{L}* производств)[^;]*прекра|прекра(?:тить|щ)[^;]{0,40}производств\p{L}* по (?:\p{L}+ )?(?:жалоб|протест|представлени)|(?:жалоб|представлени(?!\p{L}* (?:о|об) (?!отмен|измен)))\p{L}*[^;]*(?:возврат|вернуть|без рассмотрения)|(?:возвратить|вернуть|возвращается|оставить[^;]{0,40} без рассмотрения)[^;]{0,120}(?:жалоб|(?:апелляционн|кассационн)\p{L}+ представлени)(?![^;]*без удовлетворени)|в восстановлении [^;]*срока[^;]*отказать|отказать[^;]*в восстановлении[^;]*срок|ходатайств\p{L}* [^;]{0,80}о восстановлении [^;]{0,40}срока[^;]*(?:отказать|отклонить|без удовлетворения)|отказать в удовлетворении [^;]{0,40}ходатайств\p{L}* [^;]{0,80}о восстановлении [^;]{0,40}срока|отказать[^;]*в (?:принятии|передаче)[^;]*(?:жалоб|представлени)|в (?:принятии|передаче)[^;]*(?:жалоб|представлени)[^;]*отказать/u,
  ],
  [
    'upheld',
    new RegExp(
      String.raw`(?:${decisionWord}|жалоб\p{L}*|протест\p{L}*|представлени\p{L}*)[^;]*(?:без изменени|без удовлетворени)`,
      'u',
    ),
  ],
  [
    'upheld',
    new RegExp(
      String.raw`(?:(?<!\p{L})остав(?:ить|ляю|ляется|лено)|без (?:изменени\p{L}|удовлетворени\p{L}))[^;]*(?:${decisionWord}|жалоб)[^;]*`,
      'u',
    ),
  ],
  [
    'upheld',
    /в удовлетворении [^;]{0,80}(?:жалоб|протест|(?:апелляционн|кассационн)\p{L}+ представлени)[^;]*отказать|отказать[^;]{0,20}в удовлетворении [^;]{0,60}(?:жалоб|протест|(?:апелляционн|кассационн)\p{L}+ представлени)/u,
  ],
]
/** Not the decision: measures of restraint, seizures, a former suspended sentence. */
const besides =
  /(?:мер\p{L}{0,2} (?:процессуальн\p{L}{2,3} )?(?:пресечени|обеспечени|принуждени)|арест\p{L}{0,2},? (?:наложенн|на имуществ)|условн\p{L}{2,3} осуждени|условно-досрочн|вещественн\p{L}{2,3} доказательств)[^;.]*?(?:без изменени\p{L}|отмен(?:ить|ив)|измен(?:ить|ив)|сохран(?:ить|ив)|снять|прежней)|(?:отмен(?:ить|ив)|сохран(?:ить|ив)|измен(?:ить|ив)) (?:(?!приговор|постановл|решени|определени)[\p{L}.]+ ){0,4}(?:отсрочк|мер\p{L}{0,2} (?:процессуальн\p{L}{2,3} )?(?:пресечени|обеспечени)|арест|условн\p{L}{2,3} осуждени|условно-досрочн|розыск)/gu
/** «В остальной части постановление оставить без изменения» upholds the rest of a changed decision. */
const rest = /(?<!\p{L})в (?:остальн|ост\. )/u
/** «Решение, которым постановление изменено, оставить без изменения»: what an earlier review did. */
const earlier =
  /(?<=(?<!\p{L})котор(?:ым|ой|ыми) [^;]{0,300})(?<!\p{L})(?:отмен|измен)(?:ено|ены|ена|ен)(?!\p{L})(?=[^;]*без изменени)|(?<=без изменени[^;]{0,300}(?<!\p{L})котор(?:ым|ой|ыми) [^;]{0,300})(?<!\p{L})(?:отмен|измен)(?:ено|ены|ена|ен)(?!\p{L})/gu
const mayDo = /отмен|измен|жалоб|представлени|протест|производств|срок/

export const withoutRest = (sentence: string): string => {
  const at = sentence.search(rest)
  return at < 0 ? sentence : sentence.slice(0, at)
}

/** From the verb that changes another decision. */
export function ownPart(whole: string): { plain: string; from: number } {
  const sentence = withoutRest(whole)
  const verb = /(?<!\p{L}|(?<!\p{L})не )(?:отмен|измен)(?:ить|ив|ено|ен|яется)(?!\p{L})/u.exec(sentence)
  return verb === null ? { plain: sentence, from: 0 } : { plain: sentence.slice(verb.index), from: verb.index }
}

export type ReviewStatement = { review: Review; isOfRest: boolean }
export function reviewStatement(whole: string): ReviewStatement | undefined {
  if (!mayDo.test(whole)) return undefined
  const sentence = whole.replace(besides, '').replace(earlier, '')
  const reviewIn = (words: string): Review | undefined => verbs.find(([, pattern]) => pattern.test(words))?.[0]
  // «изменить, снизить штраф до 500 рублей, в остальной части оставить без изменения»
  const own = withoutRest(sentence)
  const before = reviewIn(own)
  const review = before ?? reviewIn(sentence)
  // Of an act that is annulled in a part the rest stands.
  const isInPart = before === 'annulled' && /без изменени/.test(sentence.slice(own.length))
  return review && { review: isInPart ? 'changed' : review, isOfRest: before === undefined && rest.test(sentence) }
}

const reviewWeight: Record<Review, number> = { changed: 3, annulled: 2, unheard: 1, upheld: 0 }

type Reviewed = { plain: string; span: TextSpan; review: ReviewStatement | undefined }
export function reviewOf(
  sentences: readonly Reviewed[],
  isReview: boolean,
): { review: Review | null; span: TextSpan | undefined } {
  const isVerdict = sentences.some(
    ({ plain }) => /(?<!\p{L})призна(?:ть|в) [^;]*виновн/u.test(plain) && !/постановлени|решени/.test(plain),
  )
  if (!isReview && isVerdict) return { review: null, span: undefined }
  let found: { review: Review; span: TextSpan } | undefined
  /** What leaves the rest as it was says that something changed. */
  let rest: TextSpan | undefined
  for (const { review: one, span } of sentences) {
    if (one === undefined) continue
    if (one.isOfRest && one.review === 'upheld') rest ??= span
    else if (found === undefined || reviewWeight[one.review] > reviewWeight[found.review])
      found = { review: one.review, span }
  }
  if (rest !== undefined && found?.review !== 'changed') found = { review: 'changed', span: found?.span ?? rest }
  return { review: found?.review ?? null, span: found?.span }
}
