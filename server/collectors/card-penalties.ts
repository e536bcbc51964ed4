import { type PenaltyType, type PenaltyUnit, unitOf } from '#shared/domain/outcomes.ts'
import type { CaseRecordInput } from '../ingest/case-record.ts'
import type { Row } from './card-rows.ts'
import { tidy } from './read-html.ts'

/** Penalties in separate columns of a person: kind, term, amount. An unknown kind becomes `no_data`. */
type Penalty = NonNullable<CaseRecordInput['penalties']>[number]

/** A longer name precedes a shorter one that it contains. */
const kinds: readonly (readonly [RegExp, PenaltyType])[] = [
  [/судебн\p{L}* штраф/iu, 'court_fine'],
  [/штраф/iu, 'fine'],
  [/пожизненн\p{L}*(?: лишени\p{L}* свобод\p{L}*)?|лишени\p{L}* свобод\p{L}* пожизненн\p{L}*/iu, 'life_imprisonment'],
  [/лишени\p{L}* свобод/iu, 'imprisonment'],
  [/ограничени\p{L}* свобод/iu, 'restriction'],
  [/принудительн\p{L}* работ/iu, 'forced_labour'],
  [/исправительн\p{L}* работ/iu, 'corrective_works'],
  [/обязательн\p{L}* работ/iu, 'works'],
  [/(?<!домашн\p{L}{1,3} )арест(?! ?(?:на )?(?:имуществ|денежн|счет|счёт|вещ|автомоб|транспорт))/iu, 'arrest'],
  [/предупрежден/iu, 'caution'],
  [/приостановлен/iu, 'suspension'],
  [/выдворен/iu, 'deportation'],
  [/дисквалификац/iu, 'disqualification'],
  [/конфискац/iu, 'confiscation'],
  [/лишени\p{L}* (?:\p{L}+ )?прав/iu, 'deprivation'],
  [/дисциплинарн\p{L}* воинск/iu, 'disciplinary_unit'],
  [/ограничени\p{L}* по военной/iu, 'military_restriction'],
]

const noneTold = /^(?:[-–—]|нет|(?:наказание )?не (?:назначен[оа]?|назначал(?:ось|ся|ась)))?[.]?$/iu
/** «без штрафа и ограничения свободы» */
const leftOut = /[,;]? ?(?<!\p{L})без [^,;()]{0,200}/giu
/** What is written is not, or not as it stands, what the person is to bear. */
const isOtherwise =
  /(?<!\p{L})не(?!\p{L}| (?:отбыт|оплач|уплач))|освобо[дж]|(?<!\p{L}|(?<!\p{L})не )(?:замен|отсроч|отмен|исключ|отбыт|погаш|погл|амнист|помилов|прекра[тщ]|снят)|приостановлен\p{L}* исполнен/iu
/** «от 5000 до 10000», «5000–10000», «не менее 5000», «половина минимального» */
const isRange =
  /(?<!\p{L})(?:от|до|свыше|более|менее|выше|ниже|минимальн\p{L}*|максимальн\p{L}*|половин\p{L}*)(?!\p{L})|кратн|\d ?[-–—] ?\d|\d[^,;]{0,30} (?:или|либо) [^,;]{0,10}\d/iu
/** «с 01.03.2026 до 06.03.2026», «(ниже низшего предела)» */
const aside = /(?<!\p{L})(?:со?|до|по|от) \d{1,2}\.\d{1,2}\.\d{4}|\([^()\d]*\)/giu
const probation = /[,;]? ?(?<!\p{L})(?:(?:с|и) )?испытательн[^,;]{0,80}/giu

export function columnPenalties(row: Row, person: string): Penalty[] {
  const main = penaltyOf(row.penalty, [row.penalty_term, row.penalty_amount], person)
  const extra = penaltyOf(row.penalty_extra, [], person)
  return [...(main ? [main] : []), ...(extra ? [{ ...extra, additional: true }] : [])]
}

function penaltyOf(kind: string | undefined, amounts: (string | undefined)[], person: string): Penalty | undefined {
  const written = tidy(kind ?? '')
  const imposed = tidy(written.replace(leftOut, ' '))
  if (noneTold.test(written) || noneTold.test(imposed)) return undefined
  const beside = amounts.flatMap(part => tidy(part ?? '') || [])
  const text = [written, ...beside].join(', ')
  const type = isOtherwise.test(text) ? 'no_data' : kindIn(imposed)
  const amount = [imposed, ...beside].join(', ').replace(probation, '').replace(aside, '')
  const value = isRange.test(amount) ? undefined : amountOf(amount, unitOf(type))
  const suspended = type !== 'no_data' && /(?<!\p{L})(?:условн|испытательн)/iu.test(text)
  return { type, text, person, ...(value === undefined ? {} : { value }), ...(suspended ? { suspended } : {}) }
}

/** Of two kinds in one cell it is not known whose the amount and the term are. */
function kindIn(written: string): PenaltyType {
  for (const [pattern, type] of kinds) {
    if (!pattern.test(written)) continue
    const rest = written.replace(new RegExp(pattern, 'giu'), '|')
    return kinds.some(([another]) => another.test(rest)) ? 'no_data' : type
  }
  return 'no_data'
}

const numberBefore = (text: string, word: RegExp): number | undefined => {
  const found = new RegExp(String.raw`(\d[\d \u00a0]*(?:[.,]\d+)?)\s*(?:\([^)]*\)\s*)?(?:${word.source})`, 'iu').exec(
    text,
  )?.[1]
  return found === undefined ? undefined : Number(found.replace(/[\s\u00a0]/g, '').replace(',', '.'))
}
/** «10.000,00 руб.»: the dot stands between thousands. */
const thousands = /(?<![\d.,])(\d{1,3})((?:\.\d{3})+)(?![\d.])/gu
const kopecks = (text: string): number => {
  const found = /руб\p{L}*\.?,? ?(\d{1,2}) ?коп/iu.exec(text)?.[1]
  return found === undefined ? 0 : Number(found) / 100
}
const daysOfMonth = 30

/** A bare number is in the unit of its kind, except terms, which may be in years or in months. */
function amountOf(text: string, unit: PenaltyUnit | null): number | undefined {
  const [years, months, days] = [/лет|год\p{L}*|г\./u, /мес\p{L}*\.?/u, /сут\p{L}*|дн\p{L}*|ден\p{L}*/u].map(word =>
    numberBefore(text, word),
  )
  if (unit === 'months')
    return years === undefined && months === undefined ? undefined : (years ?? 0) * 12 + (months ?? 0)
  if (unit === 'days') return days ?? (months === undefined ? undefined : months * daysOfMonth)
  if (unit === 'hours') return numberBefore(text, /час\p{L}*/u)
  if (unit === 'rubles') {
    const plain = text.replace(thousands, (_, first: string, rest: string) => first + rest.replaceAll('.', ''))
    const rubles = numberBefore(plain, /руб\p{L}*\.?/u) ?? numberBefore(plain, /(?=,|$)/u)
    return rubles === undefined || rubles === 0 ? undefined : rubles + kopecks(plain)
  }
  return undefined
}
