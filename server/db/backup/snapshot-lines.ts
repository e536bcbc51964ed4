import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** What the database holds at one moment, as lines of JSON that PostgreSQL writes and COPY sends: however much, a chunk at a time. */
export type SnapshotLines = {
  rows<Row extends pg.QueryResultRow>(query: string): Promise<Row[]>
  /** `query` answers one column, JSON as text; no statement but a query of ours comes here. */
  lines(query: string): AsyncIterable<Buffer>
}

/** The work of a snapshot that nobody else sees change; it may take hours. */
export async function withSnapshot<T>(url: string, work: (snapshot: SnapshotLines) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'sudmonitor backup' })
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
    // An ended connection ends its snapshot.
    await client.end().catch(() => undefined)
  }
}

/** One spelling of every value, whatever the server's settings are. */
const settings = `set datestyle = 'iso'; set intervalstyle = 'iso_8601'; set timezone = 'UTC'; set bytea_output = 'hex';
  set extra_float_digits = 1; set synchronize_seqscans = off; set jit = off; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

/** JSON has neither of these two characters nor a line end, so that nothing is quoted: a line is what was asked for. */
const asTheyAre = String.raw`(format csv, delimiter E'\x01', quote E'\x02', escape E'\x02')`

export function countLines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1
  return count
}
