import { type Kysely, sql } from 'kysely'
import type { Engines } from '../server/cases/engine/engine.ts'
import type { DB } from '../server/db/schema.ts'
import { comparablesOf } from '../server/statistics/comparables.ts'
import { courtPageOf, judgePageOf } from '../server/statistics/practice.ts'
import { everyone } from './measured.ts'

/**
 * Figures about one case, one judge, one court: decided cases of all kinds one after another, the busiest judge and court. Comparables: ≤ 100 ms at
 * a million (p95).
 */
export async function figuresOf(db: Kysely<DB>) {
  const { rows: decided } = await sql<{ id: number }>`
    select id from court_case where stage = 1 and result_date is not null order by hashtext(id::text) limit 200`.execute(
    db,
  )
  const { rows } = await sql<{ court: number; judge: number }>`
    select (select court_id from court_case group by 1 order by count(*) desc limit 1) as court,
      (select judge_id from court_case where judge_id is not null group by 1 order by count(*) desc limit 1) as judge`.execute(
    db,
  )
  const [{ court = 0, judge = 0 } = {}] = rows
  let next = 0
  const ofCase = (asked: Parameters<typeof comparablesOf>[3]) => async (reading: Engines) => {
    next = (next + 1) % Math.max(1, decided.length)
    const { comparisons } = await comparablesOf(reading, everyone, decided[next]?.id ?? 0, asked)
    return comparisons[0]?.count ?? 0
  }
  return [
    { title: 'похожие дела', ask: ofCase({}) },
    { title: 'похожие дела, без региона и годов', ask: ofCase({ region: false, years: false }) },
    { title: 'страница судьи', ask: async (reading: Engines) => (await judgePageOf(reading, everyone, judge)).cases },
    { title: 'страница суда', ask: async (reading: Engines) => (await courtPageOf(reading, everyone, court)).cases },
  ]
}
