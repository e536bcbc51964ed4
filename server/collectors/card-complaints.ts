import { reviewKind } from '#shared/domain/outcome-kinds.ts'
import { isoDay } from '#shared/domain/written-day.ts'
import type { CardSection, Inferred, TakeNote } from './collector.ts'
import { fold } from './court-words.ts'

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
const hearing = /^(?:рассмотрен|жалоба рассмотрена|судебное заседание|вынесено)/iu
/** Each complaint has a table of its own; where they are fewer or more, no day is told. */
export function readComplaintMovement(section: CardSection, complaints: readonly Complaint[], note: TakeNote): void {
  const days = section.tables.flatMap(({ columns, rows }): (string | undefined)[] => {
    const name = columns.findIndex(column => /^событие|^наименование события/iu.test(column))
    const date = columns.findIndex(column => /^дата(?! размещения)/iu.test(column))
    if (name < 0 || date < 0) return []
    let day: string | undefined
    for (const row of rows) {
      const written = row[date] ?? ''
      if (written === '' || !hearing.test(row[name] ?? '')) continue
      const found = isoDay(written)
      if (found === undefined) note('unreadable_date', `${section.title}: ${columns[date]}`, written)
      else day = found
    }
    return [day]
  })
  if (complaints.length !== 1 && complaints.length !== days.length) return
  for (const [at, complaint] of complaints.entries()) {
    const day = complaints.length === 1 ? days.findLast(one => one !== undefined) : days[at]
    if (day === undefined) continue
    complaint.day = day
    complaint.inferred = complaint.inferred.filter(({ field }) => field !== 'appeal_date')
  }
}
