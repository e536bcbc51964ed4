import type { Clock } from '#shared/api/risk.ts'
import { showDate } from '#shared/domain/dates.ts'
import { caseForms, counted, plural, showNumber } from '#shared/domain/wording.ts'

/** The clock of repeat prosecution in words; all of it by what sites of courts say. */
const space = '\u00a0'
type Days = Pick<Clock, 'days_left' | 'until'>

/** «сегодня последний день», «осталось 12 дней» */
export const daysWords = ({ days_left }: Days): string =>
  days_left <= 0
    ? 'сегодня последний день'
    : `${plural(days_left, ['остался', 'осталось', 'осталось'])}${space}${showNumber(days_left)}${space}${plural(days_left, ['день', 'дня', 'дней'])}`

export const countWords = (count: number): string =>
  `${plural(count, ['Учитывается', 'Учитываются', 'Учитывается'])} ${counted(count, caseForms)}`

/** What the next case would mean. */
export const lineWords = ({ counted: seen, rule, crossing }: Pick<Clock, 'counted' | 'rule' | 'crossing'>): string => {
  const left = rule.needed - seen.length
  if (left <= 0)
    return crossing
      ? `Дело на${space}рассмотрении может повлечь ответственность по${space}${rule.follows}`
      : `Следующее нарушение может повлечь ответственность по${space}${rule.follows}`
  const more = `ещё ${counted(left, caseForms)}`
  return crossing
    ? `Если подтвердятся дела на${space}рассмотрении, следующее нарушение может повлечь ответственность по${space}${rule.follows}`
    : `До${space}ответственности по${space}${rule.follows}: ${more} и${space}новое нарушение`
}

/** The same where it is said once for a whole list what «не раньше» means. */
export const untilShort = ({ until, days_left, rule }: Days & { rule: { after_execution: boolean } }): string =>
  rule.after_execution ? `не${space}раньше ${showDate(until)}` : untilWords({ until, days_left, rule })

/** Until when, and how sure that is. */
export const untilWords = ({ until, days_left, rule }: Days & { rule: { after_execution: boolean } }): string =>
  rule.after_execution
    ? `не${space}раньше ${showDate(until)}: год считают со${space}дня исполнения наказания, о${space}котором сайты не${space}сообщают`
    : `до${space}${showDate(until)}, ${daysWords({ until, days_left })}`
