import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { buildAccount } from '../../test/factories.ts'
import { telegramStandIn } from '../../test/telegram-stand-in.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { telegramOf } from '../messenger/telegram.ts'
import { sendExport } from './request-sending.ts'
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

async function waiting(body?: string) {
  const account = await buildAccount(db, { regions: [77, 78] })
  const row = await db
    .insertInto('export_request')
    .values({
      account_id: account.id,
      selected_columns: ['id'],
      filters: '{}',
      ordering: '-entry_date',
      origin: '',
      telegram: '501',
      status: 'sending',
      regions: [77, 78],
      bytes: 5,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (body !== undefined) {
    const file = await storeFile(db, row.id, Readable.from([Buffer.from(body)]))
    await db.transaction().execute(trx => keepFile(trx, row.id, file))
  }
  return { account, row }
}
const told = (id: number) =>
  db.selectFrom('export_request').where('id', '=', id).select(['status', 'error', 'parts_sent']).executeTakeFirst()

describe('a file that is not in the database', () => {
  it('is waited for, and said to have gone at the last attempt alone', async () => {
    const { row } = await waiting()
    await expect(sendExport(context, row, signal, { isLast: false })).rejects.toThrow('ещё нет')
    expect(await told(row.id)).toMatchObject({ status: 'sending', error: null })
    await sendExport(context, row, signal, { isLast: true })
    expect(await told(row.id)).toMatchObject({ status: 'ready', error: 'Файла уже нет: закажите выгрузку заново.' })
  })
})
