import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { DuckDBConnection } from '@duckdb/node-api'
import type pg from 'pg'
import { sqlString } from './duckdb-file.ts'
import { contentVersion, copiedTables, dictionaries, functions, views } from './tables.ts'

/**
 * How far a copy has followed PostgreSQL. Stored in the copy's file and updated in the transaction that changes the
 * rows, so it is right even if the process dies. PostgreSQL registers each copy too (`case_copy`), to keep the changes
 * it has not read yet, and to recognise by its token a copy of another history, such as before a restored backup.
 */
export type Checkpoint = {
  id: string
  /** Renewed whenever changes are applied. */
  token: string
  /** `pg_snapshot`: transactions that it sees are in the copy. */
  snapshot: string
  /** Rows of cases added since the tables were clustered (cluster.ts). */
  unordered: number
}

/** A column more makes another version, so that no copy lacks it. */
export const versionOf = (tables: typeof copiedTables): number =>
  crc32(JSON.stringify([contentVersion, tables, dictionaries, views, functions])) >>> 1
const version = versionOf(copiedTables)

export const checkpointTable =
  'create table copy_place (version integer, id varchar, token varchar, snapshot varchar, behind bigint)'

export async function writeCheckpoint(copy: DuckDBConnection, checkpoint: Checkpoint): Promise<void> {
  const { id, token, snapshot, unordered } = checkpoint
  await copy.run('delete from copy_place')
  await copy.run(
    `insert into copy_place values (${[version, sqlString(id), sqlString(token), sqlString(snapshot), unordered].join(', ')})`,
  )
}

/** Undefined: the file holds no whole copy, or one of another version. */
export async function readCheckpoint(copy: DuckDBConnection): Promise<Checkpoint | undefined> {
  const tables = await copy.runAndReadAll(`from duckdb_tables() where table_name = 'copy_place'`)
  if (tables.currentRowCount === 0) return undefined
  const rows = await copy.runAndReadAll(`select id, token, snapshot, behind from copy_place where version = ${version}`)
  const [id, token, snapshot, unordered] = rows.getRows()[0] ?? []
  return typeof id === 'string' && typeof token === 'string' && typeof snapshot === 'string'
    ? { id, token, snapshot, unordered: Number(unordered) }
    : undefined
}

/** To be called before a copy is loaded: from then on PostgreSQL keeps changes for it. */
export async function registerCopy(source: pg.Client): Promise<Pick<Checkpoint, 'id' | 'token'>> {
  const [id, token] = [randomUUID(), randomUUID()]
  await source.query(
    'insert into case_copy (id, place, token, next_token) values ($1, pg_current_snapshot(), $2, $2)',
    [id, token],
  )
  return { id, token }
}

/**
 * Registers a copy that continues from the checkpoint of another: from then on PostgreSQL keeps changes for both.
 * Undefined: the other copy is unknown, or has advanced since. The row is locked, so that its changes are not pruned
 * meanwhile (prune.ts).
 */
export async function registerSeeded(source: pg.Client, seed: Checkpoint): Promise<Checkpoint | undefined> {
  const [id, token] = [randomUUID(), randomUUID()]
  const { rowCount } = await source.query(
    `insert into case_copy (id, place, token, next_token)
    select $1, $2::pg_snapshot, $3, $3 from case_copy where id = $4 and $5::uuid in (token, next_token) for share`,
    [id, seed.snapshot, token, seed.id, seed.token],
  )
  return rowCount === 1 ? { ...seed, id, token } : undefined
}

/** The snapshot last announced to PostgreSQL, which may be older than the copy's; undefined: the copy is unknown. */
export async function announcedSnapshot(source: pg.Client, { id, token }: Checkpoint): Promise<string | undefined> {
  const { rows } = await source.query<{ place: string }>(
    'select place::text as place from case_copy where id = $1 and $2::uuid in (token, next_token)',
    [id, token],
  )
  return rows[0]?.place
}

/**
 * Announces the next token before the copy stores it: if the process dies in between, the copy is recognised by either.
 * False: the copy is unknown to PostgreSQL.
 */
export async function announceToken(
  source: pg.Client,
  { id, token, snapshot }: Checkpoint,
  next: string,
): Promise<boolean> {
  const { rowCount } = await source.query(
    `update case_copy set token = $2, next_token = $3, place = $4::pg_snapshot, seen_at = now()
    where id = $1 and $2::uuid in (token, next_token)`,
    [id, token, next, snapshot],
  )
  return rowCount === 1
}
