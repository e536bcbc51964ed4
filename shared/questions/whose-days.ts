import { firstDay } from '../domain/dates.ts'
import { type DateRange, daysOf } from '../domain/relative-dates.ts'
import { sayRange } from '../filters/sentence.ts'
import { filterOf, is } from './beside.ts'
import type { DateLead } from './field-phrases.ts'
import { type Choice, choiceOf, type Part, type Piece } from './pieces.ts'
import type { Token } from './words.ts'

/** Possible meanings of days: without a year, or after an outcome. */
export const datesOf = (
  key: string,
  { range, next, other, isNextNear, lasts }: Extract<Piece['meaning'], { kind: 'date' }>,
  lead: DateLead | undefined,
  isOfOutcome: boolean,
  on: string,
): readonly [Choice, ...Choice[]] => {
  const isPlanned = key === 'last_scheduled_hearing_date_range' && lead?.alone?.state === 'is_planned'
  const of = (name: string, said: DateRange): Choice => {
    // «предстоящие заседания до 15 декабря 2026 года»: excludes the past.
    const days = isPlanned && 'min' in said && said.min < on && said.max >= on ? { min: on, max: said.max } : said
    return choiceOf({ [name]: days }, `${dayLabels[name] ?? ''} ${sayRange(days)}`.trim())
  }
  if (key === 'last_scheduled_hearing_date_range' && next) {
    const isPast = lead?.alone?.state === 'in_past'
    if (lead?.alone?.state === 'is_planned' || lead?.isOnlyBeforeDate || JSON.stringify(next) === JSON.stringify(range))
      return [of(key, next)]
    if (isPast) return [of(key, range)]
    return isNextNear ? [of(key, next), of(key, range)] : [of(key, range), of(key, next)]
  }
  // «решили за 3 дня»: a duration, or the last days.
  if (key === 'result_date_range' && lasts !== undefined)
    return [choiceOf({ days_to_result: { max: lasts } }, `дней до решения: до ${lasts}`), of(key, range)]
  const soon = isNextNear && next && soonBefore(next, range)
  const [likely, either] = soon ? [soon, range] : [range, other]
  const own: readonly [Choice, ...Choice[]] = [of(key, likely), ...(either ? [of(key, either)] : [])]
  if (key !== 'entry_date_range' || lead || !isOfOutcome) return own
  const decided = of('result_date_range', range)
  return soon ? [of('result_date_range', soon), decided, ...own] : [decided, ...own]
}
/** «до 26 ноября» on the 25th: everything until then, not only until that day a year ago. */
const soonBefore = (next: DateRange, last: DateRange): DateRange | undefined =>
  'max' in next && 'min' in last && last.min === firstDay ? { min: firstDay, max: next.max } : undefined
const dayLabels: Readonly<Record<string, string>> = {
  entry_date_range: 'поступило',
  result_date_range: 'решено',
  last_scheduled_hearing_date_range: 'заседание',
}
/** «прекращено в этом году», «осудили за последний год»: without punctuation in between. */
export const afterOutcome = (pieces: readonly Piece[], n: number): boolean => {
  for (let at = n - 1; at >= 0 && !is(pieces[at], 'mark'); at -= 1) {
    const piece = pieces[at]
    if (is(piece, 'values') && filterOf(piece.meaning.choices[0]) === 'result_type') return true
    if (is(piece, 'idle') && piece.meaning.ofPenalty) return true
  }
  return false
}

/** «завтра слушают»: the word has its days already. */
export const isSameDays = (last: Part | undefined, before: Piece | undefined, { key }: DateLead): boolean =>
  is(before, 'date') && last?.kind === 'values' && filterOf(last.choices[0]) === key
export const isOfDays = (part: Part): boolean => part.kind === 'values' && /date_range$/.test(filterOf(part.choices[0]))
export const isEntry = (part: Part | undefined): boolean =>
  part?.kind === 'values' && filterOf(part.choices[0]) === 'entry_date_range'
/** «в марте поступили»: the word after a date selects its field. */
export const retell = (parts: Part[], date: Piece | undefined, lead: DateLead, to: number, on: string): void => {
  const last = parts.at(-1)
  if (last && date && is(date, 'date'))
    parts.splice(-1, 1, {
      from: last.from,
      to,
      kind: 'values',
      choices: datesOf(lead.key, date.meaning, lead, false, on),
    })
}
/** «задержанные на митинге 3 октября»: of a single day, unlike of a month or year, the case may come long after it. */
export const isDayOfDeed = (pieces: readonly Piece[], n: number, tokens: readonly Token[]): boolean => {
  const [deed, day] = [pieces[n - 1], pieces[n]]
  if (!is(day, 'date') || !is(deed, 'values') || deed.to !== day.from || deed.meaning.of !== 'name') return false
  const { range } = day.meaning
  return 'min' in range && range.min === range.max && tokens[deed.from - 1]?.text === 'на'
}
/** A date after an event belongs to the event. */
export const afterEvent = (parts: readonly Part[]): string | undefined => {
  const isEvent = (part: Part): boolean => part.kind === 'values' && filterOf(part.choices[0]) === 'event_type'
  return parts.some(isEvent) ? 'event_date_range' : undefined
}
/** «нерассмотренные в 2025 году»: for undecided cases the days have no known field, unless they are days of entry. */
export const isOfUndecided = (
  pieces: readonly Piece[],
  n: number,
  lead: DateLead | undefined,
  tokens: readonly Token[],
): boolean => {
  const [before, date, next] = [pieces[n - 1], pieces[n], pieces[n + 1]]
  const isEntered = [lead, is(next, 'lead') && next.meaning.lead].some(one => one && one.key === 'entry_date_range')
  // «не решены старше полугода»: the age of the case.
  const isAge =
    date !== undefined && tokens.slice(date.from, date.from + 2).some(({ text }) => /^(старше|моложе)$/.test(text))
  const isAsOf = date !== undefined && tokens[date.from]?.text === 'на'
  return (
    is(before, 'values') && before.meaning.choices[0].values.has_result === false && !isEntered && !isAge && !isAsOf
  )
}
const ofList = /^(что|список|дел[ао]|расписание|заседани[еяй]|слушани[еяй]|суды?)$/u
/**
 * «список на пятницу»: hearings to come; «на 1 марта»: as it was then, or hearings; «на март»: either; «на сегодня»
 * after other words: as it is now. Undefined: days like any others, «на прошлой неделе».
 */
export const forDays = (
  pieces: readonly Piece[],
  n: number,
  tokens: readonly Token[],
  on: string,
): readonly Choice[] | undefined => {
  const [before, piece] = [pieces[n - 1], pieces[n]]
  if (!is(piece, 'date') || tokens[piece.from]?.text !== 'на') return undefined
  const { range, next, isNextNear } = piece.meaning
  const hearing = (days: DateRange): Choice =>
    choiceOf(
      { last_scheduled_hearing_date_range: days },
      `${dayLabels.last_scheduled_hearing_date_range} ${sayRange(days)}`,
    )
  if ('relative' in range)
    return range.relative === 'today'
      ? ofList.test(tokens[piece.from - 1]?.text ?? '')
        ? [hearing(range)]
        : []
      : undefined
  const day = range.min === range.max && range.min <= on ? range.min : undefined
  const asOf = day === undefined ? [] : [choiceOf({ as_of: day }, `на ${sayRange({ min: day, max: day })}`)]
  if (next === undefined) return day === undefined ? undefined : asOf
  if (/^(прош|минув|послед)/u.test(tokens[piece.from + 1]?.text ?? '')) return undefined
  if (JSON.stringify(next) === JSON.stringify(range)) return [hearing(next)]
  const isUndecided = is(before, 'values') && before.meaning.choices[0].values.has_result === false
  if (isUndecided && day !== undefined) return asOf
  return isNextNear ? [hearing(next)] : asOf.flatMap(choice => [choice, hearing(next)])
}
/**
 * «в пятницу, 27 ноября»: adjacent dates are one date; a conflict gives none, and undefined means there is no second
 * one.
 */
export const sameDays = (
  last: Part | undefined,
  pieces: readonly Piece[],
  n: number,
  on: string,
): readonly Choice[] | undefined => {
  const before = pieces[is(pieces[n - 1], 'mark') ? n - 2 : n - 1]
  const piece = pieces[n]
  if (!is(before, 'date') || !is(piece, 'date') || is(pieces[n + 1], 'lead')) return undefined
  const daysIn = ({ meaning }: typeof piece) =>
    [meaning.range, meaning.next, meaning.other].flatMap(days => (days ? { said: JSON.stringify(days), days } : []))
  const own = daysIn(piece).map(({ days }) => JSON.stringify(daysOf(days, on)))
  const agreed = daysIn(before).filter(({ days }) => own.includes(JSON.stringify(daysOf(days, on))))
  return last?.kind === 'values' && isOfDays(last)
    ? last.choices.filter(({ values }) => agreed.some(({ said }) => said === JSON.stringify(Object.values(values)[0])))
    : []
}
