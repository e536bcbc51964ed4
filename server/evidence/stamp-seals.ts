import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { attestationsOf, readOtsProof, readOtsTree, upgradedOts, writeOtsProof } from '#shared/evidence/ots-proof.ts'
import { sealFields, sealText } from '#shared/evidence/package-format.ts'
import type { DB } from '../db/schema.ts'
import type { Timestamping } from '../http/feature.ts'
import { guardedConnection, sendRequest } from '../outgoing/guarded-request.ts'
import { momentOf } from './case-chain.ts'
import { nodePrimitives } from './node-primitives.ts'
import { stamp } from './timestamps.ts'

/**
 * Requests timestamps of the last seal if it has none; it includes the hash of the previous one, so it covers them all.
 * Also timestamps manifests of packages given out without one. @throws when a timestamp server does not answer; the
 * next job retries
 */
export async function stampSeals(
  db: Kysely<DB>,
  { timestamping, calendar }: { timestamping?: Timestamping | undefined; calendar?: Timestamping | undefined },
): Promise<void> {
  const { rows } = await sql`
    select number, ${momentOf('sealed_at')} as sealed_at, cases, encode(root, 'hex') as root, encode(previous, 'hex') as previous, hash
    from journal_seal order by number desc limit 1`.execute(db)
  const [seal] = z.array(z.object({ ...sealFields.shape, hash: z.instanceof(Buffer) })).parse(rows)
  // A server that is down must not delay the others.
  const all = await Promise.allSettled([
    seal && timestamping && stampByAuthority(db, Buffer.from(sealText(seal)), seal.hash, timestamping),
    timestamping && stampPackages(db, timestamping),
    seal && calendar && stampByCalendar(db, seal.hash, calendar).then(() => upgradeOtsProofs(db, calendar)),
  ])
  for (const one of all) if (one.status === 'rejected') throw one.reason
}

async function stampByAuthority(
  db: Kysely<DB>,
  data: Buffer,
  digest: Buffer,
  timestamping: Timestamping,
): Promise<void> {
  const known = await db
    .selectFrom('timestamp_answer')
    .select('digest')
    .where('digest', '=', digest)
    .where('authority', '=', timestamping.url)
    .executeTakeFirst()
  if (known === undefined) await stamp(db, data, digest, timestamping)
}

/** Per job. */
const mostPackages = 100

async function stampPackages(db: Kysely<DB>, timestamping: Timestamping): Promise<void> {
  const unstamped = await db
    .selectFrom('evidence_package')
    .leftJoin('timestamp_answer', 'digest', 'manifest_hash')
    .select(['manifest', 'manifest_hash'])
    .where('manifest', 'is not', null)
    .where('digest', 'is', null)
    .orderBy('evidence_package.id')
    .limit(mostPackages)
    .execute()
  for (const { manifest, manifest_hash } of unstamped)
    if (manifest !== null) await stamp(db, manifest, manifest_hash, timestamping)
}

/**
 * OpenTimestamps calendars: the hash of the last seal is submitted to one, which is asked every hour whether a Bitcoin
 * block includes it.
 */
const usualTimeout = 20_000
const largestAnswer = 10_000
const kind = 'opentimestamps'
/** Pending proofs checked per job. */
const mostPending = 50

async function stampByCalendar(db: Kysely<DB>, digest: Buffer, calendar: Timestamping): Promise<void> {
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
  // Parsed, so that no other response is stored as a proof.
  if (attestationsOf(proof, nodePrimitives).length === 0) throw new Error(`Календарь ${url} ничего не обещал.`)
  await db
    .insertInto('timestamp_answer')
    .values({ digest, authority: url, kind, answer: Buffer.from(writeOtsProof(proof)), is_final: false })
    .onConflict(conflict => conflict.columns(['digest', 'authority']).doNothing())
    .execute()
}

/** Completes pending proofs. Only the configured calendar is called, whatever a proof names. */
async function upgradeOtsProofs(db: Kysely<DB>, calendar: Timestamping): Promise<void> {
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
      // 404 means not yet.
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
