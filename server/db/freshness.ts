import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from './schema.ts'

/**
 * Whether a standby is recent enough (decision 0129). A mark is a random token written on the primary after, or together with, a change that must be
 * visible: a standby that shows the token shows everything committed before it. WAL positions and transaction ids would not do: after a promotion
 * that lost transactions they are reused.
 */
const everybody = 'everybody'
const beat = 'beat'
const subjectOf = (account: number): string => `account ${account}`

/** Must run in the transaction of the change: a forgotten name must be unfindable for every reader as soon as it commits. */
export const markForEverybody = (db: Kysely<DB>): Promise<void> => mark(db, everybody)
/** To be called after an account has written and before it gets the answer. */
export const markForAccount = (db: Kysely<DB>, account: number): Promise<void> => mark(db, subjectOf(account))

/**
 * For a node without standbys: marks only if other nodes have some, which the heartbeat shows. A write made before the first heartbeat is visible on
 * every standby that shows a heartbeat, since it precedes it in the WAL.
 */
export const markIfStandbysExist = (db: Kysely<DB>, account: number): Promise<void> =>
  mark(db, subjectOf(account), sql`exists (select from freshness where subject = ${beat})`)

async function mark(db: Kysely<DB>, subject: string, condition = sql`true`): Promise<void> {
  await sql`
    insert into freshness (subject) select ${subject} where ${condition}
    on conflict (subject) do update set token = excluded.token, at = excluded.at`.execute(db)
}

/** Tokens that a standby must show, and the time of the request by the clock of the primary. */
export type RequiredMarks = { now: string; tokens: Record<string, string> }
const asked = z.object({ now: z.string(), tokens: z.record(z.string(), z.string()), is_beat_due: z.boolean() })

/**
 * Runs on the primary. `isBeatDue`: the heartbeat, whose age is the lag, is older than a second, or in the future because the clock was set back.
 */
export async function requiredMarks(
  primary: Kysely<DB>,
  account: number | undefined,
): Promise<{ wanted: RequiredMarks; isBeatDue: boolean }> {
  const subjects = [everybody, ...(account === undefined ? [] : [subjectOf(account)])]
  const { rows } = await sql`
    select clock_timestamp()::text as now,
      coalesce(jsonb_object_agg(subject, token) filter (where subject <> ${beat}), '{}') as tokens,
      coalesce(bool_or(${isOutdated}) filter (where subject = ${beat}), true) as is_beat_due
    from freshness where subject = any(${[beat, ...subjects]}::text[])`.execute(primary)
  const { is_beat_due: isBeatDue, ...wanted } = asked.parse(rows[0])
  return { wanted, isBeatDue }
}
const isOutdated = sql<boolean>`freshness.at not between clock_timestamp() - interval '1 second' and clock_timestamp() + interval '1 second'`

/** Concurrent processes do not repeat it. Losing a heartbeat does no harm, so the commit waits neither for the disk nor for a standby. */
export const writeHeartbeat = (primary: Kysely<DB>): Promise<void> =>
  primary.transaction().execute(async trx => {
    await sql`set local synchronous_commit = off`.execute(trx)
    await sql`
      insert into freshness (subject) values (${beat})
      on conflict (subject) do update set at = excluded.at where ${isOutdated}`.execute(trx)
  })

const shown = z.object({ lag: z.number().nullable(), has_all: z.boolean() })

/**
 * Runs on the standby. `lag`: upper bound in seconds; null: no heartbeat of this primary, or only one in the future because the clock was set back.
 */
export async function checkMarks(
  standby: Kysely<DB>,
  { now, tokens }: RequiredMarks,
): Promise<{ lag: number | null; hasAll: boolean }> {
  const { rows } = await sql`
    select (
        select greatest(0, extract(epoch from ${now}::timestamptz - at))::float8 from freshness
        where subject = ${beat} and at <= ${now}::timestamptz + interval '1 second'
      ) as lag,
      not exists (
        select from jsonb_each_text(${JSON.stringify(tokens)}::jsonb) as wanted
        where not exists (select from freshness where subject = key and token::text = value)) as has_all`.execute(
    standby,
  )
  const { lag, has_all: hasAll } = shown.parse(rows[0])
  return { lag, hasAll }
}

/** A standby that lags a day is not used. */
export async function deleteOldMarks(db: Kysely<DB>): Promise<void> {
  await sql`delete from freshness where at < now() - interval '1 day'`.execute(db)
}
