import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { z } from 'zod'
import { connect } from '../server/db/connect.ts'
import { type Embedded, openEmbedded } from '../server/db/embedded.ts'
import { latestMigration } from '../server/db/migrate.ts'
import { freePort } from '../test/local-port.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { checkEqual, endChecks, tellCheck } from './checks.ts'

/**
 * Rehearses an update without a pause (docs/operations.md): a server of a former commit goes on, and starts again, on the schema of this one,
 * beside a server of this one, and both tell the same. Neither reference data nor schedules go back.
 */
const [, script = '', commit] = process.argv
if (commit === undefined) {
  console.error(`Usage: node ${script} COMMIT (the version that runs now)`)
  process.exit(2)
}
const folder = temporaryFolder()
const former = join(folder, 'former')
const here = process.cwd()
const password = 'rehearsal of an update'
const running: ChildProcess[] = []
let database: Embedded | undefined

/** In the checkout `cwd`. */
const product = (cwd: string, env: Readonly<Record<string, string>>, ...args: string[]): string =>
  execFileSync(process.execPath, ['bin/sudmonitor.js', ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })

async function serve(
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ origin: string; server: ChildProcess }> {
  const server = spawn(process.execPath, ['bin/sudmonitor.js', 'serve'], {
    cwd,
    env: { ...process.env, ...env, PORT: String(await freePort()), DEMO: '0', ADMIN_PASSWORD: password },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(server)
  for await (const line of createInterface(server.stdout)) {
    const [origin] = /http:\S+/.exec(line) ?? []
    if (origin !== undefined) return { origin, server }
  }
  throw new Error(`The server of ${cwd} did not start`)
}
async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const gone = new Promise(resolve => server.once('exit', resolve))
  server.kill()
  await gone
}

const token = z.object({ token: z.string() })
/** What people do first: what is read by every kind of page, and what is written. */
const reads = [
  'cases/?size=20',
  'cases/?size=20&type=1&stage=1',
  'cases/facets/?facets=type&facets=result_type',
  'frontcountcases/',
  'defendants/?size=20',
  'today/',
  'today/summary/',
]
/** People are merged and hearings pass while it goes on. */
const isSteady = (path: string): boolean => path.startsWith('frontcountcases') || path.startsWith('cases/facets')
let written = 0
async function used(origin: string): Promise<unknown[]> {
  const call = async (path: string, init: RequestInit = {}) => fetch(`${origin}/api/v1/${path}`, init)
  const json = { 'content-type': 'application/json' }
  const entered = await call('token/', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username: 'admin', password }),
  })
  const headers = { ...json, authorization: `Bearer ${token.parse(await entered.json()).token}` }
  const told: unknown[] = []
  for (const path of reads) {
    const answer = await call(path, { headers })
    tellCheck(answer.status === 200, `${origin} ${path}: ${answer.status}`)
    if (isSteady(path)) told.push(await answer.json())
  }
  const title = `Подборка ${++written}`
  const kept = await call('sets/', { method: 'POST', headers, body: JSON.stringify({ title }) })
  tellCheck(kept.ok, `${origin} writes: ${kept.status}`)
  return told
}

/** What this version has brought up to date, and the former one knows otherwise. */
async function brought(url: string): Promise<unknown> {
  const db = connect(url)
  try {
    const { rows } = await sql`
      select (select value->>'digest' from installation where key = 'reference') as reference,
        (select json_agg(json_build_array(name, cron) order by name) from pgboss.schedule) as schedules`.execute(db)
    return rows[0]
  } finally {
    await db.destroy()
  }
}

try {
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', former, commit])
  // Both run with the packages of now: what differs is the product.
  symlinkSync(join(here, 'node_modules'), join(former, 'node_modules'))
  database = await openEmbedded({ dataDir: join(folder, 'data'), dataDirGiven: true })
  const of = (name: string) => ({ DATABASE_URL: database?.url ?? '', DATA_DIR: join(folder, name) })
  product(former, of('former-data'), 'demo', '--cases', '300')
  const before = await serve(former, of('former-data'))
  console.log('The former version, on its own schema')
  const told = await used(before.origin)
  console.log(`The same server after: ${product(here, of('migrated'), 'migrate').trim()}`)
  checkEqual('it tells the same', await used(before.origin), told)
  const now = await serve(here, of('data'))
  console.log(`This version beside it, at ${latestMigration}`)
  await used(now.origin)
  checkEqual('the former one tells the same', await used(before.origin), told)
  const latest = await brought(database.url)
  await stop(before.server)
  console.log('The former version, started again')
  const again = await serve(former, of('former-data'))
  checkEqual('it tells the same', await used(again.origin), told)
  checkEqual('it leaves reference data and schedules', await brought(database.url), latest)
} finally {
  for (const server of running) await stop(server)
  await database?.close()
  execFileSync('git', ['worktree', 'remove', '--force', former])
  rmSync(folder, { recursive: true, force: true })
}
endChecks()
