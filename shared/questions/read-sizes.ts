import { dateLeads } from './field-phrases.ts'
import type { Finder, Piece, QuestionScan } from './pieces.ts'
import { amountAt } from './read-amounts.ts'
import { dateAt, lostDaysAt } from './read-dates.ts'

/** Days and amounts that could be confused with each other or with an age. */
const isUnreadBefore = (pieces: readonly Piece[], at: number): boolean => {
  const last = pieces.findLast(({ meaning }) => meaning.kind !== 'idle')
  return last?.to === at && (last.meaning.kind === 'unread' || last.meaning.kind === 'view')
}
/** «старше года» fits cases and people, and cards have no ages. */
const isOfAge = ({ tokens, pieces }: QuestionScan, at: number): boolean =>
  /^(старше|моложе)$/u.test(tokens[tokens[at]?.text === 'не' ? at + 1 : at]?.text ?? '') &&
  (isUnreadBefore(pieces, at) ||
    /^(1[4-9]|[2-9]\d|[а-я]*дцати|сорока|пятидесяти|шестидесяти)$/u.test(
      tokens[tokens[at]?.text === 'не' ? at + 2 : at + 1]?.text ?? '',
    ) ||
    pieces.some(({ meaning }) => meaning.kind === 'values' && 'defendant_gender' in meaning.choices[0].values))
export const daysAt: Finder = (scanned, at) => {
  const { tokens, on } = scanned
  if (isOfAge(scanned, at)) return undefined
  const date = dateAt(tokens, at, on)
  const lost = lostDaysAt(tokens, at, on)
  if (lost !== undefined && !isSum(scanned, at, lost)) return { to: lost, meaning: { kind: 'unread', why: noDays } }
  const sum = date && isSum(scanned, at, date.to)
  // «1988 г.р.»
  if (date && /^(р|рожд[а-я]*)$/u.test(tokens[date.to]?.text ?? ''))
    return { to: date.to + 1, meaning: { kind: 'unread', why: 'Года рождения карточки не называют.' } }
  if (sum === 'either') return { to: date?.to ?? at + 1, meaning: { kind: 'unread', why: yearOrSum } }
  return date && !sum ? { to: date.to, meaning: { kind: 'date', ...date } } : undefined
}
const noDays = 'Таких дней нет, или не сказано, сколько их.'
const yearOrSum = 'Это год или сумма? Допишите «года» или «рублей».'
const isOfFine = (piece: Piece | undefined): boolean =>
  piece?.meaning.kind === 'values' &&
  [piece.meaning.choices[0].values.penalty_type ?? []].flat().some(kind => kind === 'fine')
/**
 * «штраф до 2 000», «штраф от 2000»: next to a fine a bare number is roubles; from the first years with published cases
 * on it may be a year.
 */
const isSum = ({ tokens, pieces }: QuestionScan, at: number, to: number): boolean | 'either' => {
  const own = tokens.slice(at, to)
  if (own.some(({ kind, written }) => kind === 'number' && /\s/.test(written))) return true
  const isFine = isOfFine(pieces.findLast(({ meaning }) => meaning.kind !== 'idle'))
  const number = own.at(-1)
  if (!isFine || own.length > 2 || number?.kind !== 'number' || !/^\d{4}$/.test(number.text)) return false
  const isBounded = own.length === 2 && /^(от|до|с|после)$/.test(own[0]?.text ?? '')
  if (Number(number.text) < 2010) return isBounded || own.length === 1
  return isBounded && 'either'
}
export const sizeAt: Finder = (scanned, at) => {
  const amount = amountAt(scanned.tokens, at)
  const number = scanned.tokens[at]
  // «штраф 5000»: not written like a year.
  const isFine =
    amount?.to === at + 1 &&
    /^(\d{4,7}|(пол)?миллион[а-я]*)$/u.test(number?.text ?? '') &&
    !/^(19|20|21)\d\d$/.test(number?.text ?? '') &&
    scanned.pieces.at(-1)?.to === at &&
    isOfFine(scanned.pieces.at(-1))
  return amount && (amount.isPrecise || isFine) && isSum(scanned, at, amount.to) !== 'either'
    ? { to: amount.to, meaning: { kind: 'amount', found: amount } }
    : undefined
}

const nearDay = /^(сегодня|завтра|послезавтра|вчера|позавчера)$/u
const ofHearing = dateLeads.find(
  ({ key, isNothingAlone }) => key === 'last_scheduled_hearing_date_range' && isNothingAlone,
)
/** «суд завтра», «что сегодня в судах»: «суд» with such a day is a hearing. */
export const courtDayAt: Finder = ({ tokens, on }, at) => {
  const day = dateAt(tokens, at + 1, on)
  const isBeside =
    // «суд в пятницу», «суд 3 декабря»
    (day?.isOneDay && day.next !== undefined) ||
    nearDay.test(tokens[at + 1]?.text ?? '') ||
    nearDay.test(tokens[at - 1]?.text ?? '') ||
    day?.isAhead === true
  return ofHearing && isBeside && /^суды?$/u.test(tokens[at]?.text ?? '')
    ? { to: at + 1, meaning: { kind: 'lead', lead: ofHearing } }
    : undefined
}
