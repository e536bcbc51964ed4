import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from './schema.ts'

/**
 * How fresh a standby is, told by what it holds (decision 0129). A mark is a random token of the primary, written after or together with what has to be
 * seen: a standby that shows the token shows all that was committed before it. Places in the write-ahead log would not do: after a promotion that lost
 * transactions the same places, and the same numbers of transactions, mean something else.
 */
const everybody = 'everybody'
const beat = 'beat'
const subjectOf = (account: number): string => `account ${account}`

/** What every later reader must see, within the transaction that does it: a name that was removed is nowhere found the moment this is committed. */
export const markForEverybody = (db: Kysely<DB>): Promise<void> => mark(db, everybody)
/** After an account has written and before it is answered. */
export const markForAccount = (db: Kysely<DB>, account: number): Promise<void> => mark(db, subjectOf(account))

/**
 * The same on a node that reads from no standby itself: only where another one does, which the beat tells. A write whose node has not seen the first beat yet
 * stands before it in the log, so a standby that shows a beat at all shows that write.
 */
export const markForOthers = (db: Kysely<DB>, account: number): Promise<void> =>
  mark(db, subjectOf(account), sql`exists (select from freshness where subject = ${beat})`)

async function mark(db: Kysely<DB>, subject: string, condition = sql`true`): Promise<void> {
  await sql`
    insert into freshness (subject) select ${subject} where ${condition}
    on conflict (subject) do update set token = excluded.token, at = excluded.at`.execute(db)
}

/** What an asker must find on a standby, and when they asked by the clock of the primary. */
export type WantedMarks = { now: string; tokens: Record<string, string> }
const asked = z.object({ now: z.string(), tokens: z.record(z.string(), z.string()), is_beat_due: z.boolean() })

/** Read on the primary. `isBeatDue`: the mark whose age tells the lag is older than a second, or of a clock that has gone back since. */
export async function wantedBy(
  primary: Kysely<DB>,
  account: number | undefined,
): Promise<{ wanted: WantedMarks; isBeatDue: boolean }> {
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

/** By whoever comes first. Nothing is promised by it, so that it waits for no other server. */
export const writeBeat = (primary: Kysely<DB>): Promise<void> =>
  primary.transaction().execute(async trx => {
    await sql`set local synchronous_commit = off`.execute(trx)
    await sql`
      insert into freshness (subject) values (${beat})
      on conflict (subject) do update set at = excluded.at where ${isOutdated}`.execute(trx)
  })

const shown = z.object({ lag: z.number().nullable(), has_all: z.boolean() })

/** Read on a standby. `lag`: seconds, at most; null: it has never heard of this primary, or of one whose clock was ahead of today’s. */
export async function shownBy(
  standby: Kysely<DB>,
  { now, tokens }: WantedMarks,
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

/** No standby that may answer is as late as a mark that is a day old. */
export async function deleteOldMarks(db: Kysely<DB>): Promise<void> {
  await sql`delete from freshness where at < now() - interval '1 day'`.execute(db)
}
