import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { tooMany } from '../http/errors.ts'

/**
 * Attempts that are free a few times and then cost ever longer pauses. Counted in the database: all processes share the
 * count, and a restart forgives nothing. With time attempts are forgiven one by one.
 */
export type AttemptLimit = {
  name: string
  /** So many attempts go without a pause; each further one doubles it. */
  free: number
  longestPauseSeconds: number
  forgivenEverySeconds: number
  sentence: string
}
/** Wrong passwords of one account, whoever tries: some twenty in the first hour, a dozen in each further one. */
export const wrongByAccount: AttemptLimit = {
  name: 'account',
  free: 5,
  longestPauseSeconds: 300,
  forgivenEverySeconds: 600,
  sentence: 'Слишком много попыток входа.',
}
/** Wrong passwords from one address. Many people can sit behind one: it is meant for those who try many names. */
export const wrongByAddress: AttemptLimit = {
  name: 'address',
  free: 60,
  longestPauseSeconds: 60,
  forgivenEverySeconds: 10,
  sentence: 'Слишком много попыток входа.',
}
export const registrationsByAddress: AttemptLimit = {
  name: 'registration',
  free: 30,
  longestPauseSeconds: 300,
  forgivenEverySeconds: 60,
  sentence: 'Слишком много заявок с вашего адреса.',
}

export type Counted = readonly [limit: AttemptLimit, subject: string]
/** Names and addresses are not kept: sometimes people type a password where the name belongs. */
const keyOf = ([limit, subject]: Counted): string =>
  `${limit.name}:${createHash('sha256').update(subject.toLowerCase()).digest('base64')}`

/** Past it the longest pause has long been reached, and PostgreSQL's powers overflow. */
const mostDoublings = 20
const age = sql<number>`greatest(0, extract(epoch from clock_timestamp() - attempt.last_at)::double precision)`
const pauseLeft = ({ free, longestPauseSeconds }: AttemptLimit) => sql<number>`
  case when round(attempt.count) < ${free}::integer then 0
  else greatest(0, least(power(2, least(round(attempt.count) - ${free}::integer, ${mostDoublings}::integer)),
    ${longestPauseSeconds}::integer) - ${age}) end`

/** Whole seconds until the next attempt may be made; 0: now. */
export async function pauseFor(db: Kysely<DB>, counted: Counted): Promise<number> {
  const found = await db
    .selectFrom('attempt')
    .where('key', '=', keyOf(counted))
    .select(pauseLeft(counted[0]).as('pause'))
    .executeTakeFirst()
  return Math.ceil(found?.pause ?? 0)
}

/** @throws HttpError 429 that says when to come back, when any of them has to wait */
export async function refuseInPause(db: Kysely<DB>, ...all: readonly Counted[]): Promise<void> {
  for (const counted of all) {
    const pause = await pauseFor(db, counted)
    if (pause > 0) throw tooMany(pause, counted[0].sentence)
  }
}

/** One more attempt; false: it came within a pause and is not counted. */
export async function countAttempt(db: Kysely<DB>, counted: Counted): Promise<boolean> {
  const [limit] = counted
  const { rows } = await sql`
    insert into attempt (key, count) values (${keyOf(counted)}, 1)
    on conflict (key) do update set
      count = greatest(0, attempt.count - ${age} / ${limit.forgivenEverySeconds}::integer) + 1,
      last_at = clock_timestamp()
    where ${pauseLeft(limit)} <= 0
    returning count`.execute(db)
  return rows.length > 0
}

/** @throws HttpError 429 when there is a pause to wait; else the attempt counts, however many come at the same moment */
export async function takeAttempt(db: Kysely<DB>, counted: Counted): Promise<void> {
  if (!(await countAttempt(db, counted))) throw tooMany(Math.max(1, await pauseFor(db, counted)), counted[0].sentence)
}

export const forgiveAttempts = async (db: Kysely<DB>, counted: Counted): Promise<void> => {
  await db.deleteFrom('attempt').where('key', '=', keyOf(counted)).execute()
}
