import { type Kysely, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { deadHolder, expireLease } from '../test/dead-holder.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { areIndexesDeferred, buildDeferredIndexes } from './db/deferred-indexes.ts'
import { writeInstallation } from './db/installation.ts'
import type { DB } from './db/schema.ts'
import { readEnv } from './env.ts'
import { startWork } from './worker.ts'

const { db, url } = await testDatabase()
const definitionOf = async (of: Kysely<DB>, name: string): Promise<string | undefined> => {
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where schemaname = current_schema() and indexname = ${name}`.execute(of)
  return rows[0]?.indexdef
}

it('builds the indexes of a load that was killed a moment before the start, once its lease has ended', async () => {
  const definition = await definitionOf(db, 'court_case_city')
  await writeInstallation(db, 'indexes_aside', [definition])
  await sql`drop index court_case_city`.execute(db)
  await deadHolder(db, 'deferred-indexes')
  // Opening does not wait.
  await buildDeferredIndexes(db)
  expect(await areIndexesDeferred(db)).toBe(true)

  const stopping = new AbortController()
  const failures: unknown[] = []
  const env = readEnv({ DATABASE_URL: url, DATA_DIR: temporaryFolder() })
  const onError = (error: unknown): void => void failures.push(error)
  const stop = await startWork(env, { db, url }, { mailer: undefined, onError, signal: stopping.signal })
  onTestFinished(async () => {
    stopping.abort()
    await stop()
  })
  await expireLease(db, 'deferred-indexes')
  await expect.poll(() => areIndexesDeferred(db)).toBe(false)
  expect(await definitionOf(db, 'court_case_city')).toBe(definition)
  expect(failures).toEqual([])
})
