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
 * The clocks of repeat prosecution of one person: pure, from their cases of first instance as sites show them. Only what is certain
 * counts (decision 0062); what is doubtful stands beside it with its reason.
 */
export type PersonsCase = SeenCase & {
  id: number
  region: number
  entry_date: string | null
  /** `articles` are those of the person; false: not told, and they are those of the case. */
  has_own_articles: boolean
  /** Whether nobody else is accused in it: its result is theirs. */
  is_alone: boolean
  /** Of somebody of the same full name who may be another person. */
  is_namesakes: boolean
}
export type RepeatClock = {
  rule: RepeatRule
  /** Proven violations that count today, the earliest first, each with the last day it surely counts. */
  counted: { id: number; from: string; isFromEarliest: boolean; until: string; isUntilEarliest: boolean }[]
  /** Cases that may come to count, or be the act that follows, the earliest first. */
  coming: number[]
  /** Cases that do not count for the reason told. */
  doubtful: { id: number; reason: ClockDoubt }[]
  /** So many count that the next one is what follows. */
  atLine: boolean
  /** The last day on which that many surely count: while the line is reached, the last day it is. Absent where nothing counts. */
  end: { until: string; isEarliest: boolean } | undefined
  /** A case that is coming and crosses the line: one more where it is reached already, or the one it is reached with. */
  crossing: { id: number; how: 'beyond' | 'reaches' } | undefined
}
type Seen = { one: PersonsCase; standing: RepeatEffect }

/** By the rules given, as far as they are the law on the day and may be computed. */
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

/** Rules that are not computed and speak of a violation that would count: they are only named. */
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
  // While the line is reached: the day after which fewer than needed are left.
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
      // Whoever was punished before the rule became the law is still punished when it does: one act more, and it applies.
      .filter(({ until }) => until >= today)
      .toSorted((a, b) => inOrder(a.until, b.until) || a.one.id - b.one.id)
  )
}

/** What a case of several, or of one beside somebody who is not listed, ended with is somebody's where a penalty is told to be theirs. */
const isOwn = (one: PersonsCase): boolean =>
  (one.is_alone && one.penalties.every(({ whose }) => whose !== 'other')) || isPunishedPersonally(one)

/** Where a rule needs a deprivation of the right to drive: whether it is known, is not there, or is not told. */
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
  // What came to the court before the line was reached was done before.
  const reachedOn = counted.map(({ from }) => from).toSorted(inOrder)[rule.needed - 1] ?? ''
  const id = coming.find(
    one => (one.entry_date ?? '') > reachedOn && one.articles.some(article => ruleFollowsFrom(rule, article)),
  )?.id
  return id === undefined ? undefined : { id, how: 'beyond' }
}

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
