import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { databaseClientOptions } from '../client-options.ts'
import { errorCode } from '../refusal.ts'

/** The database at one moment as lines of JSON, by COPY, a chunk at a time. */
export type SnapshotLines = {
  rows<Row extends pg.QueryResultRow>(query: string): Promise<Row[]>
  /** `query` is ours and answers one column of JSON text. */
  lines(query: string): AsyncIterable<Buffer>
}

export async function withSnapshot<T>(url: string, work: (snapshot: SnapshotLines) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...databaseClientOptions(url), application_name: 'sudmonitor backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(settings)
    await beginSnapshot(client, url)
    return await work({
      rows: async <Row extends pg.QueryResultRow>(query: string) => (await client.query<Row>(query)).rows,
      lines: query => client.query(copyTo(`copy (${query}) to stdout with ${unquotedCsv}`)),
    })
  } finally {
    await client.end().catch(() => undefined)
  }
}

const settings = `set datestyle = 'iso'; set intervalstyle = 'iso_8601'; set timezone = 'UTC'; set bytea_output = 'hex';
  set extra_float_digits = 1; set synchronize_seqscans = off; set jit = off; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

const begin = 'begin isolation level repeatable read, read only'
const pauseMs = 1_000

/**
 * Servers of texts (text-nodes.ts) have snapshots of their own, which begin when they are first asked: for that moment nobody writes texts. Whoever writes is not
 * kept waiting for longer than a second.
 */
async function beginSnapshot(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query<{ about: string }>(
    `select format('text_nodes.about_%s', srvname) as about from pg_foreign_server where srvname like 'text\\_node\\_%'`,
  )
  if (rows.length === 0) return void (await client.query(begin))
  const holder = new pg.Client({ ...databaseClientOptions(url), application_name: 'sudmonitor backup' })
  holder.on('error', () => undefined)
  await holder.connect()
  try {
    for (;;)
      try {
        await holder.query(`begin; set local lock_timeout = '1s'; lock table only case_text in share mode`)
        break
      } catch (error) {
        await holder.query('rollback')
        if (errorCode(error) !== '55P03') throw error
        await pause(pauseMs)
      }
    await client.query(begin)
    for (const { about } of rows) await client.query(`select from ${about}`)
  } finally {
    await holder.end().catch(() => undefined)
  }
}

/** JSON contains none of these characters, so nothing is quoted. */
const unquotedCsv = String.raw`(format csv, delimiter E'\x01', quote E'\x02', escape E'\x02')`

export function countLines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1
  return count
}
