import { sql, type Transaction } from 'kysely'
import type { Timing } from '#shared/domain/message-times.ts'
import type { DB } from '../db/schema.ts'
import { arrayOf, type TimingRow, timingOf } from './batches.ts'

/**
 * Subscriptions that tell, as they are at this moment, with the rights of their owners: many at once, those of one owner
 * with the same hours sharing what they share. One that is paused, deleted or of a blocked owner is not there.
 */
export type Standing = Shared & {
  version: number
  /** Changes before, in milliseconds, are not told. */
  since: number
}
type Shared = { timing: Timing; account: { regions: number[] | null; groups: string[]; is_superuser: boolean } }
type Row = TimingRow & Shared['account'] & { ids: number[]; versions: number[]; since: number[] }

export async function readStandings(
  trx: Transaction<DB>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Standing>> {
  const { rows } = await sql<Row>`
    select account.regions, account.groups, account.is_superuser,
      cadence, send_at, weekday, zone, quiet_from, quiet_to,
      json_agg(subscription.id) as ids, json_agg(watch_version) as versions,
      json_agg(floor(extract(epoch from watched_since) * 1000)::bigint) as since
    from subscription join account on account.id = account_id
    where subscription.id = any(${arrayOf(ids)}::int[]) and paused_at is null and deleted_at is null
      and approved_at is not null and blocked_at is null
    group by account.id, cadence, send_at, weekday, zone, quiet_from, quiet_to`.execute(trx)
  const standings = new Map<number, Standing>()
  // Hours that are the same are the same object, so that what follows from them is found once.
  const timings = new Map<string, Timing>()
  for (const { ids: mine, versions, since, regions, groups, is_superuser, ...timing } of rows) {
    const key = Object.values(timing).join(' ')
    const hours = timings.get(key) ?? timingOf(timing)
    timings.set(key, hours)
    const shared: Shared = { timing: hours, account: { regions, groups, is_superuser } }
    for (const [n, id] of mine.entries())
      standings.set(id, { ...shared, version: versions[n] ?? 0, since: since[n] ?? Number.POSITIVE_INFINITY })
  }
  return standings
}
