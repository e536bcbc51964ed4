import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { tooMany } from '../http/errors.ts'

/**
 * Attempts with exponential backoff, counted in the database: shared by all processes, kept over restarts, and
 * forgiven one by one with time. Neither @fastify/rate-limit nor rate-limiter-flexible does this: both count in fixed
 * windows, and their blocks have one length.
 */
type AttemptLimit = {
  name: string
  /** Attempts without a pause; each further one doubles it. */
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
/** Wrong passwords of one account from one network: some twenty in the first hour, a dozen in each further one. */
export const wrongByAccountAndNetwork: AttemptLimit = { name: 'account-network', ...guessing }
/** From a device that has signed in to the account before: what others do counts for nothing there. */
export const wrongByDevice: AttemptLimit = { name: 'device', ...guessing }
/** Of whoever is in already and says the password once more. */
export const wrongByOwner: AttemptLimit = { name: 'owner', ...guessing }
/** Codes of the second factor, by whoever knows the password already. */
export const wrongCodes: AttemptLimit = { name: 'code', ...guessing }
/**
 * Of one account from all networks that are strangers to it: a hundred an hour at most (ASVS 2.2.1). It slows who comes
 * from a new device, and keeps nobody out who has signed in before.
 */
export const wrongByAccount: AttemptLimit = {
  name: 'account',
  free: 20,
  longestPauseSeconds: 60,
  forgivenEverySeconds: 600,
  sentence: 'Слишком много попыток входа.',
}
/** Wrong passwords from one address, behind which there may be many people. */
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
/** Hashed: people sometimes type a password where the name belongs. */
const keyOf = ([limit, subject]: CountedAttempt): string =>
  `${limit.name}:${createHash('sha256').update(subject.toLowerCase()).digest('base64')}`

/** Beyond, the longest pause is long reached, and power() overflows. */
const mostDoublings = 20
const age = sql<number>`greatest(0, extract(epoch from clock_timestamp() - attempt.last_at)::double precision)`
const pauseLeft = ({ free, longestPauseSeconds }: AttemptLimit) => sql<number>`
  case when round(attempt.count) < ${free}::integer then 0
  else greatest(0, least(power(2, least(round(attempt.count) - ${free}::integer, ${mostDoublings}::integer)),
    ${longestPauseSeconds}::integer) - ${age}) end`

/** Whole seconds until the next attempt; 0: now. */
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

/** False: it came within a pause and is not counted. */
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

/** @throws HttpError 429 within a pause; else counts the attempt, atomically */
export async function takeAttempt(db: Kysely<DB>, counted: CountedAttempt): Promise<void> {
  if (!(await countAttempt(db, counted))) throw tooMany(Math.max(1, await pauseFor(db, counted)), counted[0].sentence)
}

export const resetAttempts = async (db: Kysely<DB>, counted: CountedAttempt): Promise<void> => {
  await db.deleteFrom('attempt').where('key', '=', keyOf(counted)).execute()
}
