import { addAbortSignal } from 'node:stream'
import { type Kysely, type Selectable, sql } from 'kysely'
import { storedParams } from '#shared/api/saved.ts'
import { columnsInOrder, isExportColumn } from '#shared/domain/export-columns.ts'
import { exportKeptDays } from '#shared/domain/limits.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { toWire } from '#shared/filters/stored-params.ts'
import { querySchema } from '#shared/filters/wire.ts'
import { askedValues } from '../cases/asked-values.ts'
import { recordAudit } from '../db/audit.ts'
import { databaseTrouble } from '../db/database-trouble.ts'
import { lockForgetting } from '../db/people-locks.ts'
import type { DB } from '../db/schema.ts'
import { HttpError } from '../http/errors.ts'
import type { JobContext, JobHandler } from '../jobs/job-kinds.ts'
import { sendJob } from '../jobs/send-job.ts'
import { ObjectStoreFailure } from '../outgoing/object-store.ts'
import { openExportFile } from './export-file.ts'
import { fileName } from './file-name.ts'
import { exportOwner } from './request.ts'
import { refuseForeignColumns } from './settings.ts'
import { dropFile, ExportGone, keepFile, storeFile } from './stored-file.ts'

/** Jobs that write exports and delete expired ones. Each step may be repeated: every attempt writes a file of its own. */
type Row = Selectable<DB['export_request']>
const progressEvery = 500
const serverFault = 'Файл не записался: сбой на сервере. Закажите выгрузку ещё раз.'
/** A text node may be away for longer than all attempts last: for so many hours attempts do not count. */
const hoursForTexts = 24
const noTexts = 'Файл не записался: сервер текстов решений не отвечает. Закажите выгрузку позже.'
const noStore = 'Файл не записался: хранилище файлов не отвечает. Закажите выгрузку позже.'
const noRoom = 'Файл не записался: на диске базы данных нет места. Закажите выгрузку позже.'

export const writeExport: JobHandler<'write-export'> = async ({ db, exportStore }, { id }, signal, { isLast }) => {
  // Waits for a decision to forget that is being carried out; a later one deletes what is being written.
  const row = await db.transaction().execute(async trx => {
    await lockForgetting(trx, 'write')
    return trx
      .updateTable('export_request')
      .where('id', '=', id)
      .where('status', 'in', ['waiting', 'writing'])
      .set({ status: 'writing', started_at: sql<Date>`now()`, written: 0 })
      .returningAll()
      .executeTakeFirst()
  })
  // Deleted, or written already.
  if (row === undefined) return
  const forgotten = new AbortController()
  try {
    const stopping = AbortSignal.any([signal, forgotten.signal])
    await writeFile({ db, exportStore }, row, stopping, () => forgotten.abort())
  } catch (error) {
    if (forgotten.signal.aborted || error instanceof ExportGone) return
    // A retry would fail in the same way.
    if (error instanceof HttpError) return failExport(db, id, firstSentence(error))
    const trouble = databaseTrouble(error)
    if (trouble === 'texts' && !signal.aborted)
      return (await postpone(db, id)) ? undefined : failExport(db, id, noTexts)
    if (isLast && !signal.aborted)
      await failExport(
        db,
        id,
        error instanceof ObjectStoreFailure ? noStore : trouble === 'full' ? noRoom : serverFault,
      )
    throw error
  }
}

async function writeFile({ db, exportStore: store }: Writing, row: Row, signal: AbortSignal, onGone: () => void) {
  const { id } = row
  const account = await exportOwner(db, row.account_id)
  if (account === undefined) return failExport(db, id, 'Учётная запись закрыта.')
  const columns = columnsInOrder(row.selected_columns.filter(isExportColumn))
  refuseForeignColumns(account, columns)
  const values = askedValues(caseListFields, keptSchema.parse(toWire(storedParams.parse(row.filters))), account)
  const name = await fileName(db, account, values, row.format)
  const progress = tellProgress(db, id, onGone)
  const reading = { db }
  const { count, about, body } = await openExportFile(reading, {
    scope: { accountId: account.id, regions: account.regions ?? 'all' },
    values,
    cases: row.cases ?? undefined,
    columns,
    ordering: row.ordering,
    format: row.format,
    origin: row.origin,
    signal,
    onRows: progress.tell,
  })
  progress.count(count)
  const file = await storeFile(db, id, addAbortSignal(signal, body), { store, signal }).finally(() => progress.end())
  const isOurs = await db.transaction().execute(async trx => {
    const kept = await trx
      .updateTable('export_request')
      .where('id', '=', id)
      .where('status', '=', 'writing')
      .set({
        status: row.telegram === null ? 'ready' : 'sending',
        count,
        written: count,
        bytes: file.size,
        file_name: name,
        about: JSON.stringify(about),
        regions: account.regions,
        finished_at: sql<Date>`now()`,
        expires_at: inDays(exportKeptDays),
      })
      .returning('id')
      .executeTakeFirst()
    if (kept === undefined) return false
    const way = row.telegram === null ? 'link' : 'messenger'
    await recordAudit(trx, { accountId: account.id }, 'cases_exported', { rows: count, columns, way })
    if (row.telegram !== null) await sendJob(trx, 'send-export', { id })
    await keepFile(trx, id, file)
    return true
  })
  // The export was deleted meanwhile, or another attempt was faster.
  if (!isOurs) await dropFile(db, file.id)
}
type Writing = Pick<JobContext, 'db' | 'exportStore'>
const keptSchema = querySchema(caseListFields, {})

/** Records progress, at most twice a second; `onGone`: the request was deleted meanwhile. */
function tellProgress(db: Kysely<DB>, id: number, onGone: () => void) {
  let last = 0
  let running: Promise<unknown> = Promise.resolve()
  const set = (values: { written?: number; count?: number }): void => {
    running = running
      .then(() => db.updateTable('export_request').where('id', '=', id).set(values).returning('id').executeTakeFirst())
      .then(row => {
        if (row === undefined) onGone()
      })
      // The next record includes it.
      .catch(() => undefined)
  }
  return {
    count: (count: number): void => set({ count }),
    tell: (written: number): void => {
      if (Date.now() - last < progressEvery) return
      last = Date.now()
      set({ written })
    },
    end: () => running,
  }
}

const inDays = (days: number) => sql<Date>`now() + ${days}::integer * interval '1 day'`

/** Postpones the export by a minute. False: it was requested too long ago, or belongs to another attempt. */
const postpone = (db: Kysely<DB>, id: number): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const kept = await trx
      .updateTable('export_request')
      .where('id', '=', id)
      .where('status', '=', 'writing')
      .where('created_at', '>', sql<Date>`now() - ${hoursForTexts}::integer * interval '1 hour'`)
      .set({ status: 'waiting' })
      .returning('id')
      .executeTakeFirst()
    if (kept === undefined) return false
    await sendJob(trx, 'write-export', { id }, { after: new Date(Date.now() + 60_000) })
    return true
  })

async function failExport(db: Kysely<DB>, id: number, error: string): Promise<void> {
  await db
    .updateTable('export_request')
    .where('id', '=', id)
    .where('status', '=', 'writing')
    .set({ status: 'failed', error, finished_at: sql<Date>`now()`, expires_at: inDays(exportKeptDays) })
    .execute()
}

const firstSentence = ({ body }: HttpError): string => Object.values(body).flat()[0] ?? serverFault

/** Deletes expired exports with their files and what killed attempts have left, and marks exports whose job was lost as failed. */
export const forgetExports: JobHandler<'forget-exports'> = async ({ db }) => {
  await sql`
    update export_request set status = case when bytes is null then 'failed' else 'ready' end,
      error = case when bytes is null then ${serverFault} else 'Отправить не получилось.' end,
      finished_at = coalesce(finished_at, now()), expires_at = coalesce(expires_at, ${inDays(exportKeptDays)})
    where status in ('waiting', 'writing', 'sending') and created_at < now() - interval '1 hour'
      and not exists (
        select from pgboss.job where name in ('write-export', 'send-export') and state < 'completed'
          and (data ->> 'id')::integer = export_request.id
      )`.execute(db)
  await db.deleteFrom('export_request').where('expires_at', '<', sql<Date>`now()`).execute()
  await db
    .deleteFrom('export_file')
    .using('export_request')
    .whereRef('export_request.id', '=', 'export_file.export_id')
    .where('is_whole', '=', false)
    .where('status', '<>', 'writing')
    .execute()
}
