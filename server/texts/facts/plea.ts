import type { Plea } from '#shared/domain/read-outcomes.ts'
import type { Facts, Sentence } from './read-facts.ts'

/** Whether the accused admitted guilt: the first sentence that says so. */
const guilt = '(?:вин[уы]|виновн(?:ым|ой)|виновность)'
const said = 'призна(?:л|ла|ло|ет|вал|вала|вало|ют|ли)'
const pleas: readonly (readonly [Plea, RegExp])[] = [
  [
    'partly',
    new RegExp(
      String.raw`(?<!\p{L})${guilt}(?!\p{L})[^;]{0,160}(?<!\p{L})частично (?:не )?${said}|(?<!\p{L})${guilt}(?!\p{L})[^;]{0,160}${said} (?:\p{L}+ )?частично|(?<!\p{L})частично ${said} [^;]{0,30}(?:вин|себя)|${said} частично [^;]{0,30}вин|${said} [^;]{0,20}вину частично`,
      'u',
    ),
  ],
  [
    'denied',
    new RegExp(
      String.raw`(?<!\p{L})${guilt}(?!\p{L})[^;]{0,160}(?<!\p{L})не ${said}|(?<!\p{L})не ${said} (?:себя |свою |своей )?${guilt}|(?<!\p{L})вин(?:у|ы)[^;]{0,60} отрица(?:л|ет)`,
      'u',
    ),
  ],
  [
    'admitted',
    new RegExp(
      String.raw`(?<!\p{L})(?:вин[уы]|виновн(?:ым|ой) себя|себя виновн(?:ым|ой))(?!\p{L})[^;]{0,160}(?<!\p{L}|не )${said}|(?<!\p{L}|не )${said} (?:полностью |свою |в полном объеме )*(?:вину|себя виновн)|признание (?:им |ею |своей |лицом )*вины|с (?:совершенным )?(?:правонарушением|протоколом) (?:полностью )?согласил`,
      'u',
    ),
  ],
]
/** The court's own finding, or another person's. */
const ofCourt = /суд призна|судья призна|ранее|потерпевш\p{L}+ призна|просил\p{L}* признать/u

export function pleaIn(sentences: readonly Sentence[]): Facts['plea'] {
  for (const { plain, evidence, isOfLaw } of sentences) {
    if (!/призна|отрица|согласил/.test(plain) || !/вин|правонарушением|протоколом/.test(plain) || ofCourt.test(plain))
      continue
    const plea = pleas.find(([, pattern]) => pattern.test(plain))
    if (plea !== undefined && !isOfLaw()) return { said: plea[0], evidence: evidence() }
  }
  return null
}
