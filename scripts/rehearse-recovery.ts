import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { connect } from '../server/db/connect.ts'
import { postgresAccount } from '../server/db/postgres-account.ts'
import { type Cluster, prepareCluster } from '../server/db/postgres-cluster.ts'
import { findPostmaster, startPostgres, stopPostgres } from '../server/db/postgres-server.ts'
import { clusterUrl, installedCluster } from '../test/standby.ts'
import { checkEqual, endChecks, folderGiven } from './checks.ts'
import { ownFolder, product } from './rehearsal.ts'

/**
 * Rehearses what docs/operations.md says of `pg_basebackup` and an archive of WAL: a database of the product is backed
 * up while it is written to, somebody deletes cases by mistake, and it is restored to the second before.
 */
const programs = folderGiven('programs of PostgreSQL 15 or newer: /usr/lib/postgresql/18/bin')
const folder = ownFolder()
const archive = join(folder, 'archive')
const account = postgresAccount(folder)
const clusterIn = (name: string, settings: Record<string, string>): Cluster =>
  installedCluster(programs, join(folder, name), settings)
const before = clusterIn('primary', {
  archive_mode: 'on',
  archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
})
const here = (databaseUrl: string, ...args: string[]): Promise<string> =>
  product(join(folder, 'data'), args, { DATABASE_URL: databaseUrl })
const makeFolder = (path: string): void => {
  mkdirSync(path, { mode: 0o700 })
  if (account) chownSync(path, account.uid, account.gid)
}

/** What must be restored: cases, and what people have added to them. */
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

let restored: Cluster | undefined
try {
  makeFolder(archive)
  await prepareCluster(before)
  await startPostgres(before)
  const url = clusterUrl(before)
  await here(url, 'demo', '--cases', '200')
  const copied = join(folder, 'restored')
  makeFolder(copied)
  const backup = ['-d', url, '-D', copied, '-X', 'stream', '-c', 'fast']
  execFileSync(join(programs, 'pg_basebackup'), backup, { ...account, cwd: folder })
  // What is written after the backup is only in the archive.
  const db = connect(url, { max: 1 })
  await sql`insert into tag (value) values ('после копии')`.execute(db)
  const asItWas = await contents(url)
  const { rows } = await sql<{ moment: string }>`select clock_timestamp()::text as moment`.execute(db)
  await sleep(1_100)
  await sql`truncate court_case cascade`.execute(db)
  await sql`select pg_switch_wal()`.execute(db)
  await db.destroy()
  checkEqual('cases after the mistake', await contents(url), { ...asItWas, cases: 0, texts: 0 })
  await stopPostgres(before)

  restored = clusterIn('restored', {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: rows[0]?.moment ?? '',
    recovery_target_action: 'promote',
  })
  const signal = join(copied, 'recovery.signal')
  writeFileSync(signal, '')
  if (account) chownSync(signal, account.uid, account.gid)
  await startPostgres(restored)
  for (; existsSync(signal); await sleep(100))
    if (!findPostmaster(restored)?.runs) throw new Error(readFileSync(restored.log, 'utf8'))
  const restoredUrl = clusterUrl(restored)
  checkEqual('restored to the second before it', await contents(restoredUrl), asItWas)
  const copy = join(folder, 'copy.ndjson.zst')
  await here(restoredUrl, 'backup', copy)
  checkEqual('the product works on it', /цел/i.test(await here(restoredUrl, 'restore', '--check', copy)), true)
} finally {
  await stopPostgres(before)
  if (restored) await stopPostgres(restored)
}
endChecks()
