import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { type CaseSource, caseSources } from '#shared/api/collecting.ts'
import type { Scope } from '../cases/predicates.ts'
import { cachedCount, inRepeatableRead } from '../db/cached-count.ts'
import type { DB } from '../db/schema.ts'

/** Cases by their source and region. Recounted seldom, and at once when a source appears or disappears. */
const collected = 'collector'
const invented = 'demo'
const longest = '5min'
const share = 100

const counts = z.array(
  z.object({ source: z.enum(caseSources), region: z.number().int(), cases: z.number().int(), last_at: z.string() }),
)
type Counts = z.infer<typeof counts>

const kind = sql`case origin when ${collected} then 'collector' when ${invented} then 'demo' else 'files' end`
const countThem = (db: Kysely<DB>): Promise<Counts> =>
  inRepeatableRead(db, longest, async trx => {
    const { rows } = await sql<{ source: string; region: number; cases: number; last_at: Date }>`
      select ${kind} as source, region, count(distinct case_id) as cases, max(first_seen_at) as last_at
      from case_source join court_case on court_case.id = case_id group by 1, region`.execute(trx)
    return counts.parse(rows.map(row => ({ ...row, last_at: row.last_at.toISOString() })))
  })

const keptCounts = cachedCount({ key: 'case_sources', schema: counts, count: countThem, serves: took => took * share })

export async function sourcesOfCases(db: Kysely<DB>, { regions }: Scope): Promise<CaseSource[]> {
  const all = await currentCounts(db)
  return caseSources.flatMap(source => {
    const own = all.filter(one => one.source === source && (regions === 'all' || regions.includes(one.region)))
    if (own.length === 0) return []
    const last_at = own.reduce((last, one) => (one.last_at > last ? one.last_at : last), '')
    return [{ source, cases: own.reduce((sum, one) => sum + one.cases, 0), last_at }]
  })
}

/** Regions with cases that were imported or invented, not read by the collector. */
export async function regionsOfImports(db: Kysely<DB>): Promise<ReadonlySet<number>> {
  const all = await currentCounts(db)
  return new Set(all.flatMap(({ source, region }) => (source === collected ? [] : [region])))
}

async function currentCounts(db: Kysely<DB>): Promise<Counts> {
  const ways = await waysThereAre(db)
  const { counts: all } = await keptCounts(db, {
    isCurrent: told => caseSources.every(source => ways.has(source) === told.some(one => one.source === source)),
  })
  return all
}

async function waysThereAre(db: Kysely<DB>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ source: string }>`
    with recursive found as (
      (select origin from case_source order by origin limit 1)
      union all
      select (select s.origin from case_source s where s.origin > found.origin order by s.origin limit 1)
      from found where found.origin is not null
    )
    select distinct ${kind} as source from found where origin is not null`.execute(db)
  return new Set(rows.map(({ source }) => source))
}
