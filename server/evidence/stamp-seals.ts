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
 * The last seal gets its timestamps where it has none: it has the hash of the one before, so that it covers them all. @throws when one of those
 * that are asked does not answer; the next job asks again. So do manifests of packages that were given without.
 */
export async function stampSeals(
  db: Kysely<DB>,
  { timestamping, calendar }: { timestamping?: Timestamping | undefined; calendar?: Timestamping | undefined },
): Promise<void> {
  const { rows } = await sql`
    select number, ${momentOf('sealed_at')} as sealed_at, cases, encode(root, 'hex') as root, encode(previous, 'hex') as previous, hash
    from journal_seal order by number desc limit 1`.execute(db)
  const [seal] = z.array(z.object({ ...sealFields.shape, hash: z.instanceof(Buffer) })).parse(rows)
  // One that is away keeps the others from nothing.
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

/** In one job. */
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

/** Calendars of OpenTimestamps: one is given the hash of the last seal, and asked each hour whether a block of Bitcoin has it by now. */
const usualTimeout = 20_000
const largestAnswer = 10_000
const kind = 'opentimestamps'
/** Proofs that are asked for again in one job. */
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
  // What a proof says is read, so that no answer of another kind is kept.
  if (attestationsOf(proof, nodePrimitives).length === 0) throw new Error(`Календарь ${url} ничего не обещал.`)
  await db
    .insertInto('timestamp_answer')
    .values({ digest, authority: url, kind, answer: Buffer.from(writeOtsProof(proof)), is_final: false })
    .onConflict(conflict => conflict.columns(['digest', 'authority']).doNothing())
    .execute()
}

/** Asks for what calendars had promised. Only the calendar of the settings is called, whatever a proof names. */
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
