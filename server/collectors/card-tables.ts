import { addMonths } from '#shared/domain/dates.ts'
import { isHearingWording } from '../db/reference/hearing-wording.ts'
import { lazily, type ReferenceEventType, referenceEventTypes } from '../db/reference/tables.ts'
import type { CaseRecordInput } from '../ingest/case-record.ts'
import { type Row, rowsIn } from './card-rows.ts'
import { cellMoment, isOff, isPutOff, movedTo } from './cell-moment.ts'
import type { Card, TakeNote } from './collector.ts'
import { fold, readResult, words } from './court-words.ts'
import { tidy } from './read-html.ts'
import { siteDay } from './site-dates.ts'

type Events = NonNullable<CaseRecordInput['events']>

/** `ended`: the result of the case, when it has one, with its day. */
export function readEvents(card: Card, note: TakeNote, ended?: { on: string | undefined }): Events {
  const events: Events = []
  const moves: Move[] = []
  for (const { title, row: told } of rowsIn(card, 'events', note)) {
    const row = withOwnResult(told)
    const written = tidy(row.type ?? '')
    if (written === '') {
      if (Object.keys(row).length > 0) note('missing', `${title}: type`, JSON.stringify(row))
      continue
    }
    const at = cellMoment(row.date ?? '', row.time)
    if (at === undefined) {
      if (isNoDay.test(tidy(row.date ?? ''))) note('undated_event', `${title}: ${written}`, toldOf(row))
      else note('unreadable_date', `${title}: ${written}`, row.date ?? '')
      continue
    }
    const type = words.event().find(written)
    if (type === undefined) note('unknown_event', title, written)
    const { day: date, time, behind } = at
    if (at.isUnclear) note('unreadable_time', `${title}: ${written}`, row.time ?? row.date ?? '')
    const ended = row.result === undefined ? undefined : readResult(words.event_result(), row.result)
    if (row.result !== undefined && ended === undefined) note('unknown_result', `${title}: ${written}`, row.result)
    const results = row.result === undefined ? [] : [ended?.title ?? tidy(row.result)]
    const remark = tidy(row.note ?? '')
    const isOfOutcome = { behind: isOff(behind, { date, time }), remark: isPutOff(remark, { date, time }) }
    if (isOfOutcome.behind && !results.some(result => fold(result) === fold(behind))) results.push(behind)
    const isNoted = isOfOutcome.remark && results.length === 0
    if (isNoted) results.push(remark)
    const grounds = [ended?.ground, row.ground, isNoted ? undefined : remark, isOfOutcome.behind ? undefined : behind]
    const remarks = [...new Set(grounds.flatMap(remark => (remark === undefined ? [] : [tidy(remark)])))]
      .filter(Boolean)
      .join('; ')
    const event = {
      type: type ?? written,
      date,
      ...(time === undefined ? {} : { time }),
      ...(results.length === 0 ? {} : { result: results.join('; ') }),
      ...(row.hall === undefined ? {} : { hall: tidy(row.hall) }),
      ...(remarks === '' ? {} : { note: remarks }),
    }
    const same = events.find(one => isOneHearing(one, event))
    if (same === undefined) events.push(event)
    else Object.assign(same, event)
    const to = movedBy([behind, row.result ?? '', isOfOutcome.remark ? remark : ''], date)
    if (to !== undefined) moves.push({ of: event, to })
  }
  const moved = moves.flatMap(move => movedHearing(move, events, ended))
  return new Set(moved.map(momentOf)).size === 1 ? [...events, ...moved.slice(0, 1)] : events
}

/** «Рассмотрение дела по существу / Рассмотрение отложено»: magistrates put the outcome behind the event. */
function withOwnResult(row: Row): Row {
  // «Судебное заседание (отложено)»
  const [, before, inBrackets = ''] = /^([^()]+?) ?\(([^()]+)\)$/u.exec(tidy(row.type ?? '')) ?? []
  const [type = '', ...result] = before && isOff(inBrackets) ? [before, inBrackets] : (row.type ?? '').split(/\s\/\s/u)
  return row.result !== undefined || result.length === 0 || isHearingWording(type) !== true
    ? row
    : { ...row, type, result: result.join(' / ') }
}

/** Where two of the words tell two days, nobody knows which. */
function movedBy(said: readonly string[], date: string): Move['to'] | undefined {
  const told = said.flatMap(words => movedTo(words, date) ?? [])
  const timed = told.filter(({ time }) => time !== undefined)
  const isOne = new Set(told.map(to => to.date)).size === 1 && new Set(timed.map(({ time }) => time)).size <= 1
  return isOne ? (timed[0] ?? told[0]) : undefined
}
type Move = { of: Events[number]; to: { date: string; time?: string } }
/**
 * A hearing that stands only in what another row says («перенесено на 12.03.2026 11:00»): of the last hearing, later
 * than it, and of a case that nothing ended before it. Otherwise a row of its own tells where the case went.
 */
function movedHearing({ of, to }: Move, events: Events, ended: { on: string | undefined } | undefined): Events {
  const isLast = events.every(one => isHearingWording(one.type) === false || momentOf(one) <= momentOf(of))
  const isOver =
    (ended !== undefined && (ended.on ?? of.date) >= of.date && (ended.on ?? of.date) < to.date) ||
    events.some(one => one.date > of.date && one.date < to.date && endings().has(fold(one.type)))
  const isLater = momentOf(to) > momentOf(of) && to.date <= addMonths(of.date, 12)
  if (isHearingWording(of.type) !== true || !isLast || isOver || !isLater) return []
  return [
    { type: of.type, ...to, note: `Перенесено с ${siteDay(of.date)}${of.time === undefined ? '' : ` ${of.time}`}` },
  ]
}
const momentOf = ({ date, time }: { date: string; time?: string | undefined }): string => `${date} ${time ?? ''}`
/** Told by two tabs, or twice by one: at one hour, and without a word that differs. */
function isOneHearing(one: Events[number], other: Events[number]): boolean {
  const isAgreed = (said: 'result' | 'hall' | 'note'): boolean =>
    one[said] === undefined || other[said] === undefined || plainHall(one[said]) === plainHall(other[said])
  return (
    (['date', 'time', 'type'] as const).every(said => one[said] !== undefined && one[said] === other[said]) &&
    (['result', 'hall', 'note'] as const).every(isAgreed) &&
    hearings().has(fold(one.type))
  )
}
/** «Зал № 1», «1» */
const plainHall = (said: string): string => fold(said).replace(/^(?:зал|каб(?:инет|\.)?) ?(?:№ ?)?(?=\d)/u, '')
const isNoDay = /^(?:[-–—]*|00\.00\.0000|не (?:назначен[оа]?|указан[ао]?))$/iu
const toldOf = ({ type: _, date: __, ...rest }: Row): string => Object.values(rest).map(tidy).join('; ')

const typesOf = (isMeant: (type: ReferenceEventType) => boolean) =>
  lazily(() => new Set(referenceEventTypes().flatMap(type => (isMeant(type) ? [fold(type.title)] : []))))
const hearings = typesOf(({ is_hearing }) => is_hearing)
/** After these a hearing is held only when a row of its own says so. */
const endingKinds: ReadonlySet<string> = new Set<ReferenceEventType['kind']>([
  'decision',
  'into_force',
  'execution',
  'closing',
  'archive',
  'transfer_out',
])
const endings = typesOf(({ kind }) => endingKinds.has(kind))
export const hearingsTold = (events: Events): string[] =>
  hearingEvents(events).map(({ date, time }) => (time === undefined ? date : `${date} ${time}`))

export const hearingEvents = (events: Events): Events => events.filter(({ type }) => hearings().has(fold(type)))
