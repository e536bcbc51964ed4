import { Socket } from 'node:net'
import { findPostmaster } from './postgres-server.ts'

/**
 * How every client reaches the database that `openDatabase` gave the address of. The embedded one may come back on another port: its
 * address names the folder, and each new connection looks there.
 */
export const databaseClientOptions = (url: string): ClientOptions => {
  const folder = URL.parse(url)?.searchParams.get(folderParameter)
  return {
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: connectionTimeout,
    idleTimeoutMillis: idleTimeout,
    ...(folder && { stream: () => socketTo(folder) }),
  }
}
type ClientOptions = {
  connectionString: string
  keepAlive: boolean
  connectionTimeoutMillis: number
  idleTimeoutMillis: number
  stream?: () => Socket
}

/** Also how long one waits for a connection of a pool. */
const connectionTimeout = 30_000
/** Longer than an idle server's work is apart: signing in again costs more than the work. */
const idleTimeout = 60_000
const folderParameter = 'cluster'

export const embeddedUrl = (folder: string, { user, password, port, database }: EmbeddedAddress): string =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}?${new URLSearchParams({ [folderParameter]: folder })}`
type EmbeddedAddress = { user: string; password: string; port: number; database: string }

const socketTo = (folder: string): Socket => {
  const socket = new Socket()
  const connect = socket.connect.bind(socket)
  // pg calls it with the port and the host of its settings.
  const follow = (_port: number, host: string): Socket => {
    const found = findPostmaster({ folder })
    // Another program may have its port by now, and say nothing.
    if (!found?.runs || found.port === 0) return socket.destroy(refused())
    return connect(found.port, host)
  }
  return Object.assign(socket, { connect: follow })
}

const refused = (): Error => Object.assign(new Error('PostgreSQL is not running'), { code: 'ECONNREFUSED' })
