import { createReadStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { addAbortSignal } from 'node:stream'
import type { Kysely } from 'kysely'
import { type Lease, withAwaitedLease } from '../db/lease.ts'
import type { DB } from '../db/schema.ts'
import { dropFile, ExportGone, keepFile, storedFile, storeFile } from './stored-file.ts'

/**
 * Earlier versions stored files of exports in the data folder. A starting node moves its files to the database and removes the folder; nodes that share
 * a folder do so one after another. A file is deleted from the disk only when the database has it, or no export claims it.
 */
export async function moveFormerFiles(db: Kysely<DB>, dataDir: string, stop: AbortSignal): Promise<void> {
  const folder = join(dataDir, 'exports')
  if ((await namesIn(folder)) === undefined) return
  await withAwaitedLease(
    db,
    'former-exports',
    async ({ confirm, signal: lost }) => {
      const signal = AbortSignal.any([lost, stop])
      for (const name of (await namesIn(folder)) ?? []) {
        signal.throwIfAborted()
        const id = /^\d{1,9}$/.test(name) ? Number(name) : 0
        // Repeated when another process has deleted what was stored halfway.
        while (await isMissing(db, id)) await moveFile(db, { id, path: join(folder, name) }, { signal, confirm })
        await rm(join(folder, name), { recursive: true, force: true })
      }
      await rm(folder, { recursive: true, force: true })
    },
    stop,
  )
}

/** Undefined: there is no such folder. */
const namesIn = (folder: string): Promise<string[] | undefined> => readdir(folder).catch(() => undefined)

async function moveFile(db: Kysely<DB>, { id, path }: { id: number; path: string }, lease: Lease): Promise<void> {
  try {
    const file = await storeFile(db, id, addAbortSignal(lease.signal, createReadStream(path)))
    const isKept = await db.transaction().execute(async trx => {
      // Waits for a decision to forget that is being carried out: the exports it concerns lose their files.
      const asked = await trx
        .selectFrom('export_request')
        .where('id', '=', id)
        .where('bytes', 'is not', null)
        .select('id')
        .forUpdate()
        .executeTakeFirst()
      if (asked === undefined || (await storedFile(trx, id)) !== undefined) return false
      await keepFile(trx, id, file)
      await lease.confirm(trx)
      return true
    })
    if (!isKept) await dropFile(db, file.id)
  } catch (error) {
    if (!(error instanceof ExportGone)) throw error
  }
}

/** Whether the export says that it has a file, and the database does not have it whole. */
const isMissing = async (db: Kysely<DB>, id: number): Promise<boolean> =>
  (await db
    .selectFrom('export_request')
    .where('id', '=', id)
    .where('bytes', 'is not', null)
    .select('id')
    .executeTakeFirst()) !== undefined && (await storedFile(db, id)) === undefined
