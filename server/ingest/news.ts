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

const identity = ({ type, date, time }: Event): string => `${date} ${time ?? ''} ${type}`
const without = <T extends Event>(events: readonly T[], others: readonly Event[]): T[] => {
  const left = Map.groupBy(others, identity)
  return events.filter(event => left.get(identity(event))?.pop() === undefined)
}

/** A removed hearing and an added one are a moved one. A possible hearing does not count as moved to a certain one. */
function newsOfEvents(before: readonly Event[], after: readonly Event[], known: Known): NewsDetail[] {
  const [lost, added] = [without(before, after), without(after, before)]
  const comes = (event: Event): boolean => isAhead(event, known)
  const [set, off] = [added.filter(comes), lost.filter(comes)]
  const isSaidNow = (from: Event, to: Event): boolean =>
    known.isHearing(from.type) === null &&
    known.isHearing(to.type) === true &&
    showEventMoment(from) === showEventMoment(to)
  const pairs = pairsOf(
    off.filter(from => !set.some(to => isSaidNow(from, to))),
    set.filter(to => !off.some(from => isSaidNow(from, to))),
    known,
  )
  const [ofPairs, toPairs] = [new Set(pairs.map(({ from }) => from)), new Set(pairs.map(({ to }) => to))]
  const results = new Map(before.map(event => [identity(event), event.result]))
  const told = after.filter(
    event => event.result !== '' && results.has(identity(event)) && results.get(identity(event)) !== event.result,
  )
  return [
    ...pairs.map(({ from, to }) => ofHearing('hearing_moved', known, { from, to })),
    ...set.filter(to => !toPairs.has(to)).map(to => ofHearing('hearing_set', known, { to })),
    ...off
      .filter(from => !ofPairs.has(from) && !set.some(to => isSaidNow(from, to)))
      .map(from => ofHearing('hearing_cancelled', known, { from })),
    ...[...added.filter(event => !comes(event)), ...told]
      .filter(({ date }) => isRecent(date, known.today))
      .map(event => come('event', eventLine(event))),
    ...lost.filter(event => !comes(event) && isRecent(event.date, known.today)).map(event => gone(eventLine(event))),
  ]
}

function pairsOf(off: readonly Event[], set: readonly Event[], { isHearing }: Known): { from: Event; to: Event }[] {
  const isPossible = ({ type }: Event): boolean => isHearing(type) === null
  return [true, false].flatMap(possible => {
    const came = set.filter(event => isPossible(event) === possible)
    return off
      .filter(event => isPossible(event) === possible)
      .flatMap((from, n) => {
        const to = came[n]
        return to === undefined ? [] : [{ from, to }]
      })
  })
}
