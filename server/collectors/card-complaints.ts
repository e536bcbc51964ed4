import { type ReviewKind, reviewKind } from '#shared/domain/outcome-kinds.ts'
import { isoDay } from '#shared/domain/written-day.ts'
import { isOff } from './cell-moment.ts'
import type { CardSection, Inferred, TakeNote } from './collector.ts'
import { fold, knownResult, saysOutcome, words } from './court-words.ts'

/** A complaint of a card with what became of it: the day belongs to this result alone. */
export type Complaint = { result?: string; day?: string; inferred: Inferred[] }
type AppealTold = { appeal_result?: string | undefined; appeal_date?: string | undefined; inferred: Inferred[] }

/**
 * What the complaints mean for the case. One that was not heard changes nothing. Results that differ are told only where they are all about one
 * accused: for that one, what a complaint changed is not undone by another that was refused, and a later result follows an earlier one.
 */
export function appealOf(complaints: readonly Complaint[], accused: number, note: TakeNote): AppealTold {
  const withResult = complaints.filter(({ result }) => result !== undefined)
  const heard = withResult.filter(({ result = '' }) => !isUnheard(result))
  const [only, ...others] = [heard, withResult, complaints].find(some => some.length > 0) ?? []
  if (only === undefined) return { inferred: [] }
  const told = [only, ...others]
  const last =
    agreed(told) ?? (accused === 1 ? (agreed(withoutRefused(told)) ?? latest(withoutRefused(told))) : undefined)
  if (last !== undefined) return { appeal_result: last.result, appeal_date: last.day, inferred: last.inferred }
  note('unknown_result', 'appeal_result', told.map(({ result = '' }) => result).join('; '))
  const isOneDay = others.every(({ day }) => day === only.day)
  return { appeal_date: isOneDay ? only.day : undefined, inferred: [] }
}

/** «Производство прекращено» alone may be that of the case. */
const isUnheard = (result: string): boolean => {
  const kind = reviewKind(result)
  return kind === 'returned' || (kind === 'ended' && !/^производство прекращено$/iu.test(result))
}
const meaningOf = ({ result = '' }: Complaint): string => {
  const kind = reviewKind(result)
  return kind === 'other' ? fold(result) : kind
}
const withoutRefused = (told: readonly Complaint[]): Complaint[] =>
  told.filter(({ result = '' }) => reviewKind(result) !== 'upheld')

const agreed = (told: readonly Complaint[]): Complaint | undefined =>
  new Set(told.map(meaningOf)).size === 1 ? (latest(told) ?? told.at(-1)) : undefined
/** Undefined where a day is missing, or two are one. */
const latest = (told: readonly Complaint[]): Complaint | undefined => {
  const byDay = new Map(told.flatMap(one => (one.day === undefined ? [] : [[one.day, one] as const])))
  return byDay.size === told.length ? byDay.get([...byDay.keys()].sort().at(-1) ?? '') : undefined
}

/** A row of «ДВИЖЕНИЕ ЖАЛОБЫ» with the day on which the higher court heard the complaint. */
const hearing = /^(?:рассмотрен|жалоба рассмотрена|судебное заседание|вынесено(?! определение об? ))/iu
type Heard = { day: string; outcome: string }
const changing: ReadonlySet<ReviewKind> = new Set<ReviewKind>(['annulled', 'annulled_ended', 'retrial', 'changed'])
/** Whether a hearing ended as the complaint did, or ended it at all where its result is not told. */
function isEnd(outcome: string, result: string | undefined): boolean {
  const kind = reviewKind(outcome)
  if (!saysOutcome(outcome)) return false
  if (result === undefined) return kind !== 'other' || knownResult(words.result(), outcome) !== undefined
  const meant = reviewKind(result)
  return kind !== 'other' && (kind === meant || (changing.has(kind) && changing.has(meant)))
}
/**
 * Each complaint has a table of its own; where they are fewer or more, no day is told. A hearing that was put off is not the one at
 * which the complaint was heard, and before there is a result nobody knows whether it will be held.
 */
export function readComplaintMovement(section: CardSection, complaints: readonly Complaint[], note: TakeNote): void {
  const tables = section.tables.flatMap(({ columns, rows }): Heard[][] => {
    const [name, date, result] = [/^событие|^наименование события/iu, /^дата(?! размещения)/iu, /^результат/iu].map(
      of => columns.findIndex(column => of.test(column)),
    )
    if (name === undefined || date === undefined || name < 0 || date < 0) return []
    const heard = rows.filter(row => row[date] && hearing.test(row[name] ?? ''))
    return [
      heard.flatMap(row => {
        const outcome = row[result ?? -1] ?? ''
        const day = isoDay(row[date] ?? '')
        if (day === undefined) note('unreadable_date', `${section.title}: ${columns[date]}`, row[date] ?? '')
        return day === undefined || (!saysOutcome(outcome) && isOff(outcome)) ? [] : [{ day, outcome }]
      }),
    ]
  })
  if (complaints.length !== 1 && complaints.length !== tables.length) return
  for (const [at, complaint] of complaints.entries()) {
    const heard = complaints.length === 1 ? tables.flat() : (tables[at] ?? [])
    const ends = heard.filter(({ outcome }) => isEnd(outcome, complaint.result))
    const meant = ends.length > 0 ? ends : complaint.result === undefined ? [] : heard
    const day = meant
      .map(one => one.day)
      .sort()
      .at(-1)
    if (day === undefined) continue
    complaint.day = day
    complaint.inferred = complaint.inferred.filter(({ field }) => field !== 'appeal_date')
  }
}
