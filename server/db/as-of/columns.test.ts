import { readdirSync, readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import type { DB } from '../schema.ts'
import { asOfSchema } from './day-views.ts'
import { versionedTables } from './versioned-tables.ts'
import { keepVersions } from './versions.ts'

const { db } = await testDatabase()

/** Columns of versioned tables that are not the same in the table, its parent, its past and its view. */
async function strayColumns(base: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ stray: string }>`
    select one || '.' || attname || ' ' || type as stray
    from unnest(${Object.keys(versionedTables)}::text[]) as one
    cross join lateral (
      select attname, format_type(atttypid, atttypmod) as type
      from unnest(array[to_regclass(one), to_regclass('versions.' || one), to_regclass('past_' || one), to_regclass(${asOfSchema} || '.' || one)])
        as place join pg_attribute on attrelid = place
      where attnum > 0 and not attisdropped
    ) as columns
    group by one, attname, type having count(*) <> 4 order by 1`.execute(base)
  return rows.map(({ stray }) => stray)
}

/** Whatever is done is undone. */
const tried = async <T>(work: (trx: Kysely<DB>) => Promise<T>): Promise<T> => {
  const trx = await db.startTransaction().execute()
  try {
    return await work(trx)
  } finally {
    await trx.rollback().execute()
  }
}
const change = (base: Kysely<DB>, statement: string): Promise<unknown> => sql.raw(statement).execute(base)

it('versioned tables have the same columns now, in the past and on a day (decision 0086)', async () => {
  expect(await strayColumns(db), 'a migration of these columns ends with `keepVersions(db)`').toEqual([])
})

it('a migration that adds a column and forgets the past leaves a stray column', async () => {
  const add = 'alter table case_event add column floor text'
  const forgot = tried(async trx => {
    await change(trx, add)
    return strayColumns(trx)
  })
  expect(await forgot).toEqual(['case_event.floor text'])
  const kept = tried(async trx => {
    await change(trx, add)
    await keepVersions(trx)
    return strayColumns(trx)
  })
  expect(await kept).toEqual([])
})

it('a migration that drops, renames or alters a column of the table alone is refused by PostgreSQL', async () => {
  for (const statement of ['drop column hall', 'rename column hall to room', 'alter column hall type varchar'])
    await expect(tried(trx => change(trx, `alter table case_event ${statement}`))).rejects.toThrow('inherited column')
})

it('a migration changes columns through the parent, once nothing reads them any more', async () => {
  for (const [statements, column] of [
    // In the table it was not inherited at first.
    [['versions.case_event drop column hall', 'case_event drop column hall'], undefined],
    [['versions.case_event rename column hall to room'], 'room'],
    [['versions.case_event alter column hall type varchar(9)'], 'hall'],
  ] as const) {
    const stray = tried(async trx => {
      await change(trx, `drop schema ${asOfSchema} cascade; drop trigger kept_changed on case_event`)
      for (const statement of statements) await change(trx, `alter table ${statement}`)
      await keepVersions(trx)
      const { rows } = await sql<{ name: string }>`
        select attname as name from pg_attribute where attrelid = 'case_event'::regclass and attname in ('hall', 'room')`.execute(
        trx,
      )
      expect(rows).toEqual(column === undefined ? [] : [{ name: column }])
      // A row is kept as before.
      await sql`update case_event set known_from = '2026-01-01'`.execute(trx)
      return strayColumns(trx)
    })
    expect(await stray).toEqual([])
  }
})

it('every column of a table has its type in server/db/tables/', async () => {
  const folder = new URL('../tables/', import.meta.url)
  const types = readdirSync(folder).map(file => readFileSync(new URL(file, folder), 'utf8'))
  const typesOf = (table: string): string =>
    new RegExp(`^  ${table}: \\{(.*?)^  (?=\\}|\\w)`, 'ms').exec(types.join('\n'))?.[1] ?? ''
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and column_name not in ('known_from', 'known_until')
      and table_name !~ '^(past|kysely)_'
    group by 1 order by 1`.execute(db)
  expect(rows.length).toBeGreaterThan(100)
  const untyped = rows.flatMap(({ table, columns }) =>
    columns.filter(column => !new RegExp(`\\b${column}\\??:`).test(typesOf(table))).map(column => `${table}.${column}`),
  )
  expect(untyped).toEqual([])
})
