import { addMonths } from '#shared/domain/dates.ts'
import { isoDay } from '#shared/domain/written-day.ts'
import { isHearingWording } from '../db/reference/hearing-wording.ts'
import { lazily, type ReferenceEventType, referenceEventTypes } from '../db/reference/tables.ts'
import type { ArticleRecord, CaseRecordInput } from '../ingest/case-record.ts'
import { saidToBeAccused } from '../ingest/case-roles.ts'
import { eachOnce } from '../ingest/read-articles.ts'
import { readPersonName } from '../names/person-name.ts'
import { columnPenalties } from './card-penalties.ts'
import { type Row, roleOfRow, rowsIn } from './card-rows.ts'
import { splitNames } from './card-values.ts'
import { cellMoment, isOff, isPutOff, movedTo } from './cell-moment.ts'
import type { Card, TakeNote } from './collector.ts'
import { fold, readResult, words } from './court-words.ts'
import { tidy } from './read-html.ts'
import { siteDay } from './site-dates.ts'

type Events = NonNullable<CaseRecordInput['events']>
type Defendants = NonNullable<CaseRecordInput['defendants']>
type Participants = NonNullable<CaseRecordInput['participants']>
type Penalties = NonNullable<CaseRecordInput['penalties']>

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
    one[said] === undefined || other[said] === undefined || one[said] === other[said]
  return (
    (['date', 'time', 'type'] as const).every(said => one[said] !== undefined && one[said] === other[said]) &&
    (['result', 'hall', 'note'] as const).every(isAgreed) &&
    hearings().has(fold(one.type))
  )
}
const isNoDay = /^(?:[-–—]*|00\.00\.0000|не (?:назначен[оа]?|указан[ао]?))$/iu
const toldOf = ({ type: _, date: __, ...rest }: Row): string => Object.values(rest).map(tidy).join('; ')

const noRole = 'роль не указана'

export type People = {
  defendants: Defendants
  participants: Participants
  /** Articles of rows of several accused, of whom it is not told whose they are. */
  articles: ArticleRecord[]
  penalties: Penalties
  /** The result of each accused; `undefined` for those of whom the table says nothing. */
  results: (string | undefined)[]
  result_dates: (string | undefined)[]
  grounds: (string | undefined)[]
  is_material: boolean
}

export function readPeople(
  card: Card,
  articlesIn: (written: string, where: string) => ArticleRecord[][],
  note: TakeNote,
): People {
  const people: People = {
    defendants: [],
    participants: [],
    articles: [],
    penalties: [],
    results: [],
    result_dates: [],
    grounds: [],
    is_material: false,
  }
  let isSaid = false
  const namedIn = new Map<Defendants[number], string>()
  for (const line of rowsIn(card, 'people', note)) {
    const { title, row, columns } = line
    const name = tidy(row.name ?? '')
    if (row.material !== undefined) people.is_material = true
    if (name === '') {
      if (Object.keys(row).length > 0) note('missing', `${title}: name`, JSON.stringify(row))
      continue
    }
    const written = tidy(row.role ?? '')
    const role = roleOfRow(line)
    // Articles next to a person without the role of an accused: the meaning of that role is unknown.
    if (role === undefined || role === null || (role !== 'defendant' && row.articles !== undefined))
      note('unknown_role', title, [written, row.articles].filter(Boolean).join(': '))
    const names = namesIn(row.name ?? '')
    if (role !== 'defendant') {
      const told = role === undefined || role === null || role === 'other' ? written || noRole : role
      people.participants.push(...names.map(one => ({ role: told, name: one })))
      continue
    }
    if (columns.includes('role')) isSaid = true
    const day = row.person_result_date === undefined ? undefined : isoDay(row.person_result_date)
    if (row.person_result_date !== undefined && day === undefined)
      note('unreadable_date', `${title}: ${name}`, row.person_result_date)
    if (columns.includes('person_result')) people.results.push(row.person_result)
    if (columns.includes('person_result_date')) people.result_dates.push(day)
    if (columns.includes('person_ground')) people.grounds.push(row.person_ground && tidy(row.person_ground))
    people.penalties.push(...columnPenalties(row, name))
    const lists = articlesOf(row.articles ?? '', names.length, said => articlesIn(said, `${title}: ${name}`))
    if (lists.length !== names.length) people.articles.push(...lists.flat())
    const told = {
      ...(row.person_result === undefined ? {} : { result: tidy(row.person_result) }),
      ...(day === undefined ? {} : { result_date: day }),
    }
    for (const [at, one] of names.entries()) {
      const articles = lists.length === names.length ? eachOnce(lists[at] ?? []) : []
      // «ЛИЦА» and «СТОРОНЫ» may both name the accused; two equal names in one table are two people.
      const known = people.defendants.find(other => namedIn.get(other) !== title && isOneName(other.name, one))
      if (known !== undefined) {
        if (known.articles?.length === 0) known.articles = articles
        if (known.result === undefined) Object.assign(known, told)
        continue
      }
      const defendant: Defendants[number] = { name: one, articles, ...told }
      namedIn.set(defendant, title)
      people.defendants.push(defendant)
    }
  }
  return isSaid ? { ...people, defendants: saidToBeAccused(people.defendants) } : people
}

const mostNames = 100
/** Several whole names in one cell are several people (domain §1); «Директор ООО «Луг», Лугов П.П.» is one. */
function namesIn(written: string): string[] {
  const names = splitNames(written.replace(/[\n;]| и (?=\p{Lu})/gu, ','))
  const isWhole = (name: string): boolean => {
    const { kind, full } = readPersonName(name)
    return kind === 'person' && (full !== undefined || /\s\p{Lu}\. ?(?:\p{Lu}\.)?$/u.test(name))
  }
  return names.length > 1 && names.length <= mostNames && names.every(isWhole) ? names : [tidy(written)]
}
/** In the order of the names, where there are as many. */
function articlesOf(written: string, names: number, read: (said: string) => ArticleRecord[][]): ArticleRecord[][] {
  if (written === '') return new Array<ArticleRecord[]>(names).fill([])
  const lines = written.split('\n')
  const lists = read(names > 1 && lines.length === names ? lines.join(', ') : written)
  return names === 1 ? [lists.flat()] : lists
}

const isOneName = (one: string, other: string): boolean =>
  fold(one) === fold(other) && readPersonName(one).kind !== 'hidden'

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
