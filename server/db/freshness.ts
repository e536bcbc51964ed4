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

async function mark(db: Kysely<DB>, subject: string): Promise<void> {
  await sql`
    insert into freshness (subject) values (${subject})
    on conflict (subject) do update set token = excluded.token, at = excluded.at`.execute(db)
}

/** What an asker must find on a standby, and when they asked by the clock of the primary. */
export type WantedMarks = { now: string; tokens: Record<string, string> }
const wanted = z.object({ now: z.string(), tokens: z.record(z.string(), z.string()), late: z.boolean() })

/** Read on the primary. While anybody asks a mark is made every second, by whoever comes first: its age on a standby is the standby’s lag. */
export async function wantedBy(primary: Kysely<DB>, account: number | undefined): Promise<WantedMarks> {
  const subjects = [everybody, ...(account === undefined ? [] : [subjectOf(account)])]
  const { rows } = await sql`
    select clock_timestamp()::text as now,
      coalesce(jsonb_object_agg(subject, token) filter (where subject <> ${beat}), '{}') as tokens,
      coalesce(max(at) filter (where subject = ${beat}) < clock_timestamp() - ${betweenBeats}::interval, true) as late
    from freshness where subject = any(${[beat, ...subjects]}::text[])`.execute(primary)
  const { late, ...found } = wanted.parse(rows[0])
  if (late)
    await sql`
      insert into freshness (subject) values (${beat})
      on conflict (subject) do update set at = excluded.at
        where freshness.at < clock_timestamp() - ${betweenBeats}::interval`.execute(primary)
  return found
}
const betweenBeats = '1 second'

const shown = z.object({ lag: z.number().nullable(), has_all: z.boolean() })

/** Read on a standby. `lag`: seconds, at most; null: it has never heard of this primary. */
export async function shownBy(
  standby: Kysely<DB>,
  { now, tokens }: WantedMarks,
): Promise<{ lag: number | null; hasAll: boolean }> {
  const { rows } = await sql`
    select greatest(0, extract(epoch from ${now}::timestamptz - (select at from freshness where subject = ${beat})))::float8 as lag,
      not exists (
        select from jsonb_each_text(${JSON.stringify(tokens)}::jsonb) as wanted
        where not exists (select from freshness where subject = key and token::text = value)) as has_all`.execute(
    standby,
  )
  const { lag, has_all: hasAll } = shown.parse(rows[0])
  return { lag, hasAll }
}

/** No standby that may answer is as late as a mark that is a day old. */
export async function forgetMarks(db: Kysely<DB>): Promise<void> {
  await sql`delete from freshness where at < now() - interval '1 day'`.execute(db)
}
