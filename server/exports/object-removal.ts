import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { Refusal } from '../db/refusal.ts'
import type { DB } from '../db/schema.ts'
import type { JobHandler } from '../jobs/job-kinds.ts'
import { type ObjectStore, ObjectStoreFailure, type ObjectStoreState } from '../outgoing/object-store.ts'
import { withoutKeys } from './stored-file.ts'

/**
 * Deletes the objects of deleted parts, which a trigger has queued (decision 0135). Each is deleted at once and again an hour later, since a delayed request
 * may have written it in between; S3 refuses requests signed more than a quarter of an hour ago.
 */
const atOnce = 8
const hourLater = sql<Date>`now() + interval '1 hour'`
const soon = sql<Date>`now() + interval '5 minutes'`

export const removeExportObjects: JobHandler<'remove-export-objects'> = async (
  { db, exportStore, onError },
  _,
  signal,
) => {
  // A node without keys leaves them to other nodes.
  if (exportStore === undefined) return
  let failure: unknown
  for (;;) {
    signal.throwIfAborted()
    const due = await db
      .selectFrom('export_object_removal')
      .where('due_at', '<=', sql<Date>`now()`)
      .orderBy('due_at')
      .select(['address', 'removed_at'])
      .limit(atOnce)
      .execute()
    if (due.length === 0) break
    const done = await Promise.allSettled(
      due.map(one =>
        removeObject(db, exportStore, one, signal).catch((error: unknown) => {
          if (!(error instanceof ObjectStoreFailure)) throw error
          // A former endpoint that is gone, or a missing right, must not hold up other objects; what an unfit node cannot delete, another soon may.
          if (error.kind === 'refused') onError(error)
          else failure ??= error
          return postpone(db, one.address, { due_at: error.kind === 'refused' ? hourLater : soon })
        }),
      ),
    )
    for (const one of done) if (one.status === 'rejected') throw one.reason
  }
  if (failure !== undefined) throw failure
}

async function removeObject(
  db: Kysely<DB>,
  store: ObjectStore,
  { address, removed_at }: { address: string; removed_at: Date | null },
  signal: AbortSignal,
): Promise<void> {
  await store.remove(address, signal)
  if (removed_at === null) await postpone(db, address, { due_at: hourLater, removed_at: sql<Date>`now()` })
  else await db.deleteFrom('export_object_removal').where('address', '=', address).execute()
}

const postpone = (
  db: Kysely<DB>,
  address: string,
  until: { due_at: typeof hourLater; removed_at?: typeof hourLater },
) => db.updateTable('export_object_removal').set(until).where('address', '=', address).execute()

const longestWait = 15_000
const silent: ObjectStoreState = { state: 'away' }

/** At the start of the server: a store that is away is only reported. @throws Refusal when it refuses to be written to */
export async function checkExportStore(
  db: Kysely<DB>,
  store: ObjectStore | undefined,
  say: (sentence: string) => void,
): Promise<void> {
  if (store === undefined) {
    if (await isAnyElsewhere(db)) say(`Выгрузки: ${withoutKeys}`)
    return
  }
  const told = await Promise.race([store.state(), pause(longestWait, silent, { ref: false })])
  if (told?.state === 'refused') throw new Refusal(`EXPORTS_URL: ${told.note}`)
  if (told?.state === 'away')
    say(`EXPORTS_URL: ${told.note ?? 'хранилище не отвечает.'} До его возвращения выгрузки не пишутся и не читаются.`)
}

const isAnyElsewhere = async (db: Kysely<DB>): Promise<boolean> => {
  const part = db.selectFrom('export_file_part').where('object_address', 'is not', null).select('object_address')
  const left = db.selectFrom('export_object_removal').select('address')
  const found = [await part.limit(1).executeTakeFirst(), await left.limit(1).executeTakeFirst()]
  return found.some(row => row !== undefined)
}
