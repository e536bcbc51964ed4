import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { readTimestampToken, timestampRequest } from '#shared/evidence/timestamp-token.ts'
import type { DB } from '../db/schema.ts'
import type { Timestamping } from '../http/feature.ts'
import { guardedConnection, sendRequest } from '../outgoing/guarded-request.ts'

const defaultTimeoutMs = 10_000
const maxAnswerBytes = 100_000

/** A timestamp over the SHA-256 of `data`, verified. @throws Error when the authority does not give one */
export async function askForTimestamp(
  data: Uint8Array,
  digest: Buffer,
  { url: address, guard, timeout = defaultTimeoutMs }: Timestamping,
): Promise<Buffer> {
  const url = new URL(address)
  const signal = AbortSignal.timeout(timeout)
  // Positive, and no byte in front that its spelling as a number would lose.
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

/** Kept, so that what was stamped once is not asked for again. */
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
