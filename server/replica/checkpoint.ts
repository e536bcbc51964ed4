import { randomUUID } from 'node:crypto'
import type { DuckDBConnection } from '@duckdb/node-api'
import type pg from 'pg'
import { sqlString } from './duckdb-file.ts'
import { version } from './tables.ts'

/**
 * What of PostgreSQL is in a copy. It is stored in the copy's own file and changes in the transaction that changes the rows, so it
 * holds whenever the process dies. PostgreSQL knows each copy as well (`case_copy`): to keep what it has not read yet, and to
 * recognize by its token a copy of another past, as after a backup was restored.
 */
export type Checkpoint = {
  id: string
  /** A new one whenever changes were applied. */
  token: string
  /** `pg_snapshot`: transactions that it sees are in the copy. */
  snapshot: string
  /** Rows of cases that came since the tables were clustered (cluster.ts). */
  unordered: number
}

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

/** Before a copy is made: from here on PostgreSQL keeps what is written for it. */
export async function registerCopy(source: pg.Client): Promise<Pick<Checkpoint, 'id' | 'token'>> {
  const [id, token] = [randomUUID(), randomUUID()]
  await source.query(
    'insert into case_copy (id, place, token, next_token) values ($1, pg_current_snapshot(), $2, $2)',
    [id, token],
  )
  return { id, token }
}

/**
 * A copy that goes on from where another stands: from here on PostgreSQL keeps what is written for both. Undefined: it does not know the other one, or
 * the other has gone on since. The row is locked, for what is kept for it may be going (prune.ts).
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

/** How far PostgreSQL knows the copy to have come, which may be less; undefined: it does not know it. */
export async function announcedPlace(source: pg.Client, { id, token }: Checkpoint): Promise<string | undefined> {
  const { rows } = await source.query<{ place: string }>(
    'select place::text as place from case_copy where id = $1 and $2::uuid in (token, next_token)',
    [id, token],
  )
  return rows[0]?.place
}

/**
 * Tells PostgreSQL the next token before the copy has it: a process that dies in between is known by either. False: PostgreSQL does
 * not know this copy.
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
