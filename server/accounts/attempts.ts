import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { tooMany } from '../http/errors.ts'

/**
 * Rate limits with exponential backoff, counted in the database: shared by all processes, kept over restarts, and
 * decaying one attempt at a time. @fastify/rate-limit and rate-limiter-flexible count in fixed windows with blocks of
 * one length.
 */
type AttemptLimit = {
  name: string
  /** Attempts without a pause; each further attempt doubles the pause. */
  free: number
  longestPauseSeconds: number
  forgivenEverySeconds: number
  sentence: string
}
const guessing = {
  free: 5,
  longestPauseSeconds: 300,
  forgivenEverySeconds: 600,
  sentence: 'Слишком много попыток входа.',
}
/** Wrong passwords for one account from one network: about twenty in the first hour, a dozen in each further hour. */
export const wrongByAccountAndNetwork: AttemptLimit = { name: 'account-network', ...guessing }
/** From a device that has signed in to the account before: other people's attempts do not count against it. */
export const wrongByDevice: AttemptLimit = { name: 'device', ...guessing }
/** From a signed-in user who confirms the password again. */
export const wrongByOwner: AttemptLimit = { name: 'owner', ...guessing }
/** Codes of the second factor, entered after the right password. */
export const wrongCodes: AttemptLimit = { name: 'code', ...guessing }
/**
 * Wrong passwords for one account from all unknown networks: at most a hundred an hour (ASVS 2.2.1). It slows sign-in
 * from a new device, and never affects devices that have signed in before.
 */
export const wrongByAccount: AttemptLimit = {
  name: 'account',
  free: 20,
  longestPauseSeconds: 60,
  forgivenEverySeconds: 600,
  sentence: 'Слишком много попыток входа.',
}
/** Wrong passwords from one address, which many people may share. */
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

export type CountedAttempt = readonly [limit: AttemptLimit, subject: string]
/** Hashed, because people sometimes type a password into the name field. */
const keyOf = ([limit, subject]: CountedAttempt): string =>
  `${limit.name}:${createHash('sha256').update(subject.toLowerCase()).digest('base64')}`

/** Beyond this the pause is at its maximum anyway, and power() would overflow. */
const mostDoublings = 20
const age = sql<number>`greatest(0, extract(epoch from clock_timestamp() - attempt.last_at)::double precision)`
const pauseLeft = ({ free, longestPauseSeconds }: AttemptLimit) => sql<number>`
  case when round(attempt.count) < ${free}::integer then 0
  else greatest(0, least(power(2, least(round(attempt.count) - ${free}::integer, ${mostDoublings}::integer)),
    ${longestPauseSeconds}::integer) - ${age}) end`

/** Whole seconds until the next attempt is allowed; 0 means now. */
export async function pauseFor(db: Kysely<DB>, counted: CountedAttempt): Promise<number> {
  const found = await db
    .selectFrom('attempt')
    .where('key', '=', keyOf(counted))
    .select(pauseLeft(counted[0]).as('pause'))
    .executeTakeFirst()
  return Math.ceil(found?.pause ?? 0)
}

/** @throws HttpError 429 with the time of the next attempt */
export async function refuseWhilePaused(db: Kysely<DB>, ...all: readonly CountedAttempt[]): Promise<void> {
  for (const counted of all) {
    const pause = await pauseFor(db, counted)
    if (pause > 0) throw tooMany(pause, counted[0].sentence)
  }
}

/** Returns false when the attempt came within a pause; it is then not counted. */
export async function countAttempt(db: Kysely<DB>, counted: CountedAttempt): Promise<boolean> {
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

/** Counts the attempt atomically. @throws HttpError 429 within a pause */
export async function takeAttempt(db: Kysely<DB>, counted: CountedAttempt): Promise<void> {
  if (!(await countAttempt(db, counted))) throw tooMany(Math.max(1, await pauseFor(db, counted)), counted[0].sentence)
}

export const resetAttempts = async (db: Kysely<DB>, counted: CountedAttempt): Promise<void> => {
  await db.deleteFrom('attempt').where('key', '=', keyOf(counted)).execute()
}
