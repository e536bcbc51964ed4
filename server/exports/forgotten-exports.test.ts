import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { testDatabase, waitingForLocks } from '../../test/database.ts'
import { buildAccount, buildCases, buildExport } from '../../test/factories.ts'
import { personOn, personRecord } from '../../test/forgotten-person.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { forgetPerson } from '../forgetting/forget-person.ts'
import { forgetExports } from './request-jobs.ts'
import { ExportGone, keepFile, storeFile } from './stored-file.ts'

/** No file of an export outlives what it is deleted for (decision 0088). */
const { db } = await testDatabase()
const account = await buildAccount(db, { isSuperuser: true })
const dataDir = temporaryFolder()
const outside = { telegram: undefined, mailer: undefined, publicUrl: 'https://sudmonitor.example', dataDir }
const context = { db, ...outside, onError: () => undefined, say: () => undefined }

async function asked(status: 'writing' | 'ready', bytes: number | null): Promise<number> {
  const { id } = await buildExport(db, { account_id: account.id, status, bytes })
  return id
}
const store = (id: number) => storeFile(db, id, Readable.from([Buffer.from('names')]))
const filesOf = (id: number) => db.selectFrom('export_file').where('export_id', '=', id).select('id').execute()

it('a file is not begun when a decision to forget that is being carried out fails its request', async () => {
  const id = await asked('writing', null)
  const deciding = await db.startTransaction().execute()
  await deciding.updateTable('export_request').set({ status: 'failed' }).where('id', '=', id).execute()
  const stored = store(id).catch((error: unknown) => error)
  await Promise.race([stored, expect.poll(() => waitingForLocks(db)).toHaveLength(1)])
  await deciding.commit().execute()
  expect(await stored).toBeInstanceOf(ExportGone)
  expect(await filesOf(id)).toEqual([])
  await expect(store(id)).rejects.toThrow(ExportGone)
})

it('a request that a decision to forget fails goes in its time, as others do', async () => {
  const [caseId = 0] = await buildCases(db, [personRecord])
  const id = await asked('writing', null)
  const person = await personOn(db, caseId)
  const decision = { person, cases: [caseId], grounds: 'subject', reason: '', until: null } as const
  expect(await forgetPerson({ db, dataDir }, decision, account.id)).toMatchObject({ is: 'done' })
  const told = db.selectFrom('export_request').where('id', '=', id).select(['status', 'finished_at', 'expires_at'])
  expect(await told.execute()).toEqual([
    { status: 'failed', finished_at: expect.any(Date), expires_at: expect.any(Date) },
  ])
})

it('what killed attempts have left is dropped when nobody writes it any more', async () => {
  const [writing, ready] = [await asked('writing', null), await asked('ready', 5)]
  const [unfinished, whole] = [await store(writing), await store(ready)]
  await db.transaction().execute(trx => keepFile(trx, ready, whole))
  await store(ready)
  await forgetExports(context, {}, new AbortController().signal, { isLast: true })
  expect(await filesOf(writing)).toEqual([{ id: unfinished.id }])
  expect(await filesOf(ready)).toEqual([{ id: whole.id }])
})
