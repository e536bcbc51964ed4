import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type DebugCounts, debugCounts } from '#shared/api/debug.ts'
import type { DB } from '../db/schema.ts'

/**
 * The counts of §3 over all cases there are. A million cases take some seconds to count, so the counts are kept in the
 * database for all processes: for a minute, and longer while newer ones are being counted.
 */
export type Counted = { counts: DebugCounts; at: Date }

const fresh = 60_000
/** Milliseconds that newer counts are waited for when older ones are at hand. */
const usualPatience = 1_500
const longest = '5min'
const key = 'debug_counts'

export async function countEverything(db: Kysely<DB>, { patience = usualPatience } = {}): Promise<Counted> {
  const kept = await keptCounts(db)
  if (kept !== undefined && Date.now() - kept.at.getTime() < fresh) return kept
  const newer = countOnce(db)
  if (kept === undefined) return newer
  // Whatever happens to a count that nobody waits for: the next one who asks begins anew.
  newer.catch(() => undefined)
  const waiting = new AbortController()
  try {
    return await Promise.race([newer, pause(patience, kept, { signal: waiting.signal })])
  } finally {
    waiting.abort()
  }
}

/** One count at a time a process, however many ask. */
const running = new WeakMap<Kysely<DB>, Promise<Counted>>()
function countOnce(db: Kysely<DB>): Promise<Counted> {
  const known = running.get(db)
  if (known !== undefined) return known
  const counted = count(db).finally(() => running.delete(db))
  running.set(db, counted)
  return counted
}

async function keptCounts(db: Kysely<DB>): Promise<Counted | undefined> {
  const row = await db
    .selectFrom('installation')
    .where('key', '=', key)
    .select([sql`value -> 'counts'`.as('counts'), sql<Date>`(value ->> 'at')::timestamptz`.as('at')])
    .executeTakeFirst()
  const known = debugCounts.safeParse(row?.counts)
  return row !== undefined && known.success ? { counts: known.data, at: row.at } : undefined
}

/** All of one moment. Who has no first event has none. */
const count = (db: Kysely<DB>): Promise<Counted> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async trx => {
      await sql`select set_config('statement_timeout', ${longest}, true)`.execute(trx)
      const { rows } = await sql<DebugCounts>`
        select (select count(*) from court) as courts_all_count,
          (select count(*) from court_check where flag is not null or failing_since is not null) as courts_errors_count,
          cases.*,
          (select count(*) from court_case c where stage = 2
            and not exists (select from case_link l where l.case_id = c.id)
            and not exists (select from case_link l where l.other_id = c.id)) as cases_without_first_instance,
          (select count(*) from court_case c where not exists (
            select from case_defendant d where d.case_id = c.id)) as cases_without_defendants,
          (select count(distinct case_id) from case_participant where role = 'unknown') as cases_with_unknown_roles,
          (select count(*) from court_case c where not exists (
            select from case_article a where a.case_id = c.id)) as cases_without_articles,
          (select count(*) from court_case c where not exists (
            select from case_event e where e.case_id = c.id and e.ordinal = 0)) as cases_without_events
        from (select count(*) as cases_all_count, count(*) filter (where stage = 1) as cases_first_instance,
          count(*) filter (where stage = 2) as cases_second_instance from court_case) cases`.execute(trx)
      const counts = debugCounts.parse(rows[0])
      const at = new Date()
      const value = JSON.stringify({ counts, at })
      await trx
        .insertInto('installation')
        .values({ key, value })
        .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
        .execute()
      return { counts, at }
    })
