import { type Kysely, sql } from 'kysely'
import { type WatchKind, watchMonths, watchWarningDays } from '#shared/domain/set-watch.ts'
import type { DB } from '../db/schema.ts'
import { warnedAt, watchUsedAt } from '../sets/sets.ts'
import { keysVersion } from './name-keys.ts'
import { postKeys } from './rows.ts'
import { searchRows } from './search-rows.ts'

/**
 * Nightly: a list without changes for eleven months is warned about and ends a month later; any change of its set
 * prolongs it. Rows with keys of another version, for example after their name was masked and restored, get new ones.
 */
export async function maintainWatchLists(
  db: Kysely<DB>,
  now: Date,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  await sql`
    update case_set_watching watching set warned_at = null from case_set
    where case_set.id = set_id and warned_at is not null and ${warnedAt} is null`.execute(db)
  await sql`
    update case_set_watching watching set ended_at = ${at} from case_set
    where case_set.id = set_id and ended_at is null and warned_at <= ${at} - ${watchWarningDays}::integer * interval '1 day'`.execute(
    db,
  )
  await sql`
    update case_set_watching watching set warned_at = ${at} from case_set
    where case_set.id = set_id and warned_at is null and case_set.deleted_at is null
      and ${watchUsedAt} <= ${at} - ${watchMonths}::integer * interval '1 month' + ${watchWarningDays}::integer * interval '1 day'
      and exists (select from case_set_watch row where row.set_id = case_set.id and row.removed_at is null)`.execute(db)
  await postLackingKeys(db, isStopped)
  await searchRows(db, { isStopped })
}

const rowsAtOnce = 2_000
async function postLackingKeys(db: Kysely<DB>, isStopped: () => boolean): Promise<void> {
  for (let last = 0; !isStopped(); ) {
    const { rows } = await sql<{ id: number; kind: WatchKind; text: string }>`
      select id, kind, text from case_set_watch watch
      where id > ${last} and not exists (
        select from case_set_watch_key own
        where own.watch_id = watch.id and own.key = hashtextextended(${keysVersion}, 0))
      order by id limit ${rowsAtOnce}`.execute(db)
    await postKeys(db, rows)
    last = rows.at(-1)?.id ?? 0
    if (rows.length < rowsAtOnce) return
  }
}
