import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect } from '../server/db/connect.ts'
import { postgresAccount } from '../server/db/postgres-account.ts'
import { freePort } from './local-port.ts'
import { programOnPath } from './program-path.ts'
import { clearFolder, temporaryFolder } from './temporary-folder.ts'

/** Undefined when it is not installed. Debian puts it outside the PATH of ordinary accounts. */
export const pgBouncer = programOnPath(['pgbouncer'], `${process.env.PATH}:/usr/sbin`)

/** The shipped configuration; the last of repeated settings wins. */
const settings = readFileSync(new URL('../deploy/postgres/pgbouncer.ini', import.meta.url), 'utf8').replace(
  /^[\s\S]*?(?=^\[pgbouncer\])/m,
  '',
)

/** PgBouncer in transaction mode, before one PostgreSQL of this machine. */
export type PgBouncer = { url: string; pointTo: (database: string) => void; close: () => Promise<void> }

export async function startPgBouncer(database: string, program = pgBouncer): Promise<PgBouncer> {
  if (program === undefined) throw new Error('pgbouncer is not installed')
  const [folder, port] = [temporaryFolder(), await freePort()]
  const file = join(folder, 'pooler.ini')
  const account = postgresAccount(folder)
  const write = (to: string): void => {
    const { hostname, port: there, username, password } = new URL(to)
    const at = `host=${hostname} port=${there || 5432} user=${username} password='${decodeURIComponent(password)}'`
    writeFileSync(
      `${file}.new`,
      `[databases]\n* = ${at}\n${settings}\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nauth_type = any\n`,
      { mode: 0o600 },
    )
    if (account) chownSync(`${file}.new`, account.uid, account.gid)
    renameSync(`${file}.new`, file)
  }
  write(database)
  const child = spawn(program, ['-q', file], { stdio: 'ignore', ...account })
  const ended = once(child, 'exit')
  const kill = (): void => {
    child.kill('SIGKILL')
    clearFolder(folder)
  }
  process.once('exit', kill)
  const address = new URL(database)
  Object.assign(address, { port: String(port), search: '' })
  const probe = connect(address.href, { max: 1 })
  for (let isThere = false; !isThere; await sleep(20)) {
    if (child.exitCode !== null) throw new Error(`${program} has ended`)
    isThere = await sql`select 1`.execute(probe).then(
      () => true,
      () => false,
    )
  }
  await probe.destroy()
  return {
    url: address.href,
    pointTo: to => {
      write(to)
      child.kill('SIGHUP')
    },
    close: async () => {
      kill()
      process.off('exit', kill)
      await ended
    },
  }
}
