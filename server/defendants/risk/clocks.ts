import { type ArticleRef, lastDayOf, type RepeatRule } from '#shared/domain/repeat-rule.ts'
import { ruleCounts, rulesOn } from '#shared/domain/repeat-rules.ts'
import { type SeenCase, standingOf } from './case-standing.ts'

/** The clocks of repeat prosecution of one person: pure, from their cases of first instance as sites show them. */
export type PersonsCase = SeenCase & {
  id: number
  region: number
  entry_date: string | null
  articles: readonly ArticleRef[]
}
export type Clock = {
  rule: RepeatRule
  /** Proven violations that count today, the earliest first, each with the last day it counts. */
  counted: { id: number; from: string; until: string }[]
  /** Cases that may come to count, the earliest first. */
  coming: number[]
  atLine: boolean
  /** The last day on which that many count: while the line is reached, the last day it is. */
  until: string
  /** A case that is coming and crosses the line: one more where it is reached already, or the one it is reached with. */
  crossing: { id: number; how: 'beyond' | 'reaches' } | undefined
}

export function clocksOf(cases: readonly PersonsCase[], today: string): Clock[] {
  const seen = cases.map(one => ({ one, standing: standingOf(one, today) }))
  return rulesOn(today).flatMap(rule => {
    const ofRule = seen.filter(({ one }) => one.articles.some(article => ruleCounts(rule, article)))
    const counted = ofRule
      .flatMap(({ one: { id }, standing }) => {
        if (standing.is !== 'proven') return []
        const from = rule.from === 'decision' ? standing.decided : standing.inForce
        return [{ id, from, until: lastDayOf(rule.period, from) }]
      })
      // Whoever was punished before the rule became the law is still punished when it does: one act more, and it applies.
      .filter(({ until }) => until >= today)
      .toSorted((a, b) => inOrder(a.until, b.until) || a.id - b.id)
    const coming = ofRule
      .filter(({ standing }) => standing.is === 'coming')
      .map(({ one }) => one)
      .toSorted((a, b) => inOrder(a.entry_date ?? '', b.entry_date ?? '') || a.id - b.id)
      .map(({ id }) => id)
    const { needed } = rule
    // While the line is reached: the day after which fewer than needed are left.
    const last = counted.length >= needed ? counted.at(-needed) : counted[0]
    if (last === undefined) return []
    const isReached = counted.length >= needed
    const crossing = coming[isReached ? 0 : needed - counted.length - 1]
    return [
      {
        rule,
        counted,
        coming,
        atLine: isReached || crossing !== undefined,
        until: last.until,
        crossing: crossing === undefined ? undefined : { id: crossing, how: isReached ? 'beyond' : 'reaches' },
      },
    ]
  })
}

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
