/** What a rule of repeat prosecution says (repeat-rules.ts holds them). */
export type ArticleRef = { article_number: string; part: string }
export type RepeatRule = {
  id: string
  /** Articles of the КоАП that count; without `parts`, every part of them. */
  articles: readonly { number: string; parts?: readonly string[] }[]
  /** With so many that count, the next one is a crime. */
  needed: number
  period: { days: number } | { years: number }
  /** The period begins on the day of the decision, or when it comes into force. */
  from: 'decision' | 'force'
  /** The law counts from the end of execution, which sites do not tell: the end computed here is the earliest possible. */
  afterExecution?: true
  /** The article of the УК that follows. */
  follows: ArticleRef
  /** What is a crime then, as the law says it, in short. */
  says: string
  source: string
  since: string
  until?: string
}

/** The last day of a period that begins on a day, `YYYY-MM-DD`. 29 February ends on 1 March of a common year. */
export function lastDayOf(period: RepeatRule['period'], from: string): string {
  const day = new Date(`${from}T00:00:00Z`)
  if ('days' in period) day.setUTCDate(day.getUTCDate() + period.days)
  else day.setUTCFullYear(day.getUTCFullYear() + period.years)
  return day.toISOString().slice(0, 10)
}
