import { Socket } from 'node:net'
import { findPostmaster } from './postgres-server.ts'

/**
 * How every client reaches the database that `openDatabase` gave the address of. The embedded one may come back on another port: its
 * address names the folder, and each new connection looks there. `transactions`: a pooler may stand between, and give each transaction
 * another session; whatever needs a session goes past it.
 */
export const databaseClientOptions = (url: string, need: 'session' | 'transactions' = 'session'): ClientOptions => {
  const address = URL.parse(url)?.searchParams
  const folder = address?.get(folderParameter)
  const direct = need === 'session' ? address?.get(directParameter) : undefined
  return {
    connectionString: direct ?? url,
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
const directParameter = 'direct'

/** The address that everything is reached by: of the pooler, with the way past it. */
export const addressWithDirect = (url: string, direct: string | undefined): string => {
  if (direct === undefined) return url
  const address = new URL(url)
  address.searchParams.set(directParameter, direct)
  return address.href
}
export const hasDirect = (url: string): boolean => URL.parse(url)?.searchParams.has(directParameter) === true

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
