import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { connect } from '../server/db/connect.ts'
import { postgresAccount } from '../server/db/postgres-account.ts'
import { freePort } from '../test/local-port.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { checkEqual, endChecks, folderGiven } from './checks.ts'

/**
 * Rehearses what docs/operations.md says of `pg_basebackup` and an archive of WAL: a database of the product is backed
 * up while it is written to, somebody deletes cases by mistake, and it is restored to the second before.
 */
const bin = folderGiven('programs of PostgreSQL 15 or newer: /usr/lib/postgresql/18/bin')
const folder = temporaryFolder()
const archive = join(folder, 'archive')
const before = join(folder, 'primary')
const restored = join(folder, 'restored')
const account = postgresAccount(before)

function postgres(program: string, ...args: string[]): void {
  execFileSync(join(bin, program), args, { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}
const urlOf = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres`
const start = (data: string, port: number): void =>
  postgres(
    'pg_ctl',
    '-D',
    data,
    '-w',
    '-l',
    join(folder, 'log'),
    '-o',
    `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`,
    'start',
  )
const stop = (data: string): void => postgres('pg_ctl', '-D', data, '-w', '-m', 'fast', 'stop')
const product = (databaseUrl: string, ...args: string[]): string =>
  execFileSync(process.execPath, ['bin/sudmonitor.js', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data') },
  })

/** What must come back: cases, and what people have added to them. */
const counts = z.object({ cases: z.number(), texts: z.number(), tags: z.number() })
async function contents(databaseUrl: string): Promise<z.output<typeof counts>> {
  const db = connect(databaseUrl, { max: 1 })
  try {
    const { rows } = await sql`
      select (select count(*)::integer from court_case) as cases, (select count(*)::integer from case_text) as texts,
        (select count(*)::integer from tag) as tags`.execute(db)
    return counts.parse(rows[0])
  } finally {
    await db.destroy()
  }
}

try {
  mkdirSync(archive)
  for (const each of [folder, archive]) if (account) chownSync(each, account.uid, account.gid)
  chmodSync(folder, 0o755)
  postgres('initdb', '-D', before, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  writeFileSync(
    join(before, 'postgresql.auto.conf'),
    `archive_mode = on\narchive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'\n`,
  )
  const [port, second] = [await freePort(), await freePort()]
  const url = urlOf(port)
  start(before, port)
  product(url, 'demo', '--cases', '200')
  postgres('pg_basebackup', '-d', url, '-D', restored, '-X', 'stream', '-c', 'fast')
  // What came after the backup is in the archive alone.
  const db = connect(url, { max: 1 })
  await sql`insert into tag (value) values ('после копии')`.execute(db)
  const asItWas = await contents(url)
  const { rows } = await sql<{ moment: string }>`select clock_timestamp()::text as moment`.execute(db)
  await sleep(1_100)
  await sql`truncate court_case cascade`.execute(db)
  await sql`select pg_switch_wal()`.execute(db)
  await db.destroy()
  checkEqual('cases after the mistake', await contents(url), { ...asItWas, cases: 0, texts: 0 })
  stop(before)

  writeFileSync(join(restored, 'recovery.signal'), '')
  writeFileSync(
    join(restored, 'postgresql.auto.conf'),
    [
      `restore_command = 'cp ${archive}/%f %p'`,
      `recovery_target_time = '${rows[0]?.moment}'`,
      `recovery_target_action = 'promote'`,
    ].join('\n'),
  )
  for (const made of ['recovery.signal', 'postgresql.auto.conf'])
    if (account) chownSync(join(restored, made), account.uid, account.gid)
  start(restored, second)
  for (const signal = join(restored, 'recovery.signal'); existsSync(signal); await sleep(100))
    if (!existsSync(join(restored, 'postmaster.pid'))) throw new Error(readFileSync(join(folder, 'log'), 'utf8'))
  checkEqual('restored to the second before it', await contents(urlOf(second)), asItWas)
  const copy = join(folder, 'copy.ndjson.zst')
  product(urlOf(second), 'backup', copy)
  checkEqual('the product works on it', /цел/i.test(product(urlOf(second), 'restore', '--check', copy)), true)
  stop(restored)
} finally {
  for (const data of [before, restored])
    try {
      if (existsSync(join(data, 'postmaster.pid'))) stop(data)
    } catch {
      // It has gone by itself; what went wrong before is what has to be told.
    }
  rmSync(folder, { recursive: true, force: true })
}
endChecks()
