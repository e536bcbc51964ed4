import { type Kysely, sql } from 'kysely'
import { attestationsOf, readOtsProof, readOtsTree, upgradedOts, writeOtsProof } from '#shared/evidence/ots-proof.ts'
import type { DB } from '../db/schema.ts'
import type { Timestamping } from '../http/feature.ts'
import { guardedConnection, sendRequest } from '../outgoing/guarded-request.ts'
import { nodePrimitives } from './node-primitives.ts'

/** Calendars of OpenTimestamps: one is given the hash of the last seal, and asked each hour whether a block of Bitcoin has it by now. */
const usualTimeout = 20_000
const largestAnswer = 10_000
const kind = 'opentimestamps'
/** Proofs that are asked for again in one job. */
const mostPending = 50

export async function stampByCalendar(db: Kysely<DB>, digest: Buffer, calendar: Timestamping): Promise<void> {
  const { url } = calendar
  const known = await db
    .selectFrom('timestamp_answer')
    .select('digest')
    .where('digest', '=', digest)
    .where('authority', '=', url)
    .executeTakeFirst()
  if (known !== undefined) return
  const { status, body } = await ask('POST', `${url}/digest`, calendar, digest)
  if (status !== 200) throw new Error(`Календарь ${url} ответил ${status}.`)
  const proof = { digest, tree: readOtsTree(body) }
  // What a proof says is read, so that no answer of another kind is kept.
  if (attestationsOf(proof, nodePrimitives).length === 0) throw new Error(`Календарь ${url} ничего не обещал.`)
  await db
    .insertInto('timestamp_answer')
    .values({ digest, authority: url, kind, answer: Buffer.from(writeOtsProof(proof)), is_final: false })
    .onConflict(conflict => conflict.columns(['digest', 'authority']).doNothing())
    .execute()
}

/** Asks for what calendars had promised. Only the calendar of the settings is called, whatever a proof names. */
export async function upgradeOtsProofs(db: Kysely<DB>, calendar: Timestamping): Promise<void> {
  const pending = await db
    .selectFrom('timestamp_answer')
    .select(['digest', 'authority', 'answer'])
    .where('kind', '=', kind)
    .where('is_final', '=', false)
    .orderBy(sql`made_at desc`)
    .limit(mostPending)
    .execute()
  for (const { digest, authority, answer } of pending) {
    const proof = await upgradedOts(readOtsProof(answer), nodePrimitives, async (_, message) => {
      const { status, body } = await ask(
        'GET',
        `${calendar.url}/timestamp/${Buffer.from(message).toString('hex')}`,
        calendar,
      )
      // 404: not yet.
      return status === 200 ? readOtsTree(body) : null
    })
    const is_final = attestationsOf(proof, nodePrimitives).some(one => 'height' in one)
    if (is_final)
      await db
        .updateTable('timestamp_answer')
        .set({ answer: Buffer.from(writeOtsProof(proof)), is_final })
        .where('digest', '=', digest)
        .where('authority', '=', authority)
        .execute()
  }
}

async function ask(
  method: 'GET' | 'POST',
  address: string,
  { guard, timeout = usualTimeout }: Timestamping,
  body?: Buffer,
): Promise<{ status: number; body: Buffer }> {
  const url = new URL(address)
  const signal = AbortSignal.timeout(timeout)
  return await sendRequest(url, {
    method,
    headers: {
      accept: 'application/vnd.opentimestamps.v1',
      ...(body && { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length }),
    },
    body,
    signal,
    connection: await guardedConnection(url, { ...guard, signal }),
    largest: largestAnswer,
  })
}
