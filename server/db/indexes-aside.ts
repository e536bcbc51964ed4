import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

/**
 * A great load into empty tables goes faster when the indexes that only reading needs are built once, after it. They are
 * noted down before they are dropped: a load that was killed leaves them to be built at the next start.
 */
export async function withIndexesAside<T>(
  db: Kysely<DB>,
  work: () => Promise<T>,
  onBuilding: () => void = () => undefined,
  of: readonly string[] = tables,
): Promise<T> {
  return db.connection().execute(async held => {
    await sql`select pg_advisory_lock(${lock})`.execute(held)
    try {
      await setAside(held, of)
      try {
        return await work()
      } finally {
        onBuilding()
        await build(db)
      }
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(held)
    }
  })
}

/** Builds what an interrupted load left undone; does nothing while a load is under way. */
export async function restoreIndexes(db: Kysely<DB>): Promise<void> {
  if ((await noted(db)).length === 0) return
  await db.connection().execute(async held => {
    const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_lock(${lock}) as ours`.execute(held)
    if (!rows[0]?.ours) return
    try {
      await build(db)
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(held)
    }
  })
}

/** Whether a great load is under way: work that looks things up in what is being loaded had better wait. */
export const areIndexesAside = async (db: Kysely<DB>): Promise<boolean> => (await noted(db)).length > 0

/** An arbitrary number of our own. */
const lock = 7_301_002
const noteKey = 'indexes_aside'

/** Tables that grow with the number of cases. Their keys stay, and so do the indexes by which cases find each other. */
const tables = [
  'court_case',
  'case_source',
  'case_article',
  'case_event',
  'case_defendant',
  'case_participant',
  'case_told_penalty',
  'case_text',
  'defendant',
]
const neededByWriting = ['court_case_uid', 'case_source_case']

async function setAside(db: Kysely<DB>, of: readonly string[]): Promise<void> {
  await db.transaction().execute(async trx => {
    const { rows } = await sql<{ name: string; definition: string }>`
      select index.relname as name, pg_get_indexdef(index.oid) as definition
      from pg_index join pg_class index on index.oid = indexrelid join pg_class owner on owner.oid = indrelid
      where owner.relnamespace = current_schema()::regnamespace and owner.relname = any(${of})
        and not indisunique and index.relname <> all(${neededByWriting})`.execute(trx)
    // Added to what an earlier load may have left.
    const all = [...new Set([...(await noted(trx)), ...rows.map(({ definition }) => definition)])]
    const value = JSON.stringify(all)
    await trx
      .insertInto('installation')
      .values({ key: noteKey, value })
      .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
      .execute()
    for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(trx)
  })
}

async function noted(db: Kysely<DB>): Promise<string[]> {
  const row = await db.selectFrom('installation').where('key', '=', noteKey).select('value').executeTakeFirst()
  return Array.isArray(row?.value) ? row.value.filter(item => typeof item === 'string') : []
}

/** Two builders at once: one reads while the other sorts. Indexes of letters and words take longest and go first. */
const builders = 2
async function build(db: Kysely<DB>): Promise<void> {
  const waiting = (await noted(db)).sort(
    (left, right) => Number(right.includes(' gin ')) - Number(left.includes(' gin ')),
  )
  const builder = (): Promise<void> =>
    db.connection().execute(async one => {
      await sql`set maintenance_work_mem = '512MB'`.execute(one)
      try {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
          await sql.raw(next.replace(/^CREATE INDEX /, 'CREATE INDEX IF NOT EXISTS ')).execute(one)
      } finally {
        await sql`reset maintenance_work_mem`.execute(one)
      }
    })
  await Promise.all(Array.from({ length: builders }, builder))
  await db.deleteFrom('installation').where('key', '=', noteKey).execute()
}
