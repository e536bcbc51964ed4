import { type ArticleRef, type RepeatRule, ruleCounts, ruleFollowsFrom, whyNotComputed } from './repeat-rule.ts'
import { rulesWithinCode } from './repeat-rules-koap.ts'
import { rulesOfCrimes } from './repeat-rules-uk.ts'

/**
 * Every rule of repeat prosecution that is known, as dated data with its source and how far to trust it, never as code (decision
 * 0062 says where the days are from). What may be computed is decided by `whyNotComputed`; the others are only named.
 */
export const repeatRules: readonly RepeatRule[] = [...rulesOfCrimes, ...rulesWithinCode]

/** Rules of crimes that are computed: they make somebody a person at risk. */
export const crimeRules: readonly RepeatRule[] = rulesOfCrimes.filter(rule => whyNotComputed(rule) === undefined)

/** Those among rules that are the law on a day. */
export const rulesOn = (day: string, rules: readonly RepeatRule[] = repeatRules): RepeatRule[] =>
  rules.filter(({ since, until }) => (since === undefined || since <= day) && (until === undefined || day <= until))

/** Whether a case under the article may change who is at risk: it counts, or is the act that follows. */
export const isCountedArticle = (article: ArticleRef & { codex: string }): boolean =>
  article.codex === 'koap' && crimeRules.some(rule => ruleCounts(rule, article) || ruleFollowsFrom(rule, article))

/** Numbers of the articles that rules speak of. */
export const articleNumbersOf = (rules: readonly RepeatRule[]): string[] => [
  ...new Set(rules.flatMap(({ counted, next = [] }) => [...counted, ...next]).map(({ number }) => number)),
]
