import { monthsInGenitive } from '#shared/domain/dates.ts'
import { isoDay, withoutWeekday } from '#shared/domain/written-day.ts'
import { tidy } from './read-html.ts'
import { clockTime, isNoTime, timeBeside } from './site-dates.ts'

/**
 * The day and hour of an event, and what a clerk wrote behind them in the same cell: «10:00 – перенесено на
 * 12.03.2026 11:00». A clock that may mean another hour («10:00, 14:00», «10:00 мск») is not taken for one.
 */
type CellMoment = { day: string; time?: string; behind: string; isUnclear: boolean }

const dayWords = String.raw`\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2}(?![\d:.-]\d))|\d{4}-\d{2}-\d{2}|\d{1,2} \p{L}{3,8} \d{4}`
const ofYear = String.raw`(?: ?г(?:\.|ода)?(?!\p{L}))?`
const clockWords = String.raw`\d{1,2}(?:[:.-]| ?ч(?:ас(?:ов|а)?)?\.? ?)\d{2}(?::\d{2})?(?: ?мин(?:ут[аы]?)?\.?)?`
const dayFirst = new RegExp(String.raw`^(${dayWords})(?!\d| ?(?:руб|тыс|₽))${ofYear}[\s,;]*(.*)$`, 'u')
const clockFirst = new RegExp(
  String.raw`^(?:(?:в|с|к) )?(${clockWords})(?: ?ч(?:ас(?:ов|а)?)?\.?)?(?![.:]?\d|-\d{4}|\p{L})(.*)$`,
  'u',
)

export function cellMoment(date: string, time = ''): CellMoment | undefined {
  const written = withoutWeekday(tidy(date))
    .replace(/^(\d{1,2})([-,])(\d{1,2})\2(?=\d{4}(?!\d))/, '$1.$3.')
    .replace(/^с (?=\d[\d.]{7,9} по \d)/u, '')
  const whole = isoDay(written)
  const [, first = '', rest = ''] =
    whole === undefined ? (dayFirst.exec(written) ?? []) : ['', written, timeBeside(written)]
  const day = whole ?? isoDay(first)
  if (day === undefined) return undefined
  const [inDay, inTime] = [tidy(rest), isNoTime(time) ? '' : tidy(time)]
  const [, hour] = clockFirst.exec(inTime) ?? []
  const isTimed = clockFirst.test(inDay)
  // Two hours in two cells are two hours, as in one.
  const isApart = hour !== undefined && (!isTimed || inDay === clockTime(hour))
  const said = isApart ? inTime : tidy(`${inDay} ${inTime}`)
  const beside = isApart && !isTimed ? plain(inDay) : ''
  const [, clock = '', behind = said] = clockFirst.exec(said) ?? []
  const at = clockTime(clock)
  const [, until, after = behind] = range.exec(behind) ?? []
  const remark = plain(after)
  const isUnclear =
    at === undefined ? !isNoTime(said) && !isOff(said) : isOtherHour(remark) && !isOfTheDay.test(`${at} ${remark}`)
  const remarks = [beside, ...(isUnclear ? [said] : [until && `до ${until}`, remark])].filter(Boolean).join('; ')
  return { day, ...(at === undefined || isUnclear ? {} : { time: at }), behind: remarks, isUnclear }
}
const plain = (behind: string): string => tidy(behind.replace(/^[\s,;:./–—-]+/u, '').replace(/^\(([^()]*)\)$/u, '$1'))
const range = /^ ?(?:[-–—]|до) ?(\d{1,2}[:.-]\d{2})(?![\d:.-])(.*)$/u

const off = /отлож|отклад|перен[оеё]с|отмен|сня[тл]|снима|не ?состо|переры|приостан/iu
const someDay =
  String.raw`(?:\d|понедельника|вторника|среды|четверга|пятницы|субботы|воскресенья|прошл|предыдущ|` +
  `${monthsInGenitive.join('|')})`
const from = new RegExp(
  String.raw`(?:перен[оеё]с|отлож)\p{L}{0,6} со? ${someDay}|перен[оеё]с\p{L}{0,6} из(?![\p{L}-])`,
  'iu',
)
const onto = new RegExp(` на (?=\\d)(?:(${dayWords})${ofYear})?(?:,? ?(?:в )?(${clockWords}))?`, 'u')
/** Not of «перенесено с 12.02.2026», which stands on the row of the new day. */
export const isOff = (said: string, own?: Moment): boolean =>
  off.test(said) && (!from.test(said) || (/ на \d/u.test(said) && !(own && isItself(said, own))))
type Moment = { date: string; time?: string | undefined }
const isItself = (said: string, { date, time }: Moment): boolean => {
  const [, day, clock] = onto.exec(said) ?? []
  const hour = clock === undefined ? undefined : clockTime(clock)
  if (day === undefined) return hour !== undefined && hour === time
  return isoDay(day) === date && (hour === undefined || time === undefined || hour === time)
}
/** A remark that only says what became of the hearing: not «ходатайство об отложении отклонено». */
export const isPutOff = (remark: string, own: Moment): boolean =>
  putOff.test(tidy(remark)) && isOff(remark, own) && !isItself(remark, own)
const putOff =
  /^(?!.{0,200}(?:отклон|отказ|(?:перерыв|перенос|сня\p{L}{1,3}) не ))(?:(?:судебное|рассмотрение|заседание|слушание|дела|дело|объявлен) ){0,4}(?:отложен[оаы]?(?! исполн)|откладыва\p{L}{1,4}|перенес[её]н[оаы]?|перенос(?:ится)?|перерыв|снят[оаы]?(?= с |[,;.]|$)|не ?состоял\p{L}{2,3})(?!\p{L})/iu

const otherClock = /^(?:(?:и|или|→|>) ?)?\d{1,2}[:.-]\d{2}(?!\d)|мск|моск|^(?:дня|вечера|ночи|пополудни|pm)(?!\p{L})/iu
const anyClock = /(?<!\d)\d{1,2}:\d{2}(?!\d)|(?<!\p{L})(?:в|на|с|к|до) \d{1,2}[.-]\d{2}(?!\d)/iu
/** «14:00 пополудни» is that hour; «12:00 вечера» may be midnight. */
const isOfTheDay = /^(?:(?:1[2-9]|2\d):\d\d (?:дня|пополудни|pm)|(?:1[3-9]|2\d):\d\d вечера)$/iu
/** «12.02 в 10:00», «10:00 (12:00 по местному времени)», «3:00 дня». Where it went, or was before, is no other hour. */
const isOtherHour = (remark: string): boolean =>
  otherClock.test(remark) || (anyClock.test(remark) && !off.test(remark) && !/^вместо /iu.test(remark))

/** «с 12.02» may be a day. */
const sureClock = String.raw`\d{1,2}(?::| ?ч(?:ас(?:ов|а)?)?\.? ?)\d{2}`
const movedWords = new RegExp(
  String.raw`^(?!.{0,300}(?:не назнач|не определ|будет|уточн|неопредел))(?:(?:судебное|рассмотрение|заседание|слушание|дела|дело|объявлен) ){0,4}(?:отложен[оаы]?|откладывается|перенес[её]н[оаы]?|перенос(?:ится)?|перерыв) (?:со? (?:(${dayWords})(?!\d)${ofYear}(?:,? ?(?:в )?${clockWords})?|${sureClock}) )?(?:на|до) (?:(${dayWords})(?!\d)${ofYear})?(?:,? ?(?:(?:в|на|до) )?(${clockWords}))?(?:,? (?:по (?:ходатайств|заявлени|просьб|причин|болезни)|в связи с|из-за|ввиду|для|с вызовом)[^\d]{0,200})?[.)]?$`,
  'iu',
)
/** Where a hearing was moved, when the words say that and nothing else. Without a day, it is the same one. */
export function movedTo(said: string, day: string): { date: string; time?: string } | undefined {
  const [words, since, date, clock] = movedWords.exec(tidy(said)) ?? []
  // «на 12.03» is a day without its year.
  const isHour = date !== undefined || /[:ч]/iu.test(clock ?? '')
  const time = clock === undefined || !isHour ? undefined : clockTime(clock)
  // Moved from another day, it is another hearing than that of the row.
  if (since !== undefined && isoDay(since) !== day) return undefined
  if (words === undefined || (date ?? time) === undefined || (clock !== undefined && time === undefined))
    return undefined
  const to = date === undefined ? day : isoDay(date)
  return to === undefined ? undefined : { date: to, ...(time === undefined ? {} : { time }) }
}
