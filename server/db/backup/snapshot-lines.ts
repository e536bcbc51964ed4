import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { databaseClientOptions } from '../client-options.ts'

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
    await client.query('begin isolation level repeatable read, read only')
    await client.query(settings)
    return await work({
      rows: async <Row extends pg.QueryResultRow>(query: string) => (await client.query<Row>(query)).rows,
      lines: query => client.query(copyTo(`copy (${query}) to stdout with ${asTheyAre}`)),
    })
  } finally {
    await client.end().catch(() => undefined)
  }
}

const settings = `set datestyle = 'iso'; set intervalstyle = 'iso_8601'; set timezone = 'UTC'; set bytea_output = 'hex';
  set extra_float_digits = 1; set synchronize_seqscans = off; set jit = off; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

/** JSON contains none of these characters, so nothing is quoted. */
const asTheyAre = String.raw`(format csv, delimiter E'\x01', quote E'\x02', escape E'\x02')`

export function countLines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1
  return count
}
