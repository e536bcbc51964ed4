import { z } from 'zod'
import { addDays, farthestHearing, showDate } from '#shared/domain/dates.ts'
import {
  hearingLine,
  type NewsDetail,
  type NewsKind,
  newsKindValues,
  previewDays,
  showEventMoment,
} from '#shared/domain/news.ts'
import type { Change } from '../journal/change-words.ts'
import { type CaseRecord, withoutPlaceholder } from './case-record.ts'
import { memoized } from './memoize.ts'
import { decisionTextOf, type IsHearing } from './prepare-case.ts'

/**
 * News in a new record, by kind and in words. Events of more than a hundred days ago are history, so that loading a court's past notifies nobody.
 */
export type News = { kinds: NewsKind[]; details: NewsDetail[] }
type Known = { isHearing: IsHearing; today: string; now: string }

const oldest = memoized(1, today => addDays(today, -previewDays))
const farthest = memoized(1, farthestHearing)
const isRecent = (day: string, today: string): boolean => day >= oldest(today)

type Event = Pick<CaseRecord['events'][number], 'type' | 'date' | 'time' | 'result' | 'hall'>
/** A future hearing, or a future event of unknown wording. */
const isAhead = ({ type, date, time }: Event, { isHearing, today, now }: Known): boolean => {
  if (date > farthest(today)) return false
  const is = isHearing(type)
  return is === null ? time !== undefined && `${date} ${time}` >= now : is && date >= today
}
const eventLine = (event: Event): string =>
  `${showEventMoment(event)} — ${event.type}${event.result ? `: ${event.result}` : ''}`

const maxDetails = 50
const gathered = (details: readonly NewsDetail[], beside: readonly NewsKind[] = []): News => {
  const found = new Set([...beside, ...details.map(({ kind }) => kind)])
  return { kinds: newsKindValues.filter(kind => found.has(kind)), details: details.slice(0, maxDetails) }
}
function ofHearing(
  kind: NewsKind,
  { isHearing }: Known,
  { from, to }: { from?: Event; to?: Event | undefined },
): NewsDetail {
  const told = to ?? from
  return {
    kind,
    before: from === undefined ? null : hearingLine(from),
    after: to === undefined ? null : hearingLine(to),
    ...(told !== undefined && isHearing(told.type) === null && { is_possible: true }),
  }
}
const come = (kind: NewsKind, after: string): NewsDetail => ({ kind, before: null, after })
const gone = (before: string): NewsDetail => ({ kind: 'disappeared', before, after: null })

export function newsOfNew(record: CaseRecord, known: Known): News {
  const { entry_date, result_date, result, appeal_result, events } = record
  const days = [entry_date, result_date, record.result_published_date, ...events.map(({ date }) => date)]
  const told = days.filter(day => day !== undefined)
  if (told.length > 0 && !told.some(day => isRecent(day, known.today))) return { kinds: [], details: [] }
  const ahead = events.filter(event => isAhead(event, known))
  return gathered(
    [
      ...ahead.map(event => ofHearing('hearing_set', known, { to: event })),
      ...(result === undefined ? [] : [come('result', result)]),
      ...(appeal_result === undefined ? [] : [come('appeal', appeal_result)]),
    ],
    ['new', ...(decisionTextOf(record) === undefined ? [] : (['text'] as const))],
  )
}

const kept = z
  .array(
    z.object({
      type: z.string(),
      date: z.string(),
      time: z.string().transform(withoutPlaceholder).optional(),
      result: z.string().catch(''),
      hall: z.string().catch(''),
    }),
  )
  .catch([])

export const eventsOf = (events: unknown): Event[] => kept.parse(events)

/** Changes that are no news, or have a news kind of their own. */
const quietFields: ReadonlySet<string> = new Set(['url', 'text_url', 'related', 'text', 'events', 'result_valid_date'])
const ownKinds: Readonly<Record<string, NewsKind>> = {
  appeal_date: 'appeal',
  appeal_result: 'appeal',
  result: 'result',
}

export function newsOfChange(
  before: Readonly<Record<string, unknown>>,
  after: CaseRecord,
  changes: readonly Change[],
  known: Known,
): News {
  const details = changes.flatMap(({ field, before: was, after: is }): NewsDetail[] => {
    if (field === 'events') return newsOfEvents(eventsOf(before.events), after.events, known)
    if (field === 'text')
      return is === null
        ? [gone('Текст решения')]
        : was === null
          ? [come('text', is)]
          : [{ kind: 'changed', before: null, after: 'Текст решения заменён' }]
    if (quietFields.has(field)) return []
    if (field === 'defendants' && isHidden(after) && !isHiddenIn(before.defendants))
      return [gone('Имена лиц скрыты судом')]
    const kind = ownKinds[field] ?? 'changed'
    if (is === null && was !== null && (kind !== 'changed' || field === 'penalties'))
      return [gone(vanished(field, was))]
    if (field === 'result_date' && after.result !== undefined && before.result === undefined) return []
    const shown = (said: string | null): string | null =>
      said && shortened(field.endsWith('_date') ? showDate(said) : said)
    return [{ kind, before: shown(was), after: shown(is) }]
  })
  return gathered(details)
}

const hidden = /скрыт|<данные|\*\*\*/i
const isHidden = ({ defendants }: CaseRecord): boolean =>
  defendants.some(({ name, hidden: said }) => said === true || hidden.test(name))
const names = z.array(z.object({ name: z.string(), hidden: z.boolean().optional() })).catch([])
const isHiddenIn = (defendants: unknown): boolean =>
  names.parse(defendants).some(({ name, hidden: said }) => said === true || hidden.test(name))

const vanished = (field: string, was: string): string => shortened(field === 'penalties' ? `Наказание: ${was}` : was)
const maxDetailLength = 300
const shortened = (text: string): string =>
  text.length > maxDetailLength ? `${text.slice(0, maxDetailLength).toWellFormed()}…` : text

const plainType = ({ type }: Event): string => type.toLowerCase().replaceAll('ё', 'е')
const moment = ({ date, time }: Event): string => `${date} ${time ?? ''}`
const identity = (event: Event): string => `${moment(event)} ${plainType(event)}`
const without = <T extends Event>(events: readonly T[], others: readonly Event[]): T[] => {
  const left = Map.groupBy(others, identity)
  return events.filter(event => left.get(identity(event))?.pop() === undefined)
}
/** A row that is added or dropped beside an equal one is no news. */
const notAmong = <T extends Event>(events: readonly T[], others: readonly Event[]): T[] => {
  const known = new Set(others.map(identity))
  return events.filter(event => !known.has(identity(event)))
}

type Pair = { from: Event; to: Event }
function matched(off: readonly Event[], set: readonly Event[], isOne: (from: Event, to: Event) => boolean): Pair[] {
  const left = new Set(set)
  return off.flatMap(from => {
    const to = [...left].find(one => isOne(from, one))
    if (to === undefined) return []
    left.delete(to)
    return [{ from, to }]
  })
}
const rest = ([off, set]: readonly [readonly Event[], readonly Event[]], pairs: readonly Pair[]) => {
  const used = new Set(pairs.flatMap(({ from, to }) => [from, to]))
  return [off.filter(event => !used.has(event)), set.filter(event => !used.has(event))] as const
}

/**
 * A removed hearing and an added one are a moved one. One that is called otherwise, or whose hour is told now, has not
 * moved. A possible hearing does not count as moved to a certain one.
 */
function newsOfEvents(before: readonly Event[], after: readonly Event[], known: Known): NewsDetail[] {
  const [lost, added] = [without(before, after), without(after, before)]
  const comes = (event: Event): boolean => isAhead(event, known)
  const all = [notAmong(lost.filter(comes), after), notAmong(added.filter(comes), before)] as const
  const isSaidNow = (from: Event, to: Event): boolean =>
    known.isHearing(from.type) === null && known.isHearing(to.type) === true && moment(from) === moment(to)
  const said = matched(...all, isSaidNow)
  const renamed = matched(...rest(all, said), (from, to) => moment(from) === moment(to))
  const timed = matched(
    ...rest(all, [...said, ...renamed]),
    (from, to) =>
      plainType(from) === plainType(to) &&
      from.date === to.date &&
      (from.time === undefined) !== (to.time === undefined),
  )
  const others = rest(all, [...said, ...renamed, ...timed])
  const pairs = pairsOf(...others, known)
  const [left, set] = rest(others, pairs)
  // A day whose year is mistyped (decision 0136): a hearing has moved, and nobody knows to when, nor which of several.
  const far = added.filter(({ date }) => date > farthest(known.today))
  const isUnclear = (event: Event): boolean => {
    const named = (events: readonly Event[]): number => events.filter(one => plainType(one) === plainType(event)).length
    return named(far) > 0 && named(left) > (named(set) > 0 ? 1 : named(far))
  }
  const [unclear, clear] = [left.filter(isUnclear), left.filter(event => !isUnclear(event))]
  const mistyped = matched(clear, far, (from, to) => plainType(from) === plainType(to))
  const [off] = rest([clear, set], mistyped)
  const told = [...said, ...timed].flatMap(({ to }) => (to.time === undefined ? [] : [to]))
  const changed = [...mistyped, ...renamed, ...timed.filter(({ to }) => to.time === undefined)]
  const results = new Map(before.map(event => [identity(event), event.result]))
  const ended = after.filter(
    event => event.result !== '' && results.has(identity(event)) && results.get(identity(event)) !== event.result,
  )
  return [
    ...pairs.map(({ from, to }) => ofHearing('hearing_moved', known, { from, to })),
    ...[...set, ...told].map(to => ofHearing('hearing_set', known, { to })),
    ...off.map(from => ofHearing('hearing_cancelled', known, { from })),
    ...changed.map(({ from, to }) => ({ kind: 'changed' as const, before: hearingLine(from), after: hearingLine(to) })),
    ...[...added.filter(event => !comes(event) && !mistyped.some(({ to }) => to === event)), ...ended]
      .filter(({ date }) => isRecent(date, known.today))
      .map(event => come('event', eventLine(event))),
    ...lost
      .filter(event => unclear.includes(event) || (!comes(event) && isRecent(event.date, known.today)))
      .map(event => gone(eventLine(event))),
  ]
}

/** In the order of their days, and only hearings of one name. Of more that went than came it is not known which moved. */
function pairsOf(off: readonly Event[], set: readonly Event[], { isHearing }: Known): Pair[] {
  const inOrder = (events: readonly Event[]): Event[] =>
    events.toSorted((one, other) => moment(one).localeCompare(moment(other)))
  const came = Map.groupBy(inOrder(set), plainType)
  const pairs = [...Map.groupBy(inOrder(off), plainType)].flatMap(([type, gone]) => {
    const others = came.get(type) ?? []
    return gone.length > others.length ? [] : matched(gone, others, () => true)
  })
  const [possible, certain] = [true, false].map(is =>
    pairs.filter(({ from }) => (isHearing(from.type) === null) === is),
  )
  return [...(possible ?? []), ...(certain ?? [])]
}
