import type { Clock as ShownClock } from '#shared/api/risk.ts'
import { articleName } from '#shared/domain/codex.ts'
import type { RepeatRule } from '#shared/domain/repeat-rule.ts'
import type { Clock } from './clocks.ts'

/** A clock in words and days. */
export const presentRule = ({ id, articles, follows, says, source, needed, afterExecution }: RepeatRule) => ({
  id,
  follows: `УК ${articleName(follows)}`,
  articles: `КоАП ${articles
    .flatMap(({ number, parts }) => (parts === undefined ? [number] : [`${number} ч.\u00a0${parts.join(', ')}`]))
    .join('; ')}`,
  says,
  source,
  needed,
  after_execution: afterExecution === true,
})

export type CaseNames = ReadonlyMap<number, { case_number: string; court: string; entry_date: string | null }>
export const presentClock = (clock: Clock, cases: CaseNames, today: string): ShownClock => {
  const named = (id: number) => {
    const { case_number = '', court = '', entry_date = null } = cases.get(id) ?? {}
    return { id, case_number, court, entry_date }
  }
  return {
    rule: presentRule(clock.rule),
    counted: clock.counted.map(({ id, from, until }) => {
      const { case_number, court } = named(id)
      return { id, case_number, court, from, until }
    }),
    coming: clock.coming.map(named),
    at_line: clock.atLine,
    until: clock.until,
    days_left: daysBetween(today, clock.until),
    crossing: clock.crossing ?? null,
  }
}

const dayLength = 86_400_000
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayLength)
