import type { FullCase } from '#shared/api/full-case.ts'
import { clockIn, dayIn, showDate, showDayMonth, yearOf } from '#shared/domain/dates.ts'
import { isAnnulling } from '#shared/domain/outcome-kinds.ts'
import { hallWords, lowerFirst } from '#shared/domain/wording.ts'
import { calmTitle, caseOutcome } from '../filters/titles.ts'
import type { StatusSign } from '../ui/status.tsx'
import { daysAway, moscowDistance } from './court-time.ts'

/**
 * What matters next in a matter, through all its instances, as one sentence in two parts. Nothing follows from the calendar but
 * that a day has come.
 */
type NextStep = { main: string; rest: string }
type Instance = Pick<
  FullCase,
  | 'stage'
  | 'state'
  | 'possible_hearing'
  | 'result_date'
  | 'result_type'
  | 'result_valid_date'
  | 'appeal_date'
  | 'appeal_result'
  | 'last_scheduled_hearing_date'
  | 'last_scheduled_hearing_time'
>

const where = (stage: 1 | 2): string => (stage === 1 ? 'в первой инстанции' : 'во второй инстанции')

export const whatIsNext = (instances: readonly Instance[], today: string): NextStep => {
  const planned = instances.findLast(isSurelyPlanned)
  if (planned?.last_scheduled_hearing_date) {
    const { last_scheduled_hearing_date: date, last_scheduled_hearing_time: time } = planned
    return { main: `Заседание ${dayAndHour(date, time, today)}`, rest: daysAway(date, today) }
  }
  const latest = instances.at(-1)
  if (!latest) return { main: 'О деле ничего не известно', rest: '' }
  if (!isDecided(latest)) return { main: `Рассматривается ${where(latest.stage)}`, rest: waiting(latest, today) }
  const { result_valid_date: valid, appeal_date: appeal, appeal_result, stage } = latest
  const main = [stage === 2 ? `Во второй инстанции: ${lowerFirst(resultOf(latest).words)}` : resultOf(latest).words]
    .concat(latest.result_date ? [showDate(latest.result_date)] : [])
    .join(' ')
  if (valid) return { main, rest: `${valid <= today ? 'вступило' : 'вступит'} в\u00a0силу ${showDate(valid)}` }
  if (stage === 1 && (appeal || appeal_result))
    return { main, rest: `обжаловано${appeal ? ` ${showDate(appeal)}` : ''}` }
  return { main, rest: stage === 1 ? 'о\u00a0вступлении в\u00a0силу сведений нет' : '' }
}

const isDecided = ({ result_date, result_type }: Instance): boolean => result_date !== null || result_type !== null

/** A possible hearing does not tell where the case stands. */
const isSurelyPlanned = ({ state, possible_hearing }: Instance): boolean =>
  state === 'is_planned' && possible_hearing === null

const waiting = ({ possible_hearing, state, last_scheduled_hearing_date: day }: Instance, today: string): string =>
  possible_hearing
    ? `вероятно, заседание ${dayAndHour(possible_hearing.date, possible_hearing.time, today)}`
    : state === 'in_past' && day
      ? `заседание было ${showDate(day)}`
      : 'заседание не\u00a0назначено'

/** «25 ноября в 11:30»; of another year with it. */
const dayAndHour = (date: string, time: string | null, today: string): string =>
  `${yearOf(date) === yearOf(today) ? showDayMonth(date) : showDate(date)}${time ? ` в\u00a0${time}` : ''}`

/** What an instance has decided, in a few words. */
export const resultOf = ({ result_type }: Pick<Instance, 'result_type'>): { sign: StatusSign; words: string } => {
  if (!result_type) return { sign: 'past', words: 'Решено' }
  const { sign, short } = caseOutcome(result_type.title)
  // «Отменено решение на постановление без отмены постановления» leaves the decision as it is.
  if (sign === 'annulled' && !isAnnulling(result_type.title))
    return { sign: 'same', words: calmTitle(result_type.title) }
  return { sign, words: short }
}

type Hearing = Pick<FullCase, 'events' | 'court' | 'stage'> & Instance
/** Where the next hearing is, and when by the reader's clock: «Заречный суд, зал 5. Время суда, у вас 10:30». */
export const placeOfNext = (instances: readonly Hearing[], readerZone?: string): string => {
  const planned = instances.findLast(({ state }) => state === 'is_planned')
  const date = planned?.possible_hearing?.date ?? planned?.last_scheduled_hearing_date
  if (!planned || !date) return ''
  const time = planned.possible_hearing?.time ?? planned.last_scheduled_hearing_time
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
