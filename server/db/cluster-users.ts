import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processIdentity } from './process-identity.ts'
import { errorCode } from './refusal.ts'

/**
 * Processes that use an embedded database, as files next to its data: unlike advisory locks they survive a restart of PostgreSQL. Files of killed
 * processes are detected by process identity, which is in the file name, since a full disk allows no content.
 */
export type ClusterUser = {
  /** To be called before the database is used. Idempotent. */
  join(): void
  leave(): void
  /** Other running processes, with the address of those that serve. */
  others(): readonly OtherUser[]
  serveAt(address: string): void
}
type OtherUser = { pid: number; servedAt: string | undefined }

const prefix = 'sudmonitor.user.'

export function clusterUser(folder: string): ClusterUser {
  const name = `${prefix}${asName(processIdentity(process.pid))}.${++opened}`
  const file = join(folder, name)
  return {
    join: () => writeFileSync(file, '', { flag: 'a' }),
    leave: () => rmSync(file, { force: true }),
    others: () => readdirSync(folder).flatMap(found => (found === name ? [] : (userIn(folder, found) ?? []))),
    serveAt: address => writeFileSync(file, address),
  }
}

/** One process may open a database several times. */
let opened = 0

const asName = (identity = `${process.pid}:`): string => identity.replace(':', '.')

const userIn = (folder: string, name: string): OtherUser | undefined => {
  if (!name.startsWith(prefix)) return undefined
  const identity = name.slice(prefix.length).split('.').slice(0, 2).join('.')
  const pid = Number.parseInt(identity, 10)
  const file = join(folder, name)
  if (asName(processIdentity(pid) ?? '') !== identity) {
    rmSync(file, { force: true })
    return undefined
  }
  try {
    return { pid, servedAt: readFileSync(file, 'utf8') || undefined }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
