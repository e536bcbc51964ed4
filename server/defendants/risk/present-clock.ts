import type { Clock, NamedRule } from '#shared/api/risk.ts'
import { daysBetween } from '#shared/domain/dates.ts'
import { articlesName, consequenceName, type RepeatRule, whyNotComputed } from '#shared/domain/repeat-rule.ts'
import type { RepeatClock } from './clocks.ts'

export const presentRule = (rule: RepeatRule) => ({
  id: rule.id,
  kind: rule.kind,
  follows: consequenceName(rule.follows),
  also_follows: (rule.alsoFollows ?? []).map(consequenceName),
  articles: articlesName(rule.counted),
  next: articlesName(rule.next ?? rule.counted),
  says: rule.says,
  source: rule.source,
  confidence: rule.confidence,
  notes: [...(rule.notes ?? [])],
  needed: rule.needed,
  from: rule.from,
  after_execution: rule.period === 'koap-4.6',
})

export const presentNamedRule = (rule: RepeatRule): NamedRule => {
  const { id, follows, also_follows, articles, says, source } = presentRule(rule)
  return { id, follows, also_follows, articles, says, source, why: whyNotComputed(rule) ?? '' }
}

type CaseNames = ReadonlyMap<number, { case_number: string; court: string; entry_date: string | null }>
export const presentClock = (clock: RepeatClock, cases: CaseNames, today: string): Clock => {
  const named = (id: number) => {
    const { case_number = '', court = '', entry_date = null } = cases.get(id) ?? {}
    return { id, case_number, court, entry_date }
  }
  return {
    rule: presentRule(clock.rule),
    counted: clock.counted.map(({ id, from, isFromEarliest, until, isUntilEarliest }) => ({
      ...named(id),
      from,
      from_is_earliest: isFromEarliest,
      until,
      until_is_earliest: isUntilEarliest,
    })),
    coming: clock.coming.map(named),
    doubtful: clock.doubtful.map(({ id, reason }) => ({ ...named(id), reason })),
    at_line: clock.atLine,
    end: clock.end
      ? {
          until: clock.end.until,
          until_is_earliest: clock.end.isEarliest,
          days_left: daysBetween(today, clock.end.until),
        }
      : null,
    crossing: clock.crossing ?? null,
  }
}
