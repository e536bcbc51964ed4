import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { isWithheld, pageToKeep } from '../../forgetting/mask-pages.ts'

/** Raw pages by the hash of their body, so that an improved reader can read them again. */
export type KeptPage = { url: string; body: Buffer; content_type: string; fetched_at: Date }

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

export const pageHash = (body: Uint8Array): Buffer => createHash('sha256').update(body).digest()

/**
 * Returns the hash. A forgotten person is masked in the page; a page that cannot be masked is not stored. `url` is
 * where this body was first seen.
 */
export async function keepPage(
  db: Kysely<DB>,
  { url, body, content_type }: Pick<KeptPage, 'url' | 'body' | 'content_type'>,
): Promise<Buffer> {
  const hash = pageHash(body)
  const known = await db.selectFrom('page').where('hash', '=', hash).select('size').executeTakeFirst()
  if (known === undefined) {
    const { page, note } = await pageToKeep(db, { url, body, content_type })
    await db
      .insertInto('page')
      .values({ hash, url, body: await compress(page.body), content_type: page.content_type, size: page.body.length })
      .onConflict(conflict => conflict.column('hash').doNothing())
      .execute()
    await note(hash)
  }
  return hash
}

export async function keptPage(db: Kysely<DB>, hash: Buffer): Promise<KeptPage | undefined> {
  const row = await db.selectFrom('page').where('hash', '=', hash).selectAll().executeTakeFirst()
  if (row === undefined || (row.size === 0 && (await isWithheld(db, hash)))) return undefined
  const { url, content_type, fetched_at } = row
  return { url, content_type, fetched_at, body: await decompress(row.body) }
}
