import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { readTimestampToken, timestampRequest } from '#shared/evidence/timestamp-token.ts'
import type { DB } from '../db/schema.ts'
import type { Timestamping } from '../http/feature.ts'
import { guardedConnection, sendRequest } from '../outgoing/guarded-request.ts'

const defaultTimeoutMs = 10_000
const maxAnswerBytes = 100_000

/** A verified timestamp over the SHA-256 of `data`. @throws Error when the server gives none */
export async function askForTimestamp(
  data: Uint8Array,
  digest: Buffer,
  { url: address, guard, timeout = defaultTimeoutMs }: Timestamping,
): Promise<Buffer> {
  const url = new URL(address)
  const signal = AbortSignal.timeout(timeout)
  // Positive, and without a leading zero byte, which its encoding as an integer would drop.
  const nonce = randomBytes(8)
  nonce[0] = 0x40 | ((nonce[0] ?? 0) & 0x3f)
  const request = timestampRequest(digest, nonce)
  const { status, body, flaw } = await sendRequest(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', 'content-length': request.length },
    body: request,
    signal,
    connection: await guardedConnection(url, { plainHttp: true, ...guard, signal }),
    largest: maxAnswerBytes,
  })
  if (status !== 200 || flaw !== undefined) throw new Error(`Служба времени ${url.host} ответила ${status}.`)
  await readTimestampToken(body, data, nonce)
  return body
}

/** Stored, so that the same hash is not timestamped twice. */
export async function stamp(
  db: Kysely<DB>,
  data: Uint8Array,
  digest: Buffer,
  timestamping: Timestamping,
): Promise<Buffer> {
  const token = await askForTimestamp(data, digest, timestamping)
  await db
    .insertInto('timestamp_answer')
    .values({ digest, authority: timestamping.url, kind: 'rfc3161', answer: token, is_final: true })
    .onConflict(conflict => conflict.columns(['digest', 'authority']).doNothing())
    .execute()
  return token
}
