import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { deleteInstallation, readInstallation, writeInstallation } from './installation.ts'
import { type Lease, LeaseLost, withAwaitedLease, withLease } from './lease.ts'
import type { DB } from './schema.ts'

/** Definitions are stored first: after a killed load the next start builds the indexes. */
export async function withDeferredIndexes<T>(
  db: Kysely<DB>,
  work: () => Promise<T>,
  onBuilding: () => void = () => undefined,
  of: readonly string[] = tables,
): Promise<T> {
  const done = await withAwaitedLease(db, leaseName, async lease => {
    await dropIndexes(db, of, lease)
    try {
      return await work()
    } finally {
      onBuilding()
      await build(db, lease)
    }
  })
  // If the lease was lost, the other load may have left indexes to build.
  await buildIndexesAfterLoad(db)
  return done
}

/** Does nothing while a load holds the lease; a killed load holds it for another minute. */
export async function buildDeferredIndexes(db: Kysely<DB>): Promise<void> {
  if (await areIndexesDeferred(db)) await withLease(db, leaseName, lease => build(db, lease))
}

/** Waits for a running load to end and builds the indexes it left. */
export async function buildIndexesAfterLoad(db: Kysely<DB>, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await areIndexesDeferred(db)))
    await withAwaitedLease(db, leaseName, lease => build(db, lease, signal), signal)
}

export const areIndexesDeferred = async (db: Kysely<DB>): Promise<boolean> => (await noted(db)).length > 0

const leaseName = 'deferred-indexes'
const noteKey = 'indexes_aside'

/** Unique indexes stay, and so do those used while cases are written. */
const tables =
  'court_case case_source case_article case_event case_defendant case_participant case_told_penalty case_text defendant'.split(
    ' ',
  )
const neededByWriting = ['court_case_uid', 'case_source_case']

async function dropIndexes(db: Kysely<DB>, of: readonly string[], lease: Lease): Promise<void> {
  await db.transaction().execute(async trx => {
    const { rows } = await sql<{ name: string; definition: string }>`
      select index.relname as name, pg_get_indexdef(index.oid) as definition
      from pg_index join pg_class index on index.oid = indexrelid join pg_class owner on owner.oid = indrelid
      where owner.relnamespace = current_schema()::regnamespace and owner.relname = any(${of})
        and owner.relkind = 'r' and not indisunique and index.relname <> all(${neededByWriting})`.execute(trx)
    const all = [...new Set([...(await noted(trx)), ...rows.map(({ definition }) => definition)])]
    await writeInstallation(trx, noteKey, all)
    for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(trx)
    await lease.confirm(trx)
  })
}

async function noted(db: Kysely<DB>): Promise<string[]> {
  const value = await readInstallation(db, noteKey)
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}

/**
 * PostgreSQL splits every full page of keys of a GIN index in half. Built in one pass, in the order of the keys, its pages stay half empty; further passes fill
 * them. So a table gets a sixteenth of its size, and a pass takes a small part of it.
 */
const memoryFor = (statement: string): RawBuilder<unknown> => {
  const table = / ON (\S+) USING gin /.exec(statement)?.[1]
  const most = 512 * 1024
  return table === undefined
    ? sql`${`${most}kB`}`
    : sql`least(${most}, greatest(1024, pg_table_size(${table}::text::regclass) / 16384))::integer || 'kB'`
}

/** Two at once: one reads while the other sorts. GIN indexes take longest and go first. */
const builders = 2
/** If the lease is lost, the new holder builds the rest: the stored definitions stay. */
async function build(db: Kysely<DB>, lease: Lease, signal: AbortSignal = lease.signal): Promise<void> {
  const all = await noted(db)
  const waiting = all.toSorted((left, right) => Number(right.includes(' gin ')) - Number(left.includes(' gin ')))
  const isOver = (): boolean => signal.aborted || lease.signal.aborted
  const builder = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !isOver(); next = waiting.shift()) {
      const statement = next.replace(/^CREATE INDEX /, 'CREATE INDEX IF NOT EXISTS ')
      await db.transaction().execute(async one => {
        await sql`select set_config('maintenance_work_mem', ${memoryFor(statement)}, true)`.execute(one)
        await sql.raw(statement).execute(one)
        await lease.confirm(one)
      })
    }
  }
  try {
    await Promise.all(Array.from({ length: builders }, builder))
    if (!isOver()) await db.transaction().execute(trx => forgetBuilt(trx, all, lease))
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
  }
}

async function forgetBuilt(trx: Transaction<DB>, built: readonly string[], lease: Lease): Promise<void> {
  const left = (await noted(trx)).filter(definition => !built.includes(definition))
  if (left.length > 0) await writeInstallation(trx, noteKey, left)
  else await deleteInstallation(trx, noteKey)
  await lease.confirm(trx)
}
