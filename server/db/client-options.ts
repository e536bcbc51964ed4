import { Socket } from 'node:net'
import { findPostmaster } from './postgres-server.ts'

/**
 * Options of every client of the database. The embedded one may restart on another port: its URL names the folder, and each new connection looks up
 * the port there. With a pooler, `transactions` uses it, and `session` bypasses it.
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

/** Also the time limit for getting a connection from a pool. */
const connectionTimeout = 30_000
/** Longer than the interval of background work on an idle server: reconnecting costs more than that work. */
const idleTimeout = 60_000
const folderParameter = 'cluster'
const directParameter = 'direct'

/** URL of the pooler, with the direct URL as a parameter. */
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
  // pg passes the port and host of its configuration, which may be outdated.
  const follow = (_port: number, host: string): Socket => {
    const found = findPostmaster({ folder })
    // Another program may be listening on the old port.
    if (!found?.runs || found.port === 0) return socket.destroy(refused())
    return connect(found.port, host)
  }
  return Object.assign(socket, { connect: follow })
}

const refused = (): Error => Object.assign(new Error('PostgreSQL is not running'), { code: 'ECONNREFUSED' })
