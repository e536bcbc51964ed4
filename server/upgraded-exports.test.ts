import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase, waitingForLocks } from '../test/database.ts'
import { buildAccount } from '../test/factories.ts'
import { telegramStandIn } from '../test/telegram-stand-in.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { readEnv } from './env.ts'
import { sendJob } from './jobs/send-job.ts'
import { startWork } from './worker.ts'

const { db, url } = await testDatabase()
const dataDir = temporaryFolder()

it('sends what waited at an upgrade: jobs begin when former files of exports are taken in', async () => {
  const telegram = await telegramStandIn()
  telegram.say(501, '/start')
  const { id } = await db
    .insertInto('export_request')
    .values({
      account_id: (await buildAccount(db)).id,
      selected_columns: ['id'],
      filters: '{}',
      ordering: '-entry_date',
      origin: '',
      telegram: '501',
      status: 'sending',
      bytes: 5,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  mkdirSync(join(dataDir, 'exports'))
  writeFileSync(join(dataDir, 'exports', String(id)), 'older')
  await sendJob(db, 'send-export', { id })
  const holding = await db.startTransaction().execute()
  await holding.selectFrom('export_request').where('id', '=', id).select('id').forUpdate().execute()
  const errors: unknown[] = []
  const stop = new AbortController()
  const starting = startWork(
    { ...readEnv({ DEMO: '0' }), bot: telegram.settings },
    { db, url, dataDir },
    { mailer: undefined, onError: error => void errors.push(error), signal: stop.signal },
  )
  onTestFinished(async () => {
    if (!holding.isCommitted) await holding.rollback().execute()
    telegram.setDown(true)
    stop.abort()
    await (await starting)()
    telegram.close()
  })
  await expect.poll(() => waitingForLocks(db)).toHaveLength(1)
  const { rows: jobs } = await sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'sudmonitor jobs'`.execute(
    db,
  )
  expect(jobs).toEqual([])
  await holding.commit().execute()
  await expect.poll(() => telegram.documents.map(({ body }) => body.toString())).toEqual(['older'])
  expect(errors).toEqual([])
})
