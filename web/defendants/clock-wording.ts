import type { Clock, ExpiringRisks, NamedRule } from '#shared/api/risk.ts'
import { showDate } from '#shared/domain/dates.ts'
import { caseForms, counted, plural, showNumber } from '#shared/domain/wording.ts'

const space = '\u00a0'
type End = Pick<ExpiringRisks['results'][number], 'until' | 'until_is_earliest' | 'days_left'>

/** «сегодня последний день», «осталось 12 дней» */
export const daysWords = ({ days_left }: Pick<End, 'days_left'>): string =>
  days_left <= 0
    ? 'сегодня последний день'
    : `${plural(days_left, ['остался', 'осталось', 'осталось'])}${space}${showNumber(days_left)}${space}${plural(days_left, ['день', 'дня', 'дней'])}`

export const countWords = (count: number): string =>
  `${plural(count, ['Учитывается', 'Учитываются', 'Учитывается'])} ${counted(count, caseForms)}`

export const unbroken = (text: string): string => text.replaceAll(' ', space)

export const lineWords = ({ counted: seen, rule, crossing }: Pick<Clock, 'counted' | 'rule' | 'crossing'>): string => {
  const following = `по${space}${unbroken(rule.follows)}`
  if (seen.length === 0) return `Ни${space}одно дело пока не${space}учитывается ${following}`
  const left = rule.needed - seen.length
  if (left <= 0)
    return crossing
      ? `Дело на${space}рассмотрении может повлечь ответственность ${following}`
      : `Следующее нарушение может повлечь ответственность ${following}`
  const more = `ещё ${counted(left, caseForms)}`
  return crossing
    ? `Если подтвердятся дела на${space}рассмотрении, следующее нарушение может повлечь ответственность ${following}`
    : `До${space}ответственности ${following}: ${more} и${space}новое нарушение`
}

/** `isNow`: days are counted from today, not from a past day. */
export const untilWords = ({ until, until_is_earliest, days_left }: End, isNow = true): string =>
  until_is_earliest
    ? `срок истечёт не${space}раньше ${showDate(until)}`
    : `срок истечёт ${showDate(until)}${isNow ? `, ${daysWords({ days_left })}` : ''}`
export const earliestWords = (
  { until_is_earliest }: Pick<End, 'until_is_earliest'>,
  rule: Pick<Clock['rule'], 'after_execution'>,
): string => {
  if (!until_is_earliest) return ''
  return rule.after_execution
    ? `: год считают со${space}дня исполнения наказания, о${space}котором сайты не${space}сообщают`
    : `: дату вступления в${space}силу сайт не${space}сообщает`
}

/** The period of one case: «в силе не раньше 12 марта 2026, учитывается по 1 марта 2027». */
export const periodWords = (one: Clock['counted'][number], { from }: Pick<Clock['rule'], 'from'>): string => {
  const begins =
    from === 'decision'
      ? `постановление от${space}${showDate(one.from)}`
      : `в${space}силе ${one.from_is_earliest ? `не${space}раньше` : 'с'}${space}${showDate(one.from)}`
  const least = one.until_is_earliest ? `как минимум по` : 'по'
  return `${begins}, учитывается ${least}${space}${showDate(one.until)}`
}

export const noteWords = ({ confidence, also_follows, notes }: Clock['rule']): string[] => [
  ...(also_follows.length > 0 ? [`Тот же счёт ведёт и${space}к${space}${also_follows.map(unbroken).join(', ')}.`] : []),
  ...notes,
  ...(confidence === 'high' ? [] : [`Текст закона прочитан не${space}полностью.`]),
]

/** «КоАП 20.35 ч. 1, 2 → УК 217.3: нужны тяжкие последствия, о которых сайты не сообщают» */
export const namedWords = ({ articles, follows, also_follows, why }: NamedRule): string =>
  `${articles} → ${[follows, ...also_follows].map(unbroken).join(', ')}: ${why}`
