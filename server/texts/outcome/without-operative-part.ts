import type { Ending } from './endings.ts'
import type { ImposedPenalty } from './measured-penalty.ts'
import type { NormalizedText } from './normalize-text.ts'
import { isProceduralSentence } from './procedural-sentences.ts'
import { penaltiesIn } from './read-penalties.ts'
import { sentencesOf, type TextSpan } from './sentences.ts'

/** A text that is cut off, a covering letter: without an operative part only the plainest words count. */
const maxEndLength = 60_000
const plainest: readonly (readonly [Ending, certainty: number, RegExp])[] = [
  ['returned', 0.5, /(?:протокол|материал|дел[оа](?!\p{L}))[^;]*подлеж\p{L}{1,3} (?:возврату|возвращению)/u],
  [
    'returned',
    0.7,
    /(?:протокол|материал|дел[оа](?!\p{L}))[^;]*(?:возвраща(?:ется|ются|ю|ем)|возвращен[оы]?(?!\p{L})[^;]{0,60}сопроводительн)|(?:возвраща(?:ю|ем|ется|ются)|сопроводительн\p{L}{2,3} письм\p{L}+[^;]{0,80}возвра)[^;]*(?:протокол|материал|дел[оа](?!\p{L}))|возвращен[оы]? сопроводительн/u,
  ],
  ['cancelled', 0.5, /производств\p{L}[^;]*подлежит прекращению/u],
  [
    'forwarded',
    0.5,
    /(?:протокол|материал|дел[оа](?!\p{L}))[^;]*подлеж\p{L}{1,3} (?:передаче|направлению)[^;]*(?:подсудн|подведомств|рассмотр)/u,
  ],
  [
    'forwarded',
    0.7,
    /(?:направляю|направляем|направляется|направляются)[^;]*(?:протокол|материал|дел[оа](?!\p{L}))[^;]*(?:подсудн|подведомств|для рассмотрения)|(?:протокол|материал|дел[оа](?!\p{L}))[^;]*(?:направляется|направляются)[^;]*(?:подсудн|подведомств)/u,
  ],
]
const mayTell = /подлеж|возвра|сопроводит|направля/
const quotes =
  /(?<!\p{L})не может быть начато|при наличии|в случае|согласно|в силу (?:ч|п|ст)|предусматрива|пленум|вправе|ходатайств|просил|по мнению|в соответствии со? (?:ч|п|ст)\p{L}*\.? ?[\d.]+[^;]{0,80}(?:коап|кодекс)/u

type Statement = { span: TextSpan; certainty: number } & ({ ending: Ending } | { penalty: ImposedPenalty })

export function readWithoutOperativePart({ text, plain }: NormalizedText): Statement | undefined {
  let found: Statement | undefined
  for (const span of sentencesOf(text, { start: Math.max(0, text.length - maxEndLength), end: text.length })) {
    const sentence = plain.slice(span.start, span.end).replaceAll('\n', ' ').replace(/ {2,}/g, ' ')
    if (quotes.test(sentence) || isProceduralSentence(sentence)) continue
    const row = mayTell.test(sentence) ? plainest.find(([, , pattern]) => pattern.test(sentence)) : undefined
    const [ending, certainty = 0] = row ?? []
    if (ending !== undefined && certainty >= (found?.certainty ?? 0)) found = { ending, span, certainty }
    if (!/(?<!\p{L})признать[^;]*виновн/u.test(sentence)) continue
    const [penalty] = penaltiesIn(sentence, { isReview: false, isGoingOn: false }).imposed
    if (penalty !== undefined) found = { penalty, span, certainty: 0.6 * penalty.certainty }
  }
  return found
}
