import type { DeadlineRow } from '#shared/api/deadlines.ts'
import type { FullCase } from '#shared/api/full-case.ts'
import { clockIn, dayIn, showDate, showDayMonth, yearOf } from '#shared/domain/dates.ts'
import type { DeadlineKind } from '#shared/domain/deadlines/case-facts.ts'
import { withSaid } from '#shared/domain/hearing-said.ts'
import { appealedWords, inForceByCard } from '#shared/domain/in-force.ts'
import { isAnnulling } from '#shared/domain/outcome-kinds.ts'
import { reviewMark } from '#shared/domain/outcomes.ts'
import { hallWords, lowerFirst } from '#shared/domain/wording.ts'
import { caseOutcome, sentenceCase } from '../filters/titles.ts'
import type { StatusSign } from '../ui/status.tsx'
import { daysAway, moscowDistance } from './court-time.ts'

/**
 * The next step in a matter through all its instances, as a sentence in two parts. From the calendar alone it only
 * concludes that a day has come.
 */
type NextStep = { main: string; rest: string }
type Instance = Pick<
  FullCase,
  | 'stage'
  | 'state'
  | 'annulled'
  | 'changed'
  | 'in_question'
  | 'possible_hearing'
  | 'hearing_said'
  | 'result_date'
  | 'result_type'
  | 'result_valid_date'
  | 'appeal_date'
  | 'appeal_result'
  | 'last_scheduled_hearing_date'
  | 'last_scheduled_hearing_time'
>

const where = (stage: 1 | 2): string => (stage === 1 ? 'в первой инстанции' : 'во второй инстанции')

type HearingAhead<One> = { of: One; date: string; time: string | null; isPossible: boolean }
/** The hearing in the sentence: a certain one of any instance, else a possible one of the undecided latest instance. */
export const hearingAhead = <One extends Instance>(instances: readonly One[]): HearingAhead<One> | undefined => {
  const planned = instances.findLast(({ state, possible_hearing }) => state === 'is_planned' && !possible_hearing)
  if (planned?.last_scheduled_hearing_date) {
    const { last_scheduled_hearing_date: date, last_scheduled_hearing_time: time } = planned
    return { of: planned, date, time, isPossible: false }
  }
  const latest = instances.at(-1)
  return latest?.possible_hearing && !isDecided(latest)
    ? { of: latest, ...latest.possible_hearing, isPossible: true }
    : undefined
}

/** The first future deadline, common to everybody in the case, that affects whether the decision stands. */
export const nearestDeadline = (
  deadlines: readonly Pick<DeadlineRow, 'kind' | 'person' | 'date' | 'title'>[],
  today: string,
): string | undefined => {
  const nearest = deadlines.find(
    ({ kind, person, date }) => person === null && date !== null && date >= today && ofStanding.has(kind),
  )
  return nearest && lowerFirst(nearest.title)
}
const ofStanding: ReadonlySet<string> = new Set(['complaint', 'appeal', 'force', 'cassation'] satisfies DeadlineKind[])

/** `deadline`: used when the card does not tell whether the decision stands; empty while unknown. */
export const whatIsNext = (instances: readonly Instance[], today: string, deadline?: string): NextStep => {
  const hearing = hearingAhead(instances)
  const latest = instances.at(-1)
  const at = hearing && withSaid(dayAndHour(hearing.date, hearing.time, today), hearing.of.hearing_said)
  if (hearing && !hearing.isPossible) return { main: `Заседание ${at}`, rest: daysAway(hearing.date, today) }
  if (!latest) return { main: 'О деле ничего не известно', rest: '' }
  if (!isDecided(latest)) {
    const rest = hearing ? `вероятно, заседание ${at}` : waiting(latest)
    return { main: `Рассматривается ${where(latest.stage)}`, rest }
  }
  const { words } = resultOf(latest)
  const main = [
    latest.stage === 2 ? `Во второй инстанции: ${lowerFirst(words)}` : words,
    latest.result_date && showDate(latest.result_date),
  ]
  return {
    main: main.filter(Boolean).join(' '),
    rest:
      sinceDecided(latest, today) ||
      (deadline ?? (latest.stage === 1 ? 'о\u00a0вступлении в\u00a0силу сведений нет' : '')),
  }
}

/** What became of a decision: the result of a review has priority over the day of force on the card. */
function sinceDecided(latest: Instance, today: string): string {
  const { stage, appeal_date: appeal, appeal_result: said } = latest
  const valid = inForceByCard(latest.result_valid_date, latest.result_date)
  const fate = reviewMark(latest)
  if (fate !== undefined) return stage === 1 && !latest.in_question ? `${fate} во\u00a0второй инстанции` : fate
  const appealed = stage === 1 && (appeal !== null || said !== null)
  const force = valid && `${valid <= today ? 'вступило' : 'вступит'} в\u00a0силу ${showDate(valid)}`
  const parts = [appealed && [appealedWords(appeal), said && lowerFirst(sentenceCase(said))], force]
  const told = parts.flatMap(part => (part ? [[part].flat().filter(Boolean).join(': ')] : []))
  return told.join(', ')
}

const isDecided = ({ result_date, result_type }: Instance): boolean => result_date !== null || result_type !== null

const waiting = ({ state, last_scheduled_hearing_date: day }: Instance): string =>
  state === 'in_past' && day ? `заседание было ${showDate(day)}` : 'заседание не\u00a0назначено'

/** «25 ноября в 11:30»; with the year if it is another one. */
const dayAndHour = (date: string, time: string | null, today: string): string =>
  `${yearOf(date) === yearOf(today) ? showDayMonth(date) : showDate(date)}${time ? ` в\u00a0${time}` : ''}`

export const resultOf = ({ result_type }: Pick<Instance, 'result_type'>): { sign: StatusSign; words: string } => {
  if (!result_type) return { sign: 'past', words: 'Решено' }
  const { sign, short } = caseOutcome(result_type.title)
  // «Отменено решение на постановление без отмены постановления» leaves the decision unchanged.
  if (sign === 'annulled' && !isAnnulling(result_type.title))
    return { sign: 'same', words: sentenceCase(result_type.title) }
  return { sign, words: short }
}

type Hearing = Pick<FullCase, 'events' | 'court'> & Instance
/** Place of that hearing, and its time by the reader's clock: «Заречный суд, зал 5. Время суда, у вас 10:30». */
export const placeOfNext = (instances: readonly Hearing[], readerZone?: string): string => {
  const hearing = hearingAhead(instances)
  if (!hearing) return ''
  const { of: planned, date, time } = hearing
  const event = planned.events.find(one => one.date === date && (time === null || one.time === time))
  const at = event?.happens_at ? new Date(event.happens_at) : undefined
  const mine = at && clockIn(readerZone, at)
  const isSameDay = at && dayIn(readerZone, at) === date
  const zone = moscowDistance(planned.court.time_zone, at ?? new Date(date))
  const hour =
    mine && mine !== time
      ? `Время суда${zone && `, ${zone}`}; у\u00a0вас ${isSameDay ? mine : `${mine} ${showDayMonth(dayIn(readerZone, at))}`}.`
      : ''
  const place = [planned.court.title, event?.hall && hallWords(event.hall)].filter(Boolean).join(', ')
  return [`${place}.`, hour].filter(Boolean).join(' ')
}
