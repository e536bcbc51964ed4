import { randomUUID } from 'node:crypto'
import type { DuckDBConnection } from '@duckdb/node-api'
import type pg from 'pg'
import { quoted } from './duckdb-file.ts'
import { version } from './tables.ts'

/**
 * What of PostgreSQL is in a copy. It is kept in the copy's own file and moves in the transaction that moves the rows, so
 * it is true whenever the process dies. PostgreSQL knows each copy as well (`case_copy`): to keep what it has not read yet,
 * and to tell a copy of another past, as after a backup was put back, by its token.
 */
export type Place = {
  /** Of the copy. */
  id: string
  /** A new one whenever rows were taken in. */
  token: string
  /** `pg_snapshot`: transactions that it sees are in the copy. */
  snapshot: string
  /** Rows of cases that were taken in since they were laid in order (lie-in-order.ts). */
  behind: number
}

export const placeTable =
  'create table copy_place (version integer, id varchar, token varchar, snapshot varchar, behind bigint)'

export async function keepPlace(copy: DuckDBConnection, { id, token, snapshot, behind }: Place): Promise<void> {
  await copy.run('delete from copy_place')
  await copy.run(
    `insert into copy_place values (${version}, ${quoted(id)}, ${quoted(token)}, ${quoted(snapshot)}, ${behind})`,
  )
}

/** Undefined: the file holds no whole copy, or one of another version. */
export async function keptPlace(copy: DuckDBConnection): Promise<Place | undefined> {
  const tables = await copy.runAndReadAll(`from duckdb_tables() where table_name = 'copy_place'`)
  if (tables.currentRowCount === 0) return undefined
  const places = await copy.runAndReadAll(
    `select id, token, snapshot, behind from copy_place where version = ${version}`,
  )
  const [id, token, snapshot, behind] = places.getRows()[0] ?? []
  return typeof id === 'string' && typeof token === 'string' && typeof snapshot === 'string'
    ? { id, token, snapshot, behind: Number(behind) }
    : undefined
}

/** A copy that is going to be made: from here on PostgreSQL keeps what is written for it. */
export async function register(source: pg.Client): Promise<Pick<Place, 'id' | 'token'>> {
  const [id, token] = [randomUUID(), randomUUID()]
  await source.query(
    'insert into case_copy (id, place, token, next_token) values ($1, pg_current_snapshot(), $2, $2)',
    [id, token],
  )
  return { id, token }
}

/**
 * Says what the copy is going to be, before it is: who dies in between is known by either token. False: PostgreSQL does not
 * know this copy, or knows it otherwise.
 */
export async function announce(source: pg.Client, { id, token, snapshot }: Place, next: string): Promise<boolean> {
  const { rowCount } = await source.query(
    `update case_copy set token = $2, next_token = $3, place = $4::pg_snapshot, seen_at = now()
    where id = $1 and $2::uuid in (token, next_token)`,
    [id, token, next, snapshot],
  )
  return rowCount === 1
}
