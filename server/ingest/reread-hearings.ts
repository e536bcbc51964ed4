import { type Kysely, sql, type Transaction } from 'kysely'
import { zoneRules } from '../db/reference/court-zone.ts'
import { hearingRules, isWithinAYear } from '../db/reference/hearing-wording.ts'
import { referenceDigest } from '../db/reference/tables.ts'
import type { DB } from '../db/schema.ts'
import { appendBeside, type BesideChange } from '../journal/write-entries.ts'
import { noteChanges } from './case-changes.ts'
import { type PassProgress, resumePass } from './resumable-pass.ts'

/**
 * When the list of hearing wordings or of zones changes, hearings of every case are derived again from its events. That is a revision but no news: the court has
 * said nothing.
 */
const rulesVersion = 2
/** Range of ids for one transaction: about a second of work. */
const span = 5_000

export function rereadHearings(db: Kysely<DB>, isStopped: () => boolean = () => false): Promise<PassProgress> {
  const version = `${rulesVersion} ${referenceDigest(['event-types'], `${hearingRules}\n${zoneRules}`)}`
  return resumePass(db, { key: 'case_hearings', version, lock: 7_301_065 }, rereadBatch, isStopped)
}

async function rereadBatch(trx: Transaction<DB>, after: number) {
  const { rows } = await sql<{ id: number }>`
    select id from court_case where id > ${after} order by id limit ${span}`.execute(trx)
  const ids = rows.map(({ id }) => id)
  return { last: ids.at(-1) ?? null, read: ids.length, changed: await setHearings(trx, ids) }
}

/**
 * Days that were too far for a hearing when their cards were read (decision 0136) come within a year as time passes. A
 * month back, for nights without this job.
 */
export async function takeHearingsComeNear(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select distinct case_id as id from case_event join event_type on event_type.id = event_type_id
    where event_date > current_date + interval '11 months' and ${isWithinAYear} and is_hearing is not false
    order by 1`.execute(db)
  let changed = 0
  for (let from = 0; from < rows.length; from += span) {
    const ids = rows.slice(from, from + span).map(({ id }) => id)
    changed += await db.transaction().execute(trx => setHearings(trx, ids))
  }
  return changed
}

type Last = { id: number; former: string; last: string }

/** By the rules of `hearingsOf` and `possibleHearingOf` (prepare-case.ts). Returns the number of changed cases. */
async function setHearings(trx: Transaction<DB>, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  // Locked until the end: a concurrent writer of other events waits.
  await sql`
    select from case_source where case_id = any(${ids}::int[]) order by source_key for no key update`.execute(trx)
  await sql`
    update case_event set event_time = null, happens_at = null
    where case_id = any(${ids}::int[]) and event_time = '00:00'`.execute(trx)
  await sql`
    update case_event set happens_at = (event_date + event_time) at time zone court.time_zone
    from court_case join court on court.id = court_id
    where court_case.id = case_id and case_id = any(${ids}::int[])
      and happens_at is distinct from (event_date + event_time) at time zone court.time_zone`.execute(trx)
  const { rows } = await sql<Last>`
    with held as (
      select case_id, min(event_date) filter (where is_hearing) as first, max(event_date) filter (where is_hearing) as last,
        max(event_date + coalesce(event_time, '24:00')) filter (where is_hearing) as until,
        max(event_date + event_time) filter (where is_hearing is null) as possible
      from case_event join event_type on event_type.id = event_type_id
      where case_id = any(${ids}::int[]) and ${isWithinAYear} group by case_id
    ), told as (
      select court_case.id, held.first, held.last, last_scheduled_hearing_date as last_before, last_scheduled_hearing_time as time_before,
        (select max(event_time) from case_event join event_type on event_type.id = event_type_id
          where case_event.case_id = court_case.id and event_date = held.last and is_hearing) as last_time,
        held.until at time zone court.time_zone as until, held.possible at time zone court.time_zone as possible
      from court_case join court on court.id = court_id left join held on held.case_id = court_case.id
      where court_case.id = any(${ids}::int[])
    )
    update court_case set first_scheduled_hearing_date = told.first, last_scheduled_hearing_date = told.last,
      last_scheduled_hearing_time = told.last_time, hearing_until = told.until, possible_hearing_at = told.possible,
      changed_xid = pg_current_xact_id()
    from told where told.id = court_case.id
      and (first_scheduled_hearing_date, last_scheduled_hearing_date, last_scheduled_hearing_time, hearing_until, possible_hearing_at)
        is distinct from (told.first, told.last, told.last_time, told.until, told.possible)
    returning court_case.id, concat_ws(' ', last_before, left(time_before::text, 5)) as former,
      concat_ws(' ', told.last, left(told.last_time::text, 5)) as last`.execute(trx)
  const revisions = await appendBeside(
    trx,
    new Map(rows.flatMap(row => (row.former === row.last ? [] : [[row.id, [lastHearing(row)]]]))),
  )
  await noteChanges(
    trx,
    rows.map(({ id }) => ({ case_id: id, revision: revisions.get(id) ?? null, kinds: [], details: [] })),
  )
  return rows.length
}
const lastHearing = ({ former, last }: Last): BesideChange => ({
  field: 'last_hearing',
  before: former || null,
  after: last || null,
})
