import { type Kysely, sql } from 'kysely'
import { today } from '#shared/domain/relative-dates.ts'
import type { DB } from '../db/schema.ts'
import { decideRequest, type RateDecision, type RateLimits, type RequestCounts } from './rate-policy.ts'
import { platformOf } from './site-address.ts'

/** One request per host at a time; the lease of a killed worker expires by the clock of the database. */
export type HostLease = { id: number; host: string; platform: string }
export type LeaseRequest = { host: string; zone: string; urgent: boolean; url: string }

export async function acquireLease(
  db: Kysely<DB>,
  { host, zone, urgent, url }: LeaseRequest,
  limits: RateLimits,
): Promise<{ lease: HostLease } | { refused: Extract<RateDecision, { granted: false }> }> {
  const platform = platformOf(host)
  await sql`insert into court_platform (platform) values (${platform}) on conflict do nothing`.execute(db)
  await sql`insert into court_host (host, platform) values (${host}, ${platform}) on conflict do nothing`.execute(db)
  return db.transaction().execute(async trx => {
    // Always locks the row of the platform before that of the host, to avoid deadlocks.
    const ofPlatform = await sql<RequestCounts['platform']>`
      select ${moment('next_at')}, ${moment('silent_until')}, day, asked from court_platform
      where platform = ${platform} for no key update`.execute(trx)
    const ofHost = await sql<Omit<RequestCounts, 'platform'> & { at: Date }>`
      select ${moment('busy_until')}, ${moment('next_at')}, ${moment('silent_until')}, ${moment('calm_until')},
        day, asked, asked_by_day, clock_timestamp() as at
      from court_host where host = ${host} for no key update`.execute(trx)
    const [platformRow, hostRow] = [ofPlatform.rows[0], ofHost.rows[0]]
    if (platformRow === undefined || hostRow === undefined) throw new Error(`The row of ${host} has gone`)
    const { at } = hostRow
    const decision = decideRequest({ ...hostRow, platform: platformRow }, at, { zone, urgent, limits })
    if (!decision.granted) {
      if (decision.backgroundOnly)
        await trx.updateTable('court_host').set({ calm_until: decision.until }).where('host', '=', host).execute()
      return { refused: decision }
    }
    const day = today(at)
    await sql`
      update court_platform set next_at = ${after(at, limits.platformGap)}, day = ${day},
        asked = case when day = ${day} then asked else 0 end + 1
      where platform = ${platform}`.execute(trx)
    await sql`
      update court_host set busy_until = ${after(at, limits.lease)}, day = ${day},
        asked = case when day = ${day} then asked else 0 end + 1,
        asked_by_day = case when day = ${day} then asked_by_day else 0 end + ${decision.night ? 0 : 1}
      where host = ${host}`.execute(trx)
    const { id } = await trx
      .insertInto('court_request')
      .values({ host, platform, url, asked_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { lease: { id, host, platform } }
  })
}

/** `-infinity` has no JavaScript Date: 1970 replaces it. */
const moment = (column: string) => sql`greatest(${sql.ref(column)}, to_timestamp(0)) as ${sql.ref(column)}`
const after = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds)
const fromNow = (milliseconds: number) => sql`clock_timestamp() + interval '1 millisecond' * ${milliseconds}::float8`

type RequestEnd = {
  status?: number | undefined
  kind?: string | undefined
  page_hash?: Buffer | undefined
  error?: string | undefined
  /** The site refused us; `retryAfter` is the time it asked for. */
  refused?: { retryAfter?: number | undefined } | undefined
}

export async function releaseLease(
  db: Kysely<DB>,
  { id, host, platform }: HostLease,
  { status, kind, page_hash, error, refused }: RequestEnd,
  limits: RateLimits,
): Promise<void> {
  await db.transaction().execute(async trx => {
    await lockPlatform(trx, platform)
    await sql`
      update court_request set answered_at = clock_timestamp(), status = ${status ?? null}, kind = ${kind ?? null},
        page_hash = ${page_hash ?? null}, error = ${error ?? null}
      where id = ${id}`.execute(trx)
    if (refused === undefined) {
      await sql`
        update court_host set busy_until = '-infinity', next_at = ${fromNow(limits.hostGap)},
          blocks = case when ${error ?? null}::text is null then 0 else blocks end
        where host = ${host}`.execute(trx)
      return
    }
    const asked = Math.min(refused.retryAfter ?? 0, limits.longestCooldown)
    await sql`
      update court_host set busy_until = '-infinity', next_at = ${fromNow(limits.hostGap)}, blocks = least(blocks + 1, 20),
        silent_why = ${kind ?? String(status ?? '')},
        silent_until = clock_timestamp() + interval '1 millisecond'
          * greatest(${asked}::float8, least(${limits.cooldown}::float8 * 2 ^ blocks, ${limits.longestCooldown}::float8))
      where host = ${host}`.execute(trx)
    await sql`
      update court_platform set silent_until = ${fromNow(limits.cooldown)}
      where platform = ${platform} and ${limits.refusingHosts} <= (
        select count(*) from court_host where platform = ${platform} and silent_until > clock_timestamp())`.execute(trx)
  })
}

/** Releases an unused lease: no request was sent, and the host is free at once. */
export async function cancelLease(db: Kysely<DB>, { id, host, platform }: HostLease): Promise<void> {
  await db.transaction().execute(async trx => {
    await lockPlatform(trx, platform)
    await sql`update court_platform set asked = greatest(asked - 1, 0) where platform = ${platform}`.execute(trx)
    await sql`
      update court_host set busy_until = '-infinity', asked = greatest(asked - 1, 0) where host = ${host}`.execute(trx)
    await trx.deleteFrom('court_request').where('id', '=', id).execute()
  })
}
const lockPlatform = (trx: Kysely<DB>, platform: string) =>
  sql`select from court_platform where platform = ${platform} for no key update`.execute(trx)

/** Ends the lease of a request without an answer; a lease already released is left unchanged. */
export const abandonLease = async (db: Kysely<DB>, { id, host }: HostLease, limits: RateLimits): Promise<void> =>
  void (await sql`
    update court_host set busy_until = '-infinity', next_at = greatest(next_at, ${fromNow(limits.hostGap)})
    from court_request r where r.id = ${id} and r.answered_at is null and court_host.host = ${host}`.execute(db))
