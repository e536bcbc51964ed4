import { articleName, type Codex, codexTitle } from './codex.ts'
import { addDays, addMonths } from './dates.ts'
import { type Confidence, whyNotCounted } from './deadlines/legal-term.ts'

/** A rule of repeat prosecution (data in repeat-rules.ts), and whether it may be computed. */
export type ArticleRef = { article_number: string; part: string }
type ArticleParts = { number: string; parts?: readonly string[] }
type Consequence = ArticleRef & { codex: Codex }
export type RepeatRule = {
  id: string
  kind: 'koap-to-uk' | 'koap-to-koap'
  counted: readonly ArticleParts[]
  next?: readonly ArticleParts[]
  needed: number
  /** `koap-4.6`: until a year after execution of the penalty. */
  period: { days: number } | { years: number } | 'koap-4.6'
  from: 'decision' | 'force'
  follows: Consequence
  alsoFollows?: readonly Consequence[]
  says: string
  source: string
  since?: string
  until?: string
  confidence: Confidence
  /** `unproved`: from memory; `unclear`: sources conflict. */
  status: 'in_force' | 'superseded' | 'unproved' | 'unclear'
  /** A deprivation of the right to drive must be known, from this or another case. */
  deprived?: 'by_this_case' | 'by_another_case'
  untold?: string
  notes?: readonly string[]
}

/** The only place that decides whether a rule is computed; undefined when it is. */
export const whyNotComputed = (rule: RepeatRule): string | undefined => whyNotCounted(rule) ?? rule.untold

const includes = (articles: readonly ArticleParts[], { article_number, part }: ArticleRef): boolean =>
  articles.some(({ number, parts }) => number === article_number && (parts === undefined || parts.includes(part)))
export const ruleCounts = (rule: RepeatRule, article: ArticleRef): boolean => includes(rule.counted, article)
export const ruleFollowsFrom = (rule: RepeatRule, article: ArticleRef): boolean =>
  includes(rule.next ?? rule.counted, article)

/**
 * The last day on which a violation certainly counts. Under КоАП 4.6 that is a year after execution, which sites do not
 * state: a fine may be paid on the day of the decision (ч. 2), so a year from that day.
 */
export function lastDayOf(
  { period, from }: Pick<RepeatRule, 'period' | 'from'>,
  { decided, inForce }: { decided: string; inForce: string },
): string {
  if (period === 'koap-4.6') return addMonths(decided, 12)
  const begins = from === 'decision' ? decided : inForce
  return 'days' in period ? addDays(begins, period.days) : addMonths(begins, 12 * period.years)
}

export const consequenceName = ({ codex, ...article }: Consequence): string =>
  `${codexTitle(codex)} ${articleName(article)}`
/** «КоАП 12.8 ч. 1, 3; 12.26 ч. 1, 2» */
export const articlesName = (articles: readonly ArticleParts[]): string =>
  `КоАП ${articles
    .map(({ number, parts }) => (parts === undefined ? number : `${number} ч.\u00a0${parts.join(', ')}`))
    .join('; ')}`
