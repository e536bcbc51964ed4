import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { type Counted, dayOf, type Manners, platformOf, type Turn, turnFor } from './manners.ts'

/**
 * Turns at the hosts of courts: taken before a request, given back after it, counted in the database by its clock. Whoever
 * holds a turn is alone at the host; a turn of a worker that was killed ends by itself.
 */
export type HeldTurn = { id: number; host: string; platform: string }
export type AskedTurn = { host: string; zone: string; urgent: boolean; url: string }

export async function takeTurn(
  db: Kysely<DB>,
  { host, zone, urgent, url }: AskedTurn,
  rules: Manners,
): Promise<{ held: HeldTurn } | { refused: Extract<Turn, { granted: false }> }> {
  const platform = platformOf(host)
  await sql`insert into court_platform (platform) values (${platform}) on conflict do nothing`.execute(db)
  await sql`insert into court_host (host, platform) values (${host}, ${platform}) on conflict do nothing`.execute(db)
  return db.transaction().execute(async trx => {
    // The platform first, everywhere: its row is what all its hosts wait for.
    const ofPlatform = await sql<Row<Counted['platform']>>`
      select ${moment('next_at')}, ${moment('silent_until')}, day, asked from court_platform
      where platform = ${platform} for no key update`.execute(trx)
    const ofHost = await sql<Row<Omit<Counted, 'platform'>> & { at: Date }>`
      select ${moment('busy_until')}, ${moment('next_at')}, ${moment('silent_until')}, ${moment('calm_until')},
        day, asked, asked_by_day, clock_timestamp() as at
      from court_host where host = ${host} for no key update`.execute(trx)
    const [platformRow, hostRow] = [ofPlatform.rows[0], ofHost.rows[0]]
    if (platformRow === undefined || hostRow === undefined) throw new Error(`The row of ${host} has gone`)
    const { at } = hostRow
    const turn = turnFor({ ...hostRow, platform: platformRow }, at, { zone, urgent, rules })
    if (!turn.granted) {
      if (turn.calm)
        await trx.updateTable('court_host').set({ calm_until: turn.until }).where('host', '=', host).execute()
      return { refused: turn }
    }
    const day = dayOf(at)
    await sql`
      update court_platform set next_at = ${after(at, rules.platformGap)}, day = ${day},
        asked = case when day = ${day} then asked else 0 end + 1
      where platform = ${platform}`.execute(trx)
    await sql`
      update court_host set busy_until = ${after(at, rules.longestRequest)}, day = ${day},
        asked = case when day = ${day} then asked else 0 end + 1,
        asked_by_day = case when day = ${day} then asked_by_day else 0 end + ${turn.night ? 0 : 1}
      where host = ${host}`.execute(trx)
    const { id } = await trx
      .insertInto('court_request')
      .values({ host, platform, url, asked_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { held: { id, host, platform } }
  })
}

type Row<T> = { [K in keyof T]: T[K] }
/** `-infinity` is no Date: the beginning of time will do. */
const moment = (column: string) => sql`greatest(${sql.ref(column)}, to_timestamp(0)) as ${sql.ref(column)}`
const after = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds)

/** How a request ended. `blocked` holds how long the site asks us to stay away, when it says so. */
export type RequestEnd = {
  status?: number | undefined
  kind?: string | undefined
  page_hash?: Buffer | undefined
  error?: string | undefined
  blocked?: { retryAfter?: number | undefined } | undefined
}

export async function endTurn(db: Kysely<DB>, turn: HeldTurn, end: RequestEnd, rules: Manners): Promise<void> {
  await db.transaction().execute(async trx => {
    await sql`select from court_platform where platform = ${turn.platform} for no key update`.execute(trx)
    await sql`
      update court_request set answered_at = clock_timestamp(), status = ${end.status ?? null}, kind = ${end.kind ?? null},
        page_hash = ${end.page_hash ?? null}, error = ${end.error ?? null}
      where id = ${turn.id}`.execute(trx)
    if (end.blocked === undefined) {
      await sql`
        update court_host set busy_until = '-infinity', next_at = ${fromNow(rules.gap)},
          blocks = case when ${end.error ?? null}::text is null then 0 else blocks end
        where host = ${turn.host}`.execute(trx)
      return
    }
    const asked = Math.min(end.blocked.retryAfter ?? 0, rules.longestSilence)
    await sql`
      update court_host set busy_until = '-infinity', next_at = ${fromNow(rules.gap)}, blocks = least(blocks + 1, 20),
        silent_why = ${end.kind ?? String(end.status ?? '')},
        silent_until = clock_timestamp() + interval '1 millisecond'
          * greatest(${asked}::float8, least(${rules.silence}::float8 * 2 ^ blocks, ${rules.longestSilence}::float8))
      where host = ${turn.host}`.execute(trx)
    await sql`
      update court_platform set silent_until = ${fromNow(rules.silence)}
      where platform = ${turn.platform} and ${rules.blocksOfPlatform} <= (
        select count(*) from court_host
        where platform = ${turn.platform} and silent_until > clock_timestamp())`.execute(trx)
  })
}
const fromNow = (milliseconds: number) => sql`clock_timestamp() + interval '1 millisecond' * ${milliseconds}::float8`

/** Nothing was asked after all: the host is free at once. */
export async function cancelTurn(db: Kysely<DB>, turn: HeldTurn): Promise<void> {
  await db.transaction().execute(async trx => {
    await sql`select from court_platform where platform = ${turn.platform} for no key update`.execute(trx)
    await sql`update court_platform set asked = greatest(asked - 1, 0) where platform = ${turn.platform}`.execute(trx)
    await sql`
      update court_host set busy_until = '-infinity', asked = greatest(asked - 1, 0) where host = ${turn.host}`.execute(
      trx,
    )
    await trx.deleteFrom('court_request').where('id', '=', turn.id).execute()
  })
}
