import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { asking, testApp } from '../../test/app.ts'
import { buildAccount, buildExport } from '../../test/factories.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { openSession } from '../accounts/sessions.ts'
import { buildApp } from '../app.ts'
import { ExportGone, keepFile, readFile, storedFile, storeFile } from './stored-file.ts'

/** Files of exports in the database (§7, decision 0119). */
const dataDir = temporaryFolder()
const { app, db } = await testApp({ dataDir })
const account = await buildAccount(db)
const token = await openSession(db, account.id)
const mebibyte = 1_048_576

async function asked(bytes: number | null = 1): Promise<number> {
  const { id } = await buildExport(db, { account_id: account.id, status: 'ready', bytes })
  return id
}
const keep = async (id: number, body: Buffer) => {
  const file = await storeFile(db, id, Readable.from([body]))
  await db.transaction().execute(trx => keepFile(trx, id, file))
  return file
}
const parts = async () => (await db.selectFrom('export_file_part').select(['file_id', 'starts_at']).execute()).length
const get = (id: number, headers: Record<string, string> = {}, of = app) =>
  of.inject({ url: `/api/v1/exports/${id}/file/`, headers: { authorization: `Bearer ${token}`, ...headers } })

describe('a stored file', () => {
  it.each([0, 1, mebibyte - 1, mebibyte, mebibyte + 1])('of %i bytes is read as it was written', async size => {
    const id = await asked()
    const body = randomBytes(size)
    const before = await parts()
    const file = await storeFile(db, id, Readable.from([body.subarray(0, 7), body.subarray(7)]))
    expect(await storedFile(db, id)).toBeUndefined()
    await db.transaction().execute(trx => keepFile(trx, id, file))
    expect(await storedFile(db, id)).toEqual({ id: file.id, size })
    expect((await buffer(readFile(db, file))).equals(body)).toBe(true)
    expect((await parts()) - before).toBe(Math.ceil(size / mebibyte))
  })

  it('is that of the attempt which was kept last; others leave nothing', async () => {
    const id = await asked()
    const first = await storeFile(db, id, Readable.from([Buffer.from('first')]))
    const second = await keep(id, Buffer.from('second'))
    expect((await buffer(readFile(db, second))).toString()).toBe('second')
    await expect(buffer(readFile(db, first))).rejects.toThrow(ExportGone)
  })

  it('stays when an attempt is kept whose own file was dropped meanwhile', async () => {
    const id = await asked()
    const [first, whole] = [
      await storeFile(db, id, Readable.from([Buffer.from('first')])),
      await keep(id, Buffer.from('whole')),
    ]
    await expect(db.transaction().execute(trx => keepFile(trx, id, first))).rejects.toThrow(ExportGone)
    expect(await storedFile(db, id)).toMatchObject({ id: whole.id })
  })

  it('leaves nothing when its source fails', async () => {
    const id = await asked()
    const source = async function* () {
      yield randomBytes(2 * mebibyte)
      throw new Error('the query was cancelled')
    }
    await expect(storeFile(db, id, source())).rejects.toThrow('the query was cancelled')
    expect(await db.selectFrom('export_file').where('export_id', '=', id).selectAll().execute()).toEqual([])
  })

  it('is written no further when its export is deleted meanwhile, and goes with the account', async () => {
    const id = await asked()
    const source = async function* () {
      yield randomBytes(mebibyte)
      await db.deleteFrom('export_request').where('id', '=', id).execute()
      yield randomBytes(mebibyte)
    }
    await expect(storeFile(db, id, source())).rejects.toThrow(ExportGone)
    const leaving = await buildAccount(db)
    const theirs = await asked()
    await keep(theirs, Buffer.from('x'))
    await db.updateTable('export_request').set({ account_id: leaving.id }).where('id', '=', theirs).execute()
    await db.deleteFrom('account').where('id', '=', leaving.id).execute()
    expect(await storedFile(db, theirs)).toBeUndefined()
  })
})

describe('the call that gives it', () => {
  const body = randomBytes(2 * mebibyte + 10)
  let stored = 0
  beforeAll(async () => {
    stored = await asked()
    await keep(stored, body)
  })
  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=0-', 0, body.length],
    [`bytes=${mebibyte - 1}-${mebibyte}`, mebibyte - 1, mebibyte + 1],
    [`bytes=${2 * mebibyte}-999999999`, 2 * mebibyte, body.length],
    ['bytes=-5', body.length - 5, body.length],
    ['bytes=-999999999', 0, body.length],
  ])('gives the part that is asked for: %s', async (range, start, end) => {
    const { statusCode, headers, rawPayload } = await get(stored, { range })
    expect([statusCode, headers['content-range']]).toEqual([206, `bytes ${start}-${end - 1}/${body.length}`])
    expect(rawPayload.equals(body.subarray(start, end))).toBe(true)
  })

  it('gives the whole file for what is no part, several parts, or a part of a former file', async () => {
    const id = await asked()
    const { id: tag } = await keep(id, Buffer.from('0123456789'))
    for (const headers of [
      {},
      { range: 'lines=1-2' },
      { range: 'bytes=0-1,3-4' },
      { range: 'bytes=5-', 'if-range': '"0"' },
    ]) {
      const { statusCode, body } = await get(id, headers)
      expect([statusCode, body]).toEqual([200, '0123456789'])
    }
    expect(await get(id, { range: 'bytes=5-', 'if-range': `"${tag}"` })).toMatchObject({
      statusCode: 206,
      body: '56789',
    })
    const { statusCode, headers, body } = await get(id, { range: 'bytes=10-' })
    expect([statusCode, headers['content-range'], body]).toEqual([
      416,
      'bytes */10',
      '{"detail":"В файле нет такой части."}',
    ])
  })

  it('finds every file on every node, whatever folder each has', async () => {
    const nodes = await Promise.all([1, 2].map(() => buildApp({ db, dataDir: temporaryFolder() })))
    for (let time = 0; time < 10; time++) {
      const id = await asked()
      await keep(id, Buffer.from(`file ${time}`))
      for (const node of [app, ...nodes])
        expect(await get(id, {}, node)).toMatchObject({ statusCode: 200, body: `file ${time}` })
      const other = asking(nodes[0] ?? app, db)
      expect((await (await other.as(await buildAccount(db)))(`exports/${id}/file/`)).status).toBe(404)
    }
    await Promise.all(nodes.map(node => node.close()))
  })

  it('says that a file has gone, where only its request is left', async () => {
    const { statusCode, body } = await get(await asked())
    expect([statusCode, body]).toEqual([404, '{"detail":"Файла уже нет: закажите выгрузку заново."}'])
  })
})
