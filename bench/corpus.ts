import { performance } from 'node:perf_hooks'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { connect } from '../server/db/connect.ts'
import { restoreIndexes } from '../server/db/indexes-aside.ts'
import { migrate } from '../server/db/migrate.ts'
import { seedReference } from '../server/db/reference/seed.ts'
import { Refusal } from '../server/db/refusal.ts'
import type { DB } from '../server/db/schema.ts'
import { demoMark, loadDemo } from '../server/demo/load.ts'

/** A database on the same server that holds a generated corpus of the stated size and nothing else; kept for the next time. */
export type Loading = { seconds: number }
export type BenchDatabase = { db: Kysely<DB>; url: string; loading: Loading | undefined; close(): Promise<void> }

export const benchDatabaseName = (cases: number): string => `sudmonitor_bench_${cases}`

export async function benchDatabase(
  serverUrl: string,
  cases: number,
  onLine: (line: string) => void,
): Promise<BenchDatabase> {
  const name = benchDatabaseName(cases)
  const admin = connect(serverUrl, { max: 1 })
  try {
    const known = await sql`select from pg_database where datname = ${name}`.execute(admin)
    if (known.rows.length === 0)
      await sql`create database ${sql.id(name)} template template0 encoding 'UTF8'`.execute(admin)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error
    throw new Refusal('Учётной записи PostgreSQL нужно право создавать базы: измерения идут в отдельной базе.', {
      cause: error,
    })
  } finally {
    await admin.destroy()
  }
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const db = connect(url.href, { max: 4 })
  try {
    await migrate(db)
    await restoreIndexes(db)
    await seedReference(db)
    const loading = (await holds(db, cases)) ? undefined : await load(db, cases, onLine)
    return { db, url: url.href, loading, close: () => db.destroy() }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

const wholeCorpus = z.object({ count: z.number(), complete: z.literal(true) })
async function holds(db: Kysely<DB>, cases: number): Promise<boolean> {
  const mark = await db.selectFrom('installation').where('key', '=', demoMark).select('value').executeTakeFirst()
  const read = wholeCorpus.safeParse(mark?.value)
  return read.success && read.data.count === cases
}

async function load(db: Kysely<DB>, cases: number, onLine: (line: string) => void): Promise<Loading> {
  onLine(`Загружается корпус: ${counted(cases, caseForms)}…`)
  const began = performance.now()
  await loadDemo(db, { count: cases, onIndexing: () => onLine('Строятся индексы…') })
  const seconds = (performance.now() - began) / 1000
  // The first readers of fresh pages would otherwise pay for them.
  await sql`vacuum analyze`.execute(db)
  return { seconds }
}
