import { articleName, type Codex, codexTitle } from './codex.ts'
import { addDays, addMonths, type Confidence } from './procedural-terms.ts'

/** What a rule of repeat prosecution says (repeat-rules.ts holds them), and whether it may be computed. */
export type ArticleRef = { article_number: string; part: string }
/** Without `parts`, every part of the article. */
export type ArticleParts = { number: string; parts?: readonly string[] }
type Consequence = ArticleRef & { codex: Codex }
export type RepeatRule = {
  id: string
  /** What follows is a crime, or a graver offence of the same codex. */
  kind: 'koap-to-uk' | 'koap-to-koap'
  /** Articles of the КоАП that count. */
  counted: readonly ArticleParts[]
  /** Articles of the act that is punished by what follows; absent: those that count. */
  next?: readonly ArticleParts[]
  /** With so many that count, the next one is what follows. */
  needed: number
  /** `koap-4.6`: while the person is under the penalty, until a year after its execution. */
  period: { days: number } | { years: number } | 'koap-4.6'
  /** The period begins on the day of the decision, or when it comes into force. */
  from: 'decision' | 'force'
  follows: Consequence
  /** What else follows from the same count. */
  alsoFollows?: readonly Consequence[]
  /** What is punished then, as the law says it, in short. */
  says: string
  source: string
  /** First and last day of the edition; absent: not known, or open. */
  since?: string
  until?: string
  confidence: Confidence
  /** `unproved`: known from memory alone; `unclear`: sources conflict, or nothing is sure. */
  status: 'in_force' | 'superseded' | 'unproved' | 'unclear'
  /** A deprivation of the right to drive has to be known: as the penalty of the case itself, or from another case of the person. */
  deprived?: 'by_this_case' | 'by_another_case'
  /** A condition that sites of courts do not tell. */
  untold?: string
  /** What a reader should know of the rule, in sentences. */
  notes?: readonly string[]
}

/** Why a rule is named and not computed; undefined: it is computed. The only place that decides it. */
export function whyNotComputed({ status, confidence, untold }: RepeatRule): string | undefined {
  if (status === 'unproved') return 'текст закона не проверен'
  if (status === 'unclear' || confidence === 'low') return 'источники неполны или расходятся'
  return untold
}

const includes = (articles: readonly ArticleParts[], { article_number, part }: ArticleRef): boolean =>
  articles.some(({ number, parts }) => number === article_number && (parts === undefined || parts.includes(part)))
/** Whether a violation of the article counts for the rule. */
export const ruleCounts = (rule: RepeatRule, article: ArticleRef): boolean => includes(rule.counted, article)
/** Whether a new violation of the article is what the rule speaks of. */
export const ruleFollowsFrom = (rule: RepeatRule, article: ArticleRef): boolean =>
  includes(rule.next ?? rule.counted, article)

/**
 * The last day on which a violation surely counts. Under КоАП 4.6 that is a year after the penalty was executed, which sites do not tell:
 * a fine may be paid on the day of the decision (ч. 2), so it is a year from that day, and usually more.
 */
export function lastDayOf(
  { period, from }: Pick<RepeatRule, 'period' | 'from'>,
  { decided, inForce }: { decided: string; inForce: string },
): string {
  if (period === 'koap-4.6') return addMonths(decided, 12)
  const begins = from === 'decision' ? decided : inForce
  return 'days' in period ? addDays(begins, period.days) : addMonths(begins, 12 * period.years)
}

/** «УК 264.1 ч. 1» */
export const consequenceName = ({ codex, ...article }: Consequence): string =>
  `${codexTitle(codex)} ${articleName(article)}`
/** «КоАП 12.8 ч. 1, 3; 12.26 ч. 1, 2» */
export const articlesName = (articles: readonly ArticleParts[]): string =>
  `КоАП ${articles
    .map(({ number, parts }) => (parts === undefined ? number : `${number} ч.\u00a0${parts.join(', ')}`))
    .join('; ')}`
