import { createReadStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { keepFile, storeFile } from './stored-file.ts'

/** Files of exports lay in the data folder of whoever wrote them; a node that starts takes those of its own into the database, and the folder goes. */
export async function takeInFormerFiles(db: Kysely<DB>, dataDir: string): Promise<void> {
  const folder = join(dataDir, 'exports')
  for (const name of await readdir(folder).catch(() => [])) {
    const id = /^\d{1,9}$/.test(name) ? Number(name) : 0
    if (await isMissing(db, id)) {
      const file = await storeFile(db, id, createReadStream(join(folder, name)))
      await db.transaction().execute(trx => keepFile(trx, id, file))
    }
    await rm(join(folder, name), { recursive: true, force: true })
  }
  await rm(folder, { recursive: true, force: true })
}

/** Told to be there, and not in the database. */
const isMissing = async (db: Kysely<DB>, id: number): Promise<boolean> =>
  (await db
    .selectFrom('export_request')
    .leftJoin('export_file', 'export_file.export_id', 'export_request.id')
    .where('export_request.id', '=', id)
    .where('bytes', 'is not', null)
    .where('export_file.id', 'is', null)
    .select('export_request.id')
    .executeTakeFirst()) !== undefined
