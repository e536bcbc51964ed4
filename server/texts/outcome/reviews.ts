import type { Review } from '#shared/domain/read-outcomes.ts'

/** What a sentence in plain letters does with another decision. */
const decisionWord = String.raw`(?<!\p{L})(?:постановлени|решени|определени|приговор|судебн\p{L}{1,3} (?:акт|решени|постановлени))\p{L}*`
const verbs: readonly { review: Review; pattern: RegExp }[] = [
  {
    review: 'annulled',
    pattern: new RegExp(String.raw`${decisionWord}[^;]*(?<!\p{L}|не )отмен(?:ить|ено|ены|ен|яется)(?!\p{L})`, 'u'),
  },
  {
    review: 'annulled',
    pattern: new RegExp(String.raw`(?<!\p{L}|не )отмен(?:ить|ив)(?!\p{L})[^;]{0,80}${decisionWord}`, 'u'),
  },
  {
    review: 'changed',
    pattern: new RegExp(String.raw`${decisionWord}[^;]*(?<!\p{L}|не )измен(?:ить|ено|ены|ен|яется)(?!\p{L})`, 'u'),
  },
  {
    review: 'changed',
    pattern: new RegExp(String.raw`(?<!\p{L}|не )измен(?:ить|ив)(?!\p{L})[^;]{0,80}${decisionWord}`, 'u'),
  },
  {
    review: 'unheard',
    pattern:
      /(?:производств[^;]{0,80} по (?:\p{L}+ )?(?:жалоб|ходатайств|протест|представлени)|(?:апелляционн|кассационн)\p{L}* производств)[^;]*прекра|прекра(?:тить|щ)[^;]{0,40}производств\p{L}* по (?:\p{L}+ )?(?:жалоб|протест|представлени)|(?:жалоб|представлени(?!\p{L}* (?:о|об) (?!отмен|измен)))\p{L}*[^;]*(?:возврат|вернуть|без рассмотрения)|(?:возвратить|вернуть|возвращается|оставить[^;]{0,40} без рассмотрения)[^;]{0,120}(?:жалоб|(?:апелляционн|кассационн)\p{L}+ представлени)(?![^;]*без удовлетворени)|в восстановлении [^;]*срока[^;]*отказать|отказать[^;]*в восстановлении[^;]*срок|отказать[^;]*в (?:принятии|передаче)[^;]*(?:жалоб|представлени)|в (?:принятии|передаче)[^;]*(?:жалоб|представлени)[^;]*отказать/u,
  },
  {
    review: 'upheld',
    pattern: new RegExp(
      String.raw`(?:${decisionWord}|жалоб\p{L}*|протест\p{L}*|представлени\p{L}*)[^;]*(?:без изменени|без удовлетворени)`,
      'u',
    ),
  },
  {
    review: 'upheld',
    pattern: new RegExp(
      String.raw`(?:остав(?:ить|ляю|ляется|лено)|без (?:изменени\p{L}|удовлетворени\p{L}))[^;]*(?:${decisionWord}|жалоб)[^;]*`,
      'u',
    ),
  },
  {
    review: 'upheld',
    pattern:
      /в удовлетворении [^;]{0,80}(?:жалоб|протест|(?:апелляционн|кассационн)\p{L}+ представлени)[^;]*отказать|отказать[^;]{0,20}в удовлетворении [^;]{0,60}(?:жалоб|протест|(?:апелляционн|кассационн)\p{L}+ представлени)/u,
  },
]
/** What stays or falls besides a decision: measures of restraint, what was seized, a former conditional sentence. */
const besides =
  /(?:мер\p{L}{0,2} (?:процессуальн\p{L}{2,3} )?(?:пресечени|обеспечени|принуждени)|арест\p{L}{0,2},? (?:наложенн|на имуществ)|условн\p{L}{2,3} осуждени|условно-досрочн|вещественн\p{L}{2,3} доказательств)[^;.]*?(?:без изменени\p{L}|отмен(?:ить|ив)|измен(?:ить|ив)|сохран(?:ить|ив)|снять|прежней)|(?:отмен(?:ить|ив)|сохран(?:ить|ив)|измен(?:ить|ив)) (?:\p{L}+ )?(?:мер\p{L}{0,2} (?:процессуальн\p{L}{2,3} )?(?:пресечени|обеспечени)|арест|условн\p{L}{2,3} осуждени|условно-досрочн|розыск)/gu
/** «В остальной части постановление оставить без изменения» upholds the rest of what was changed. */
const rest = /(?<!\p{L})в (?:остальн|ост\. )/u
const mayDo = /отмен|измен|жалоб|представлени|протест|производств|срок/

export type Reviewing = { review: Review; isOfRest: boolean; isPartial: boolean }
export function reviewIn(whole: string): Reviewing | undefined {
  if (!mayDo.test(whole)) return undefined
  const sentence = whole.replace(besides, '')
  const found = verbs.find(({ pattern }) => pattern.test(sentence))
  if (found === undefined) return undefined
  return {
    review: found.review,
    isOfRest: rest.test(sentence),
    isPartial: /(?<!\p{L})(?:в|указание) част\p{L}|в части/u.test(sentence),
  }
}
