import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { buildAccount, buildExport } from '../../test/factories.ts'
import { telegramStandIn } from '../../test/telegram-stand-in.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { changeAccount } from '../accounts/accounts.ts'
import { telegramOf } from '../messenger/telegram.ts'
import { type ObjectStore, ObjectStoreFailure, objectStoreOf } from '../outgoing/object-store.ts'
import { sendExport, sendPieces } from './request-sending.ts'
import { keepFile, storeFile } from './stored-file.ts'

/** What is found when a written export is to be sent to its chat (§7, §8). */
const { db } = await testDatabase()
const standIn = await telegramStandIn()
afterAll(() => standIn.close())
standIn.say(501, '/start')
const telegram = telegramOf(standIn.settings)
const outside = { telegram, mailer: undefined, publicUrl: 'https://sudmonitor.example', dataDir: temporaryFolder() }
const context = { db, ...outside, onError: () => undefined, say: () => undefined }
const { signal } = new AbortController()

async function waiting(body?: string, store?: ObjectStore) {
  const account = await buildAccount(db, { regions: [77, 78] })
  const row = await buildExport(db, {
    account_id: account.id,
    telegram: '501',
    status: 'sending',
    regions: [77, 78],
    bytes: 5,
  })
  if (body !== undefined) {
    const file = await storeFile(db, row.id, Readable.from([Buffer.from(body)]), { store })
    await db.transaction().execute(trx => keepFile(trx, row.id, file))
  }
  return { account, row }
}
const told = (id: number) =>
  db.selectFrom('export_request').where('id', '=', id).select(['status', 'error', 'parts_sent']).executeTakeFirst()

describe('a file in S3 (decision 0135)', () => {
  const keys = { root: 'https://s3.example/exports', region: 'any', accessKeyId: 'key', secretAccessKey: 'secret' }
  const failing = (kind: 'lost' | 'changed' | 'away'): ObjectStore => ({
    ...objectStoreOf(keys),
    put: async () => undefined,
    get: async () => {
      if (kind === 'changed') return Buffer.from('changed')
      throw new ObjectStoreFailure(kind, 'no object')
    },
  })
  it.each([
    ['lost', false, 'Файла уже нет: закажите выгрузку заново.'],
    ['changed', false, 'Файла уже нет: закажите выгрузку заново.'],
    ['away', true, 'Хранилище файлов не отвечало. Файл можно скачать здесь.'],
  ] as const)('whose object is %s is told of in a sentence (last attempt: %s)', async (kind, isLast, error) => {
    const store = failing(kind)
    const { row } = await waiting('a,b', store)
    await sendExport({ ...context, exportStore: store }, { id: row.id }, signal, { isLast })
    expect(await told(row.id)).toMatchObject({ status: 'ready', error })
  })
  it('is tried again while S3 is away', async () => {
    const store = failing('away')
    const { row } = await waiting('a,b', store)
    const attempt = sendExport({ ...context, exportStore: store }, { id: row.id }, signal, { isLast: false })
    await expect(attempt).rejects.toThrow(ObjectStoreFailure)
    expect(await told(row.id)).toMatchObject({ status: 'sending', error: null })
  })
})

describe('a file in pieces', () => {
  const send = async (
    { id }: { id: number },
    between: () => Promise<unknown>,
  ): Promise<{ sent: string[]; outcome: Awaited<ReturnType<typeof sendPieces>> }> => {
    if (telegram === undefined) throw new Error('there is no bot')
    const before = standIn.documents.length
    const first = async function* () {
      yield Buffer.from('1')
      await between()
    }
    const second = async function* () {
      yield Buffer.from('2')
    }
    const pieces = [
      { name: '1.zip', read: first },
      { name: '2.zip', read: second },
    ]
    const outcome = await sendPieces(db, { id }, { telegram, chatId: 501, pieces, signal })
    return { sent: standIn.documents.slice(before).map(({ name }) => name), outcome }
  }

  it('is sent whole, and not again what was sent before', async () => {
    const { row } = await waiting()
    expect(await send(row, async () => undefined)).toEqual({ sent: ['1.zip', '2.zip'], outcome: { ok: true } })
    await db.updateTable('export_request').set({ parts_sent: 1 }).where('id', '=', row.id).execute()
    expect((await send(row, async () => undefined)).sent).toEqual(['2.zip'])
  })

  it.each([
    ['its owner deletes it', 'deleted', undefined],
    ['a decision to forget deletes its file', 'forgotten', undefined],
    ['its owner’s account is closed', 'closed', { ok: false, why: 'changed' }],
    ['its owner may see fewer regions', 'shrunk', { ok: false, why: 'changed' }],
  ] as const)('is sent no further when %s', async (_, what, outcome) => {
    const { row, account } = await waiting()
    const { id } = row
    const changes = {
      deleted: () => db.deleteFrom('export_request').where('id', '=', id).execute(),
      forgotten: () =>
        db.updateTable('export_request').set({ status: 'failed', bytes: null }).where('id', '=', id).execute(),
      closed: () => changeAccount(db, { username: account.username }, { blocked: true }),
      shrunk: () => changeAccount(db, { username: account.username }, { regions: [77] }),
    }
    expect(await send(row, changes[what])).toEqual({ sent: ['1.zip'], outcome })
  })
})

describe('a file that is not in the database', () => {
  it('is waited for, and said to have gone at the last attempt alone', async () => {
    const { row } = await waiting()
    await expect(sendExport(context, row, signal, { isLast: false })).rejects.toThrow('ещё нет')
    expect(await told(row.id)).toMatchObject({ status: 'sending', error: null })
    await sendExport(context, row, signal, { isLast: true })
    expect(await told(row.id)).toMatchObject({ status: 'ready', error: 'Файла уже нет: закажите выгрузку заново.' })
  })
})
