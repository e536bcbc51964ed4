import type { ClockDoubt } from '#shared/domain/clock-doubts.ts'
import { lastDayOf, type RepeatRule, ruleCounts, ruleFollowsFrom, whyNotComputed } from '#shared/domain/repeat-rule.ts'
import { repeatRules, rulesOn } from '#shared/domain/repeat-rules.ts'
import {
  deprivesOfDriving,
  isPunishedPersonally,
  type Proven,
  type RepeatEffect,
  repeatEffectOf,
  type SeenCase,
} from './case-standing.ts'

/**
 * Repeat-prosecution clocks of one person, from cases of first instance as sites show them. Only what is certain counts
 * (decision 0062); doubtful cases are listed with the reason.
 */
export type PersonsCase = SeenCase & {
  id: number
  region: number
  entry_date: string | null
  /** Whether `articles` are the person's own instead of the whole case's. */
  has_own_articles: boolean
  is_alone: boolean
  is_namesakes: boolean
}
export type RepeatClock = {
  rule: RepeatRule
  /** Proven violations that count today, by the last day each certainly counts. */
  counted: { id: number; from: string; isFromEarliest: boolean; until: string; isUntilEarliest: boolean }[]
  /** Cases that may count later or be the next act, by date. */
  coming: number[]
  doubtful: { id: number; reason: ClockDoubt }[]
  atLine: boolean
  /** The last day on which the current number certainly counts; absent when nothing counts. */
  end: { until: string; isEarliest: boolean } | undefined
  /** A coming case beyond the reached threshold, or the one that reaches it. */
  crossing: { id: number; how: 'beyond' | 'reaches' } | undefined
}
type Seen = { one: PersonsCase; standing: RepeatEffect }

export function clocksOf(
  cases: readonly PersonsCase[],
  today: string,
  rules: readonly RepeatRule[] = repeatRules,
): RepeatClock[] {
  const seen = cases.map(one => ({ one, standing: repeatEffectOf(one, today) }))
  return rulesOn(today, rules)
    .filter(rule => whyNotComputed(rule) === undefined)
    .flatMap(rule => clockOf(rule, seen, today) ?? [])
}

/** Rules that cannot be computed but may apply to a violation of the person. */
export function namedRulesOf(cases: readonly PersonsCase[], today: string): RepeatRule[] {
  const seen = cases.map(one => ({ one, standing: repeatEffectOf(one, today) }))
  return rulesOn(today).filter(
    rule =>
      whyNotComputed(rule) !== undefined && violationsOf(rule, seen, today).some(({ doubt }) => doubt === undefined),
  )
}

function clockOf(rule: RepeatRule, seen: readonly Seen[], today: string): RepeatClock | undefined {
  const violations = violationsOf(rule, seen, today)
  const counted = violations
    .filter(({ doubt }) => doubt === undefined)
    .map(({ one, standing, until }) => {
      const isDecision = rule.from === 'decision'
      return {
        id: one.id,
        from: isDecision ? standing.decided : standing.inForce.day,
        isFromEarliest: !isDecision && !standing.inForce.isTold,
        until,
        isUntilEarliest: rule.period === 'koap-4.6' || (!isDecision && !standing.inForce.isTold),
      }
    })
  const doubtful = violations.flatMap(({ one, doubt }) => (doubt === undefined ? [] : [{ id: one.id, reason: doubt }]))
  const atLine = counted.length >= rule.needed
  // Once the threshold is reached: the day after which fewer than needed remain.
  const last = atLine ? counted.at(-rule.needed) : counted[0]
  if (last === undefined && doubtful.length === 0) return undefined
  const coming = last === undefined ? [] : comingOf(rule, seen)
  return {
    rule,
    counted,
    coming: coming.map(({ id }) => id),
    doubtful,
    atLine,
    end: last && { until: last.until, isEarliest: last.isUntilEarliest },
    crossing: crossingOf(rule, coming, counted),
  }
}

type Violation = { one: PersonsCase; standing: Proven; until: string; doubt: ClockDoubt | undefined }
function violationsOf(rule: RepeatRule, seen: readonly Seen[], today: string): Violation[] {
  return (
    seen
      .flatMap(({ one, standing }): Violation[] => {
        if (standing.is !== 'proven' || !one.articles.some(article => ruleCounts(rule, article))) return []
        const penalty = penaltyFor(rule, one, seen)
        if (penalty === 'none') return []
        const until = lastDayOf(rule, { decided: standing.decided, inForce: standing.inForce.day })
        const doubt = one.is_namesakes
          ? 'namesake'
          : one.has_own_articles
            ? (standing.doubt ?? (penalty !== 'fits' ? penalty : isOwn(one) ? undefined : 'result_of_several'))
            : 'article_not_told'
        return [{ one, standing, until, doubt }]
      })
      // A punishment before the rule came into force counts when it does.
      .filter(({ until }) => until >= today)
      .toSorted((a, b) => inOrder(a.until, b.until) || a.one.id - b.one.id)
  )
}

/** With several accused, a result is the person's only if a penalty is. */
const isOwn = (one: PersonsCase): boolean =>
  (one.is_alone && one.penalties.every(({ whose }) => whose !== 'other')) || isPunishedPersonally(one)

function penaltyFor(rule: RepeatRule, one: PersonsCase, seen: readonly Seen[]): 'fits' | 'none' | ClockDoubt {
  if (rule.deprived === undefined) return 'fits'
  if (rule.deprived === 'by_this_case') {
    const isDeprived = deprivesOfDriving(one)
    return isDeprived === undefined ? 'penalty_not_told' : isDeprived ? 'fits' : 'none'
  }
  const isKnown = seen.some(
    ({ one: other, standing }) =>
      standing.is === 'proven' &&
      standing.doubt === undefined &&
      !other.is_namesakes &&
      deprivesOfDriving(other) === true,
  )
  return isKnown ? 'fits' : 'deprivation_not_told'
}

const comingOf = (rule: RepeatRule, seen: readonly Seen[]): PersonsCase[] =>
  seen
    .filter(({ one, standing }) => standing.is === 'coming' && one.has_own_articles && !one.is_namesakes)
    .map(({ one }) => one)
    .filter(one => one.articles.some(article => ruleCounts(rule, article) || ruleFollowsFrom(rule, article)))
    .toSorted((a, b) => inOrder(a.entry_date ?? '', b.entry_date ?? '') || a.id - b.id)

function crossingOf(
  rule: RepeatRule,
  coming: readonly PersonsCase[],
  counted: RepeatClock['counted'],
): RepeatClock['crossing'] {
  if (counted.length < rule.needed) {
    const reaching = coming.filter(one => one.articles.some(article => ruleCounts(rule, article)))
    const id = reaching[rule.needed - counted.length - 1]?.id
    return id === undefined ? undefined : { id, how: 'reaches' }
  }
  // A case filed before the threshold was reached is about an earlier act.
  const reachedOn = counted.map(({ from }) => from).toSorted(inOrder)[rule.needed - 1] ?? ''
  const id = coming.find(
    one => (one.entry_date ?? '') > reachedOn && one.articles.some(article => ruleFollowsFrom(rule, article)),
  )?.id
  return id === undefined ? undefined : { id, how: 'beyond' }
}

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
