import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, it } from 'vitest'
import { testDatabase, waitingForLocks } from '../../test/database.ts'
import { buildAccount, buildExport } from '../../test/factories.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { moveFormerFiles } from './former-files.ts'
import { keepFile, readFile, storedFile, storeFile } from './stored-file.ts'

/** Files of exports that an earlier version left in a data folder (§7, decision 0119). */
const { db } = await testDatabase()
const account = await buildAccount(db)
const dataDir = temporaryFolder()
const folder = join(dataDir, 'exports')
const still = new AbortController().signal
beforeEach(() => void mkdirSync(folder))

async function asked(bytes: number | null = 5): Promise<number> {
  const { id } = await buildExport(db, { account_id: account.id, status: bytes === null ? 'failed' : 'ready', bytes })
  return id
}
const leave = (name: number | string, body = 'older') => writeFileSync(join(folder, String(name)), body)
const store = (id: number, body: string) => storeFile(db, id, Readable.from([Buffer.from(body)]))
const contents = async (id: number) => {
  const file = await storedFile(db, id)
  return file && text(readFile(db, file))
}
const filesOf = (id: number) => db.selectFrom('export_file').where('export_id', '=', id).select('is_whole').execute()

it('takes in files that lay in the data folder, and leaves none there', async () => {
  const [finished, forgotten, stored] = [await asked(), await asked(null), await asked()]
  const newer = await store(stored, 'newer')
  await db.transaction().execute(trx => keepFile(trx, stored, newer))
  mkdirSync(join(folder, `${finished}.pieces`))
  for (const name of [finished, forgotten, stored, `${finished}.ab.part`, `${finished}.pieces/0001`, 999_999])
    leave(name)
  await moveFormerFiles(db, dataDir, still)
  expect(existsSync(folder)).toBe(false)
  expect(await Promise.all([finished, forgotten, stored].map(contents))).toEqual(['older', undefined, 'newer'])
  await moveFormerFiles(db, dataDir, still)
})

it('takes in a file again that a killed process had taken in halfway', async () => {
  const id = await asked()
  leave(id)
  await store(id, 'old')
  await moveFormerFiles(db, dataDir, still)
  expect([await contents(id), await filesOf(id)]).toEqual(['older', [{ is_whole: true }]])
})

it('loses nothing when a server and a worker begin on one folder at once', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => asked()))
  for (const id of ids) leave(id, `file ${id}`)
  await Promise.all([1, 2, 3].map(() => moveFormerFiles(db, dataDir, still)))
  expect(existsSync(folder)).toBe(false)
  expect(await Promise.all(ids.map(contents))).toEqual(ids.map(id => `file ${id}`))
  expect(await Promise.all(ids.map(filesOf))).toEqual(ids.map(() => [{ is_whole: true }]))
})

it('keeps no file whose request a decision to forget fails meanwhile', async () => {
  const id = await asked()
  leave(id)
  const deciding = await db.startTransaction().execute()
  await deciding.updateTable('export_request').set({ status: 'failed', bytes: null }).where('id', '=', id).execute()
  const over = moveFormerFiles(db, dataDir, still)
  await expect.poll(() => waitingForLocks(db)).toHaveLength(1)
  await deciding.commit().execute()
  await over
  expect([await filesOf(id), existsSync(folder)]).toEqual([[], false])
})
