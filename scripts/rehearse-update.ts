import { once } from 'node:events'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { connect } from '../server/db/connect.ts'
import { type Embedded, openEmbedded } from '../server/db/embedded.ts'
import { latestMigration } from '../server/db/migrate.ts'
import type { DB } from '../server/db/schema.ts'
import { packageRoot } from '../server/env.ts'
import { type Program, serverAddress, startProgram } from '../test/programs.ts'
import { checkEqual, endChecks } from './checks.ts'
import { ChangingText, checkout, formerCommit, ownFolder, product, used, Visitor } from './rehearsal.ts'

/**
 * Rehearses an update without downtime (docs/operations.md): a server of a former commit keeps running, and starts
 * again, on this version's schema, beside a server of this version; both give the same answers, also about texts that
 * either has written. Neither reference data nor schedules are reverted.
 */
const [, script = '', named] = process.argv
const commit = formerCommit(named)
if (commit === undefined) {
  console.error(`Usage: node ${script} [COMMIT] (the version that runs now), in a checkout with its history`)
  process.exit(2)
}
const folder = ownFolder()
const running: Program[] = []
let database: Embedded | undefined
let db: Kysely<DB> | undefined

async function serve(installed: string, name: string): Promise<{ origin: string; server: Program }> {
  const server = startProgram(join(folder, name), ['serve'], { ...environment(), REPLICA: '1' }, installed)
  running.push(server)
  return { origin: await serverAddress(server), server }
}
const environment = () => ({ DATABASE_URL: database?.url ?? '' })
async function stop({ child }: Program): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill()
  await gone
}

/** Reference data that this version has updated, so that the former one differs. */
async function brought(of: Kysely<DB>): Promise<unknown> {
  const { rows } = await sql`
    select (select value->>'digest' from installation where key = 'reference') as reference,
      (select json_agg(json_build_array(name, cron) order by name) from pgboss.schedule) as schedules`.execute(of)
  return rows[0]
}

try {
  const former = checkout(commit, join(folder, 'former'))
  database = await openEmbedded({ dataDir: join(folder, 'data'), dataDirGiven: true })
  db = connect(database.url, { max: 1 })
  const text = new ChangingText(db, folder)
  const written = (installed: string) => text.write(join(folder, 'commands'), environment(), installed)
  await product(join(folder, 'commands'), ['demo', '--cases', '300'], environment(), former)
  await written(former)
  const before = await serve(former, 'former-data')
  console.log('The former version, on its own schema')
  const visitor = await Visitor.administrator(before.origin)
  const told = await used(visitor, before.origin)
  await text.check(visitor, before.origin)
  console.log(`The same server after: ${(await product(join(folder, 'migrated'), ['migrate'], environment())).trim()}`)
  checkEqual('it tells the same', await used(visitor, before.origin), told)
  await written(former)
  await text.check(visitor, before.origin)
  const now = await serve(packageRoot, 'now-data')
  console.log(`This version beside it, at ${latestMigration}`)
  await used(visitor, now.origin)
  for (const installed of [packageRoot, former, packageRoot]) {
    await written(installed)
    for (const { origin } of [now, before]) await text.check(visitor, origin)
  }
  checkEqual('the former one tells the same', await used(visitor, before.origin), told)
  const latest = await brought(db)
  await stop(before.server)
  console.log('The former version, started again')
  const again = await serve(former, 'former-data')
  checkEqual('it tells the same', await used(visitor, again.origin), told)
  await written(former)
  for (const { origin } of [now, again]) await text.check(visitor, origin)
  checkEqual('it leaves reference data and schedules', await brought(db), latest)
} finally {
  for (const server of running) await stop(server)
  await db?.destroy()
  await database?.close()
}
endChecks()
