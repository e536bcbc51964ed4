import { type Kysely, sql } from 'kysely'
import { type DebugCounts, debugCounts } from '#shared/api/debug.ts'
import { atOneMoment, keptCount } from '../db/kept-count.ts'
import type { DB } from '../db/schema.ts'

/** The counts of §3; they take seconds on a million cases, so they are cached for a minute. */
const fresh = 60_000
const longest = '5min'

/** A case with events has one with ordinal 0. */
const count = (db: Kysely<DB>): Promise<DebugCounts> =>
  atOneMoment(db, longest, async trx => {
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
    return debugCounts.parse(rows[0])
  })

export const countEverything = keptCount({ key: 'debug_counts', schema: debugCounts, count, serves: () => fresh })
