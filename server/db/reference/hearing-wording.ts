import { type SqlBool, sql } from 'kysely'
import { lazily, referenceEventTypes } from './tables.ts'

/**
 * Whether an event is a hearing; null for unknown wording. Known are titles of the reference in any letter case and typical beginnings: courts extend
 * them («Рассмотрение дела (по видеосвязи)»).
 */
export function isHearingWording(title: string): boolean | null {
  const folded = fold(title)
  const listed = known().get(folded)
  if (listed !== undefined) return listed
  if (hearings.test(folded)) return unsettled.test(folded) ? null : true
  return others.test(folded) ? false : null
}

/** The part after a slash is the outcome: «Рассмотрение дела по существу / Рассмотрение отложено». */
const fold = (title: string): string =>
  title
    .split(/\s\/\s/u)[0]
    ?.replace(/[\s\u00a0]+/gu, ' ')
    .trim()
    .toLowerCase()
    .replaceAll('ё', 'е') ?? ''

const known = lazily(
  (): ReadonlyMap<string, boolean> =>
    new Map(referenceEventTypes().map(({ title, is_hearing }) => [fold(title), is_hearing])),
)

const beginning = (...ways: readonly string[]): RegExp => new RegExp(`^(?:${ways.join('|')})`, 'u')

const hearings = beginning(
  '(?:(?:предварительн|открыт|закрыт|выездн|судебн)\\p{L}+ )*(?:заседание|слушание|разбирательство)(?!\\p{L})',
  'рассмотрение (?:по существу )?(?:(?:уголовн|административн|гражданск|апелляционн|кассационн)\\p{L}+ )*(?:дела|материал|жалоб|представлени|протест|протокол)',
  '(?:оглашение|провозглашение) (?:приговор|решени|постановлени|определени|резолютивн|вводн)',
)
/** Courts date «Рассмотрение дела отложено» by either the old or the new day. */
const unsettled =
  /отлож|отклад|перен[ео]с|переры|отмен[еия]|аннулир|снят|снима|назначен|заверш|оконч|закрыто(?!\p{L})|не (?:состо|провод|провед)|прекращ|приостан|продл|без движения/u

/** Clerical events; their time is when they were recorded. */
const others = beginning(
  'регистраци|зарегистрирован',
  '(?:дело|материал\\p{L}*|протокол|жалоба)(?: дела)? (?:бы\\p{L}+ )?(?:сдан|передан|получен|отправлен|направлен|возвращен|оформлен|истребован|поступил|присоединен|вручен)',
  'сдан\\p{L} |сдача |передан\\p{L} |передача |поступил|поступлени[ея] |направлен|отправлен|копи[яи] |вручен',
  'высылка|выслан|принят[оаы]? к |принятие к |подготовка |ознакомлени[ея] |изучени[ея] |изготовлен',
  'оформлени[ея] |вступлени[ея] |вступил|обращен[оиа]|обращение .*к исполнению|исполнени[ея] |окончен',
  'окончание |прекращен|приостановлен|возобновлен|производство по \\p{L}+ (?:прекращ|возобновл|приостановл)',
  'вынесен[оаы]? |отзыв |отозван|отказан|удовлетворен[оаы]|возвращен|возврат |истребован',
  'продление срока рассмотрения|опубликован|публикация |размещени[ея] ',
)

/** `farthestHearing` of today in Moscow, for rows of `case_event` and `calendar_hearing`; sessions are in UTC. */
export const isWithinAYear = sql<SqlBool>`event_date <= (now() at time zone 'Europe/Moscow')::date + interval '1 year'`

export const hearingRules = [hearings, unsettled, others].map(String).join('\n')
