import { heldOn, type Today, type TodayHearing, type WatchedCase } from '#shared/api/today.ts'
import { addDays, clockIn, dayIn, showDate, showDayMonth, weekdayOf } from '#shared/domain/dates.ts'
import { weekdays } from '#shared/domain/news.ts'
import { counted, hallWords, plural, upperFirst } from '#shared/domain/wording.ts'
import { personName } from '../filters/case-wording.ts'

const hearingForms = ['заседание', 'заседания', 'заседаний'] as const
const changeForms = ['изменение', 'изменения', 'изменений'] as const
const inCaseForms = ['деле', 'делах', 'делах'] as const

/** «Сегодня 4 заседания, 2 из них пересекаются. Завтра 1 заседание.» */
export function hearingsLine({ hearings, later }: Pick<Today, 'hearings' | 'later'>, today: string): string {
  const [now, next] = [heldOn(hearings, today), heldOn(hearings, addDays(today, 1))]
  const clashes = now.filter(({ clash }) => clash !== null).length
  const first = now.length === 0 ? 'Сегодня заседаний нет' : `Сегодня ${counted(now.length, hearingForms)}`
  const clashing =
    clashes === 0
      ? ''
      : clashes === now.length
        ? `, ${clashes === 1 ? 'оно пересекается с\u00a0другим' : clashes === 2 ? 'они пересекаются' : 'все пересекаются'}`
        : `, ${clashes} из\u00a0них ${plural(clashes, ['пересекается', 'пересекаются', 'пересекаются'])}`
  if (next.length > 0) return `${first}${clashing}. Завтра ${counted(next.length, hearingForms)}.`
  const nearest = hearings.find(({ date, off }) => off === null && date > today)?.date ?? later.next
  return `${first}${clashing}.${nearest ? ` ${now.length > 0 ? 'Следующее' : 'Ближайшее'} ${showDayMonth(nearest)}.` : ''}`
}

/** «Показаны первые 500. Ещё 3 заседания не поместились.» */
export const cutLine = (shown: number, cut: number): string =>
  `Показаны первые ${shown}. Ещё ${counted(cut, hearingForms)} не\u00a0${plural(cut, ['поместилось', 'поместились', 'поместилось'])}.`

/** «Дальше ещё 2 заседания, ближайшее 8 марта 2027.», including those too far ahead to be shown. */
export const laterLine = (count: number, next: string): string =>
  `Дальше ещё ${counted(count, hearingForms)}, ближайшее ${showDate(next)}.`

/** «7 изменений в 4 делах» */
export const changesLine = (changes: number, cases: number): string =>
  `${counted(changes, changeForms)} в\u00a0${counted(cases, inCaseForms)}`
export const changesCount = (count: number): string => counted(count, changeForms)

/** «Сегодня» with its date. */
export function dayHeading(day: string, today: string): { title: string; rest: string } {
  const weekday = weekdays.find(({ value }) => value === weekdayOf(day))?.label ?? ''
  const date = showDayMonth(day)
  if (day === today) return { title: 'Сегодня', rest: `${weekday}, ${date}` }
  if (day === addDays(today, 1)) return { title: 'Завтра', rest: `${weekday}, ${date}` }
  // In the court's zone it is still that day.
  if (day < today) return { title: 'Вчера', rest: `${weekday}, ${date}: в\u00a0суде день ещё не\u00a0кончился` }
  return { title: upperFirst(weekday), rest: date }
}

/** The reader's time, when it differs from the court's. */
export function ownTime({
  date,
  time,
  happens_at,
}: Pick<TodayHearing, 'date' | 'time' | 'happens_at'>): string | undefined {
  if (time === null || happens_at === null) return undefined
  const at = new Date(happens_at)
  const [day, clock] = [dayIn(undefined, at), clockIn(undefined, at)]
  if (day === date && clock === time) return undefined
  return `${day === date ? '' : `${showDayMonth(day)}, `}${clock} у\u00a0вас`
}

const mostNames = 2
/** The people of the case; without names, its number. */
export function namesOfWatched({ defendants, case_number }: Pick<WatchedCase, 'defendants' | 'case_number'>): string {
  if (defendants.length === 0) return case_number
  const more = defendants.length - mostNames
  return `${defendants.slice(0, mostNames).map(personName).join(', ')}${more > 0 ? ` и\u00a0ещё ${counted(more, ['лицо', 'лица', 'лиц'])}` : ''}`
}
const articlesOf = ({ articles, type }: Pick<WatchedCase, 'articles' | 'type'>): string =>
  articles.length === 0
    ? ''
    : `ст.\u00a0${articles.map(one => one.replaceAll(' ', '\u00a0')).join('; ')} ${type === 2 ? 'УК' : 'КоАП'}`
/** «5-1411/2026, ст. 19.3 ч. 1 КоАП» */
export const numberLine = (one: WatchedCase): string =>
  [one.defendants.length > 0 && one.case_number, articlesOf(one)].filter(Boolean).join(', ')
export const reasonOf = ({ sets, client, watched_name, defendants }: Reason): string => {
  // The single name of the case is already the heading of the row.
  const isHead = defendants.length === 1 && defendants[0] === client
  return [
    sets.length > 0 && `${sets.length === 1 ? 'подборка' : 'подборки'} ${sets.map(title => `«${title}»`).join(', ')}`,
    client && (isHead ? 'следите за\u00a0этим лицом' : `следите за\u00a0лицом: ${personName(client)}`),
    watched_name && `подписка на\u00a0имя «${watched_name}»`,
  ]
    .filter(Boolean)
    .join(', ')
}
type Reason = Pick<WatchedCase, 'sets' | 'client' | 'watched_name' | 'defendants'>

export const placeLine = ({ case: { court }, hall }: Pick<TodayHearing, 'case' | 'hall'>): string =>
  [court.city, hall && hallWords(hall)].filter(Boolean).join(', ')

type Moment = { date: string; time: string | null }
export const momentLine = ({ date, time }: Moment): string => `${showDayMonth(date)}${time ? `, ${time}` : ''}`

export const clashLine = ({ clash, case: own, date }: Pick<TodayHearing, 'clash' | 'case' | 'date'>): string => {
  if (clash === null) return ''
  const where = clash.court === own.court.title ? 'в\u00a0том же суде' : `: ${clash.court}`
  const apart =
    clash.minutes === 0
      ? 'начинаются одновременно'
      : `между началами ${counted(clash.minutes, ['минута', 'минуты', 'минут'])}`
  const when = clash.here.date === date ? (clash.here.time ?? '') : momentLine(clash.here)
  const there = clash.time === clash.here.time ? '' : ` по\u00a0времени этого суда, там ${clash.time ?? ''}`
  return `Пересекается с\u00a0заседанием в\u00a0${when}${there}${where.startsWith(':') ? '' : ' '}${where}; ${apart}`
}

export const digestDays = ({ from, to }: { from: string; to: string }): string =>
  addDays(from, 1) >= to ? showDate(to) : `${showDayMonth(addDays(from, 1))} — ${showDate(to)}`
