import { hash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { Primitives } from '#shared/evidence/primitives.ts'
import { readTimestampToken } from '#shared/evidence/timestamp-token.ts'

export const sha256 = (data: Uint8Array | string): string => hash('sha256', data, 'hex')
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const nodePrimitives: Primitives = {
  sha256,
  gunzip: data => gunzipSync(data),
  text: data => utf8.decode(data),
  readToken: (token, data) => readTimestampToken(token, typeof data === 'string' ? Buffer.from(data) : data),
}
