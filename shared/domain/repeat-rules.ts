import { type ArticleRef, type RepeatRule, ruleCounts, ruleFollowsFrom, whyNotComputed } from './repeat-rule.ts'
import { rulesWithinCode } from './repeat-rules-koap.ts'
import { rulesOfCrimes } from './repeat-rules-uk.ts'

/** Rules of repeat prosecution as dated data with sources and confidence (decision 0062). `whyNotComputed` decides which are computed. */
export const repeatRules: readonly RepeatRule[] = [...rulesOfCrimes, ...rulesWithinCode]

export const crimeRules: readonly RepeatRule[] = rulesOfCrimes.filter(rule => whyNotComputed(rule) === undefined)

export const rulesOn = (day: string, rules: readonly RepeatRule[] = repeatRules): RepeatRule[] =>
  rules.filter(({ since, until }) => (since === undefined || since <= day) && (until === undefined || day <= until))

export const isCountedArticle = (article: ArticleRef & { codex: string }): boolean =>
  article.codex === 'koap' && crimeRules.some(rule => ruleCounts(rule, article) || ruleFollowsFrom(rule, article))

export const articleNumbersOf = (rules: readonly RepeatRule[]): string[] => [
  ...new Set(rules.flatMap(({ counted, next = [] }) => [...counted, ...next]).map(({ number }) => number)),
]
