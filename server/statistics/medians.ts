import { sql } from 'kysely'
import type { CaseEngine, Question } from '../cases/engine/engine.ts'
import { countByArticle, type Lines, sumByLine } from './lines.ts'

/** Days from entry to decision in first instance that half of the decided cases took no longer than, by the key of a line. */
export async function medians(engine: CaseEngine, question: Question, lines: Lines): Promise<Record<string, number>> {
  const found = engine
    .cases(question)
    .where('court_case.stage', '=', 1)
    .whereRef('court_case.result_date', '>=', 'court_case.entry_date')
    .select([engine.childRows('case_article').caseKey.as('articles_of'), 'court_case.type'])
    .select([sql<number>`court_case.result_date - court_case.entry_date`.as('days'), sql<number>`1`.as('cases')])
  const counted = await countByArticle<{ days: number }>(engine, sql`${found}`, ['type', 'days'])
  const spread = new Map<string, Map<number, number>>()
  sumByLine(lines, counted, (key, { days }, cases) => {
    const line = spread.get(key) ?? new Map<number, number>()
    spread.set(key, line.set(days, (line.get(days) ?? 0) + cases))
  })
  // In one order, whoever counted.
  const keys = [...spread].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(keys.map(([key, line]) => [key, middle(line)]))
}

function middle(line: ReadonlyMap<number, number>): number {
  const all = [...line].toSorted(([one], [other]) => one - other)
  const half = all.reduce((sum, [, cases]) => sum + cases, 0) / 2
  let passed = 0
  for (const [days, cases] of all) {
    passed += cases
    if (passed >= half) return days
  }
  return 0
}
