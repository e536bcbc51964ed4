import type { DateRange } from '../domain/relative-dates.ts'
import { sayRange } from '../filters/sentence.ts'
import { filterOf, is } from './beside.ts'
import type { DateLead } from './field-phrases.ts'
import { type Choice, choiceOf, type Piece } from './pieces.ts'

/** What days may mean: said without a year, or after what ended the case. */
export const datesOf = (
  key: string,
  { range, next, lasts }: Extract<Piece['meaning'], { kind: 'date' }>,
  lead: DateLead | undefined,
  isOfOutcome: boolean,
): readonly [Choice, ...Choice[]] => {
  const of = (name: string, days: DateRange): Choice =>
    choiceOf({ [name]: days }, `${dayLabels[name] ?? ''} ${sayRange(days)}`.trim())
  if (key === 'last_scheduled_hearing_date_range' && next) {
    const isPast = lead?.alone?.state === 'in_past'
    if (lead?.alone?.state === 'is_planned' || lead?.isOnlyBeforeDate || JSON.stringify(next) === JSON.stringify(range))
      return [of(key, next)]
    return isPast ? [of(key, range)] : [of(key, range), of(key, next)]
  }
  // «решили за 3 дня»: it took so long, or it was of late.
  if (key === 'result_date_range' && lasts !== undefined)
    return [choiceOf({ days_to_result: { max: lasts } }, `дней до решения: до ${lasts}`), of(key, range)]
  return key === 'entry_date_range' && !lead && isOfOutcome
    ? [of('result_date_range', range), of(key, range)]
    : [of(key, range)]
}
const dayLabels: Readonly<Record<string, string>> = {
  entry_date_range: 'поступило',
  result_date_range: 'решено',
  last_scheduled_hearing_date_range: 'заседание',
}
/** «прекращено в этом году»: no mark between them. */
export const afterOutcome = (pieces: readonly Piece[], n: number): boolean => {
  for (let at = n - 1; at >= 0 && !is(pieces[at], 'mark'); at -= 1) {
    const piece = pieces[at]
    if (piece && is(piece, 'values') && filterOf(piece.meaning.choices[0]) === 'result_type') return true
  }
  return false
}
