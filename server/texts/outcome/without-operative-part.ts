import type { Ending } from './endings.ts'
import { isPassedOver } from './passed-over.ts'
import type { Letters } from './plain-letters.ts'
import type { OutcomeReading, Tell } from './read-outcome.ts'
import { penaltiesIn } from './read-penalties.ts'
import { type Span, sentencesOf } from './sentences.ts'

/** Without an operative part only the plainest words count: a text cut off, a covering letter, a page that begins in the middle. */
const longestEnd = 60_000
const plainest: readonly { ending: Ending; pattern: RegExp; certainty: number }[] = [
  {
    ending: 'returned',
    pattern: /(?:протокол|материал|дел[оа](?!\p{L}))[^;]*подлеж\p{L}{1,3} (?:возврату|возвращению)/u,
    certainty: 0.5,
  },
  {
    ending: 'returned',
    pattern:
      /(?:протокол|материал|дел[оа](?!\p{L}))[^;]*(?:возвраща(?:ется|ются|ю|ем)|возвращен[оы]?(?!\p{L})[^;]{0,60}сопроводительн)|(?:возвраща(?:ю|ем|ется|ются)|сопроводительн\p{L}{2,3} письм\p{L}+[^;]{0,80}возвра)[^;]*(?:протокол|материал|дел[оа](?!\p{L}))|возвращен[оы]? сопроводительн/u,
    certainty: 0.7,
  },
  { ending: 'cancelled', pattern: /производств\p{L}[^;]*подлежит прекращению/u, certainty: 0.5 },
  {
    ending: 'forwarded',
    pattern:
      /(?:протокол|материал|дел[оа](?!\p{L}))[^;]*подлеж\p{L}{1,3} (?:передаче|направлению)[^;]*(?:подсудн|подведомств|рассмотр)/u,
    certainty: 0.5,
  },
  {
    ending: 'forwarded',
    pattern:
      /(?:направляю|направляем|направляется|направляются)[^;]*(?:протокол|материал|дел[оа](?!\p{L}))[^;]*(?:подсудн|подведомств|для рассмотрения)|(?:протокол|материал|дел[оа](?!\p{L}))[^;]*(?:направляется|направляются)[^;]*(?:подсудн|подведомств)/u,
    certainty: 0.7,
  },
]
const mayTell = /подлеж|возвра|сопроводит|направля/
/** The law is quoted, or somebody asks for it. */
const quotes =
  /не может быть начато|при наличии|в случае|согласно|в силу (?:ч|п|ст)|предусматрива|пленум|вправе|ходатайств|просил|по мнению|в соответствии со? (?:ч|п|ст)\p{L}*\.? ?[\d.]+[^;]{0,80}(?:коап|кодекс)/u

export function outsideOfIt({ text, plain }: Letters, tell: Tell): OutcomeReading {
  let found:
    | { ending?: Ending; span: Span; certainty: number; penalty?: ReturnType<typeof penaltiesIn>['imposed'][number] }
    | undefined
  for (const span of sentencesOf(text, { start: Math.max(0, text.length - longestEnd), end: text.length })) {
    const sentence = plain.slice(span.start, span.end).replaceAll('\n', ' ').replace(/ {2,}/g, ' ')
    if (quotes.test(sentence) || isPassedOver(sentence)) continue
    const ending = !mayTell.test(sentence) ? undefined : plainest.find(({ pattern }) => pattern.test(sentence))
    if (ending !== undefined && ending.certainty >= (found?.certainty ?? 0))
      found = { ending: ending.ending, span, certainty: ending.certainty }
    if (!/(?<!\p{L})признать[^;]*виновн/u.test(sentence)) continue
    const [penalty] = penaltiesIn(sentence, { isReview: false, isGoingOn: false }).imposed
    if (penalty !== undefined) found = { penalty, span, certainty: 0.6 * penalty.certainty }
  }
  if (found === undefined) return tell({ outcome: 'error', span: undefined, certainty: 0 })
  const { ending, span, certainty, penalty } = found
  if (penalty === undefined) return tell({ outcome: ending ?? 'error', span, certainty })
  const { at: _, isReplacing: __, ...rest } = penalty
  const kept = { ...rest, span, state: 'imposed', part: 0, isReplaceable: true } as const
  if (kept.type === 'no_data' || kept.type === 'error' || kept.type === 'court_fine')
    return tell({ outcome: 'error', span, certainty: 0 })
  return tell({ outcome: kept.type, kept, span, certainty })
}
