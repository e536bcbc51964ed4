import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'

/** Raw pages by the hash of their body: they can be read again when the reading improves. */
export type KeptPage = { url: string; body: Buffer; content_type: string; fetched_at: Date }

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

const pageHash = (body: Uint8Array): Buffer => createHash('sha256').update(body).digest()

/** Answers the hash. `url` is where such a body was met first. */
export async function keepPage(
  db: Kysely<DB>,
  { url, body, content_type }: Pick<KeptPage, 'url' | 'body' | 'content_type'>,
): Promise<Buffer> {
  const hash = pageHash(body)
  const known = await db.selectFrom('page').where('hash', '=', hash).select('size').executeTakeFirst()
  if (known === undefined)
    await db
      .insertInto('page')
      .values({ hash, url, body: await compress(body), content_type, size: body.length })
      .onConflict(conflict => conflict.column('hash').doNothing())
      .execute()
  return hash
}

export async function keptPage(db: Kysely<DB>, hash: Buffer): Promise<KeptPage | undefined> {
  const row = await db.selectFrom('page').where('hash', '=', hash).selectAll().executeTakeFirst()
  if (row === undefined) return undefined
  const { url, content_type, fetched_at } = row
  return { url, content_type, fetched_at, body: await decompress(row.body) }
}
