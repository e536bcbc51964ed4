import { type PenaltyType, type PenaltyUnit, unitOf } from '#shared/domain/outcomes.ts'
import type { CaseRecordInput } from '../ingest/case-record.ts'
import type { Row } from './card-rows.ts'
import { tidy } from './read-html.ts'

/** Penalties in separate columns of a person: kind, term, amount. An unknown kind becomes `no_data`. */
type Penalty = NonNullable<CaseRecordInput['penalties']>[number]

/** The first match wins: a longer name precedes a shorter one that it contains. */
const kinds: readonly (readonly [RegExp, PenaltyType])[] = [
  [/судебн\p{L}* штраф/iu, 'court_fine'],
  [/штраф/iu, 'fine'],
  [/пожизненн/iu, 'life_imprisonment'],
  [/лишени\p{L}* свобод/iu, 'imprisonment'],
  [/ограничени\p{L}* свобод/iu, 'restriction'],
  [/принудительн\p{L}* работ/iu, 'forced_labour'],
  [/исправительн\p{L}* работ/iu, 'corrective_works'],
  [/обязательн\p{L}* работ/iu, 'works'],
  [/административн\p{L}* арест|арест/iu, 'arrest'],
  [/предупрежден/iu, 'caution'],
  [/приостановлен/iu, 'suspension'],
  [/выдворен/iu, 'deportation'],
  [/дисквалификац/iu, 'disqualification'],
  [/конфискац/iu, 'confiscation'],
  [/лишени\p{L}* (?:\p{L}+ )?прав/iu, 'deprivation'],
  [/дисциплинарн\p{L}* воинск/iu, 'disciplinary_unit'],
  [/ограничени\p{L}* по военной/iu, 'military_restriction'],
]

const noneTold = /^(?:[-–—]|нет|не назначено)?$/iu
export function columnPenalties(row: Row, person: string): Penalty[] {
  const main = penaltyOf(row.penalty, [row.penalty_term, row.penalty_amount], person)
  const extra = penaltyOf(row.penalty_extra, [], person)
  return [...(main ? [main] : []), ...(extra ? [{ ...extra, additional: true }] : [])]
}

function penaltyOf(kind: string | undefined, amounts: (string | undefined)[], person: string): Penalty | undefined {
  const written = tidy(kind ?? '')
  if (noneTold.test(written)) return undefined
  const text = [written, ...amounts]
    .filter(Boolean)
    .map(part => tidy(part ?? ''))
    .join(', ')
  const type = kinds.find(([pattern]) => pattern.test(written))?.[1] ?? 'no_data'
  const value = amountOf(text, unitOf(type))
  const suspended = /условно/iu.test(text)
  return { type, text, person, ...(value === undefined ? {} : { value }), ...(suspended ? { suspended } : {}) }
}

const numberBefore = (text: string, word: RegExp): number | undefined => {
  const found = new RegExp(String.raw`(\d[\d \u00a0]*(?:[.,]\d+)?)\s*(?:\([^)]*\)\s*)?(?:${word.source})`, 'iu').exec(
    text,
  )?.[1]
  return found === undefined ? undefined : Number(found.replace(/[\s\u00a0]/g, '').replace(',', '.'))
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
  if (unit === 'rubles') return numberBefore(text, /руб\p{L}*\.?/u) ?? numberBefore(text, /(?=,|$)/u)
  return undefined
}
