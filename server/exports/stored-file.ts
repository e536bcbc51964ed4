import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { type Kysely, sql, type Transaction } from 'kysely'
import { errorCode } from '../db/refusal.ts'
import type { DB } from '../db/schema.ts'
import { type ObjectStore, ObjectStoreFailure } from '../outgoing/object-store.ts'

/**
 * Files of exports, in separately compressed parts that any node can read and that are deleted with their request (decision 0119). A part is in the
 * database or an S3 object (decision 0135); its row is written before the object, so that every object has a row. Each attempt writes a file of its own;
 * the first to finish becomes the file of the export.
 */
type StoredFile = { id: number; size: number }
/** The export was deleted, or must be forgotten, while its file was written. */
export class ExportGone extends Error {}

const partSize = 1_048_576
const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)]
// The checksum reveals a damaged part when it is read.
const quickly = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } }
const foreignKeyViolation = '23503'

/** `store`: where parts are written; absent: the database. @throws ExportGone, and errors of `body`; what was written is deleted then */
export async function storeFile(
  db: Kysely<DB>,
  exportId: number,
  body: AsyncIterable<Uint8Array>,
  { store, signal }: { store?: ObjectStore | undefined; signal?: AbortSignal } = {},
): Promise<StoredFile> {
  let id: number | undefined
  let size = 0
  try {
    for await (const part of partsOf(body)) {
      id ??= await newFile(db, exportId)
      const packed = await compress(part, quickly)
      const object_address = store?.newAddress() ?? null
      await db
        .insertInto('export_file_part')
        .values({ file_id: id, starts_at: size, body: object_address === null ? packed : null, object_address })
        .execute()
      if (object_address !== null && store !== undefined) {
        await store.put(object_address, packed, signal)
        await removeIfUnrecorded(db, { file_id: id, starts_at: size, object_address })
      }
      size += part.length
    }
    return { id: id ?? (await newFile(db, exportId)), size }
  } catch (error) {
    if (errorCode(error) === foreignKeyViolation) throw new ExportGone()
    // If this fails, the file is deleted with the export or by an attempt that finishes.
    if (id !== undefined) await dropFile(db, id).catch(() => undefined)
    throw error
  }
}

/** A process that was suspended before writing an object may write it long after its row was deleted: such an object is queued for removal. @throws ExportGone */
async function removeIfUnrecorded(
  db: Kysely<DB>,
  { file_id, starts_at, object_address }: { file_id: number; starts_at: number; object_address: string },
): Promise<void> {
  const { rows } = await sql`
    insert into export_object_removal (address)
    select ${object_address}::text
    where not exists (select from export_file_part where file_id = ${file_id} and starts_at = ${starts_at})
    on conflict (address) do nothing
    returning address`.execute(db)
  if (rows.length > 0) throw new ExportGone()
}

/** Waits for a decision to forget that is being carried out: it would set the request to failed. */
async function newFile(db: Kysely<DB>, exportId: number): Promise<number> {
  const begun = await db
    .insertInto('export_file')
    .columns(['export_id'])
    .expression(
      db
        .selectFrom('export_request')
        .where('id', '=', exportId)
        .where(({ or, eb }) => or([eb('status', '=', 'writing'), eb('bytes', 'is not', null)]))
        .select('id')
        .forShare(),
    )
    .returning('id')
    .executeTakeFirst()
  if (begun === undefined) throw new ExportGone()
  return begun.id
}

export const dropFile = (db: Kysely<DB>, id: number) => db.deleteFrom('export_file').where('id', '=', id).execute()

async function* partsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const bytes of body) {
    waiting.push(bytes)
    length += bytes.length
    if (length < partSize) continue
    const all = Buffer.concat(waiting)
    let from = 0
    for (; all.length - from >= partSize; from += partSize) yield all.subarray(from, from + partSize)
    waiting = [all.subarray(from)]
    length = all.length - from
  }
  if (length > 0) yield Buffer.concat(waiting)
}

/** Makes it the file of its export and deletes files of other attempts. @throws ExportGone when another attempt has deleted it: the transaction must be rolled back */
export async function keepFile(trx: Transaction<DB>, exportId: number, { id, size }: StoredFile): Promise<void> {
  await trx.deleteFrom('export_file').where('export_id', '=', exportId).where('id', '<>', id).execute()
  const kept = await trx
    .updateTable('export_file')
    .set({ size, is_whole: true })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (kept === undefined) throw new ExportGone()
}

/** Undefined: there is no complete file. */
export const storedFile = async (db: Kysely<DB>, exportId: number): Promise<StoredFile | undefined> => {
  const found = await db
    .selectFrom('export_file')
    .where('export_id', '=', exportId)
    .where('is_whole', '=', true)
    .select(['id', 'size'])
    .executeTakeFirst()
  return found && { id: found.id, size: found.size ?? 0 }
}

type Reading = { start?: number; end?: number; store?: ObjectStore | undefined; signal?: AbortSignal | undefined }
/** Bytes from `start` to `end`, exclusive; holds no connection between parts. @throws ExportGone when it is deleted meanwhile, and ObjectStoreFailure */
export async function* readFile(
  db: Kysely<DB>,
  { id, size }: StoredFile,
  { start = 0, end = size, store, signal }: Reading = {},
): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const part = await db
      .selectFrom('export_file_part')
      .where('file_id', '=', id)
      .where('starts_at', '<=', at)
      .orderBy('starts_at', 'desc')
      .select(['starts_at', 'body', 'object_address'])
      .limit(1)
      .executeTakeFirst()
    if (part === undefined) throw new ExportGone()
    const { body, object_address, starts_at } = part
    const whole = await (body ? decompress(body) : objectOf(object_address ?? '', { store, signal }))
    const bytes = whole.subarray(at - starts_at, end - starts_at)
    if (bytes.length === 0) throw new ExportGone()
    at += bytes.length
    yield bytes
  }
}

async function objectOf(address: string, { store, signal }: Reading): Promise<Buffer> {
  if (store === undefined) throw new ObjectStoreFailure('unfit', withoutKeys)
  const packed = await store.get(address, signal)
  // A damaged object counts as lost.
  return decompress(packed).catch((cause: unknown) => {
    throw new ObjectStoreFailure('lost', `${address}: не то, что было записано.`, { cause })
  })
}
export const withoutKeys =
  'файлы выгрузок лежат в хранилище S3, а ключей к нему у этого узла нет. Назовите S3_ACCESS_KEY_ID и S3_SECRET_ACCESS_KEY.'
