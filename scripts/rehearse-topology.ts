import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { caseList } from '#shared/api/cases.ts'
import { openSession } from '../server/accounts/sessions.ts'
import { connect } from '../server/db/connect.ts'
import { buildAccount } from '../test/factories.ts'
import { pgBouncer, startPgBouncer } from '../test/pgbouncer.ts'
import { isExecutable } from '../test/program-path.ts'
import { type Program, serverAddress, startProgram } from '../test/programs.ts'
import { s3StandIn } from '../test/s3-stand-in.ts'
import { movingAddress, primaryAndStandby } from '../test/standby.ts'
import { checkEqual, endChecks, folderGiven, skipChecks, tellCheck } from './checks.ts'
import { ChangingText, checkComesTrue, checkout, formerCommit, ownFolder, product, used, Visitor } from './rehearsal.ts'
import { exportsFromEveryNode, killHolder, rowOf, type Start, type Topology } from './rehearse-exports.ts'
import { promoteStandby } from './rehearse-promotion.ts'

/**
 * Rehearses several nodes (docs/operations.md) as in production: a primary with a synchronous standby, PgBouncer in
 * transaction mode before the primary, two web nodes, one of which reads from the standby, workers, and S3 for files of
 * exports. One worker is killed, the standby is promoted, and a former version runs beside this one.
 */
const programs = folderGiven('programs of PostgreSQL 15 or newer: /usr/lib/postgresql/18/bin')

/** The settings that docs/operations.md recommends for standbys, so that replay cancels no query. */
const asAdvised = { hot_standby_feedback: 'on', max_standby_streaming_delay: '30s' }

async function rehearseTopology(): Promise<void> {
  const folder = ownFolder()
  const running: Program[] = []
  const ends: (() => unknown)[] = []
  try {
    const servers = await primaryAndStandby(programs, asAdvised)
    ends.unshift(servers.close)
    let reached = servers.primary
    const address = await movingAddress(() => reached.port)
    ends.unshift(address.close)
    const direct = Object.assign(new URL(servers.primary.url), { port: String(address.port) }).href
    const pooler = await startPgBouncer(servers.primary.url)
    ends.unshift(pooler.close)
    const [db, there] = [connect(direct, { max: 4 }), connect(servers.standby.url, { max: 2 })]
    ends.unshift(() => Promise.all([db.destroy(), there.destroy()]))
    const killNodes = (): void => {
      for (const { child } of running) child.kill('SIGKILL')
    }
    ends.unshift(() => {
      killNodes()
      return Promise.all(running.map(({ ended }) => ended))
    })
    // PostgreSQL and PgBouncer stop by themselves. Nodes must be gone before their folder is removed.
    process.prependOnceListener('exit', killNodes)
    // Acknowledged writes have reached the standby.
    await sql`alter system set synchronous_standby_names = '*'`.execute(db)
    await sql`select pg_reload_conf()`.execute(db)

    const s3 = await s3StandIn()
    ends.unshift(s3.close)
    const environment = {
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: direct,
      PUBLIC_URL: 'https://sud.example',
      ...s3.environment,
    }
    const start = (name: string, roles: string, more: Record<string, string> = {}, installed?: string): Program => {
      const node = startProgram(join(folder, name), ['serve', '--roles', roles], { ...environment, ...more }, installed)
      running.push(node)
      return node
    }
    const command = (...args: string[]) => product(join(folder, 'commands'), args, environment)
    console.log('A primary, a standby, PgBouncer, two web nodes and a worker')
    await command('demo', '--cases', '300')
    const web = [start('one', 'web'), start('other', 'web', { DATABASE_READ_URL: servers.standby.url })]
    const [one = '', other = ''] = await Promise.all(web.map(serverAddress))
    const administrator = await Visitor.administrator(one)
    const bystander = new Visitor(await openSession(db, (await buildAccount(db)).id), '192.0.2.2')
    const topology = { db, there, folder, environment, one, other, administrator, bystander }

    const seeTakenOver = await killHolder(topology, start)
    await exportsFromEveryNode(topology)
    const { rows } = await sql`select from export_file_part where object_address is null`.execute(db)
    checkEqual('their files lie in S3, and none in the database', [rows.length, s3.objects.size > 0], [0, true])
    await readOwnWrites(topology)
    await twoVersions(topology, start)
    await seeTakenOver()
    await promoteStandby(topology, {
      crash: servers.primary.crash,
      follow: () => {
        reached = servers.standby
        pooler.pointTo(servers.standby.url)
      },
      web,
    })
  } catch (error) {
    // Printed first: stopping processes may take a while.
    tellCheck(false, String(error))
  } finally {
    for (const end of ends) await end()
  }
}

/** A request to the node that reads from the standby. */
async function readThere(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^standby_reads_total\{standby="1",outcome="answered"\} (\d+)/m.exec(metrics)?.[1] ?? 0)
}

const card = z.object({
  in_favorites: z.boolean(),
  note: z.object({ text: z.string() }).nullable(),
  tags: z.array(z.object({ value: z.string() })),
})

async function readOwnWrites(topology: Topology): Promise<void> {
  const { there, one, other, administrator, bystander } = topology
  const { results } = caseList.parse((await administrator.ask(one, 'cases/?size=100')).body())
  const cases = results.map(({ id }) => id)
  const cardOf = async (id: number) => card.parse((await administrator.ask(other, `cases/${id}/`)).body())
  /** Writes on one node and tells whether the other one shows them. */
  const kinds: Readonly<Record<string, (id: number) => Promise<boolean>>> = {
    favourite: async id => {
      await administrator.ask(one, 'users/me/', { favorite_cases: { add: [id] } }, 'PATCH')
      return (await cardOf(id)).in_favorites
    },
    note: async id => {
      await administrator.ask(one, `cases/${id}/note/`, { text: `Заметка ${id}` }, 'PUT')
      return (await cardOf(id)).note?.text === `Заметка ${id}`
    },
    tag: async id => {
      await administrator.ask(one, 'upload-case-tags/', { rows: [{ case: id, tag: `метка ${id}` }] })
      return (await cardOf(id)).tags.some(({ value }) => value === `метка ${id}`)
    },
    set: async id => {
      const set = rowOf.parse((await administrator.ask(one, 'sets/', { title: `Набор ${id}` })).body()).id
      await administrator.ask(one, `sets/${set}/items/`, { cases: [id] })
      const found = caseList.parse((await administrator.ask(other, `cases/?set=${set}`)).body()).results
      return found.length === 1 && found[0]?.id === id
    },
  }
  const seen = new Map(Object.keys(kinds).map(kind => [kind, { running: 0, paused: 0 }]))
  let answeredMeanwhile = 0
  const rounds = 8
  for (let round = 0; round < rounds; round++) {
    for (const state of ['running', 'paused'] as const) {
      if (state === 'paused') {
        await sql`select pg_wal_replay_pause()`.execute(there)
        await checkComesTrue('the standby replays nothing', async () => {
          const { rows } = await sql`select where pg_get_wal_replay_pause_state() = 'paused'`.execute(there)
          return rows.length > 0
        })
        const before = await readThere(other)
        await bystander.ask(other, 'cases/')
        answeredMeanwhile += (await readThere(other)) - before
      }
      for (const [kind, isSeen] of Object.entries(kinds)) {
        const tally = seen.get(kind)
        if ((await isSeen(cases.pop() ?? 0)) && tally) tally[state] += 1
      }
      if (state === 'paused') await sql`select pg_wal_replay_resume()`.execute(there)
    }
    // A standby that lags by seconds is not used.
    await checkComesTrue('the standby answers again', async () => {
      const before = await readThere(other)
      await bystander.ask(other, 'cases/')
      return (await readThere(other)) > before
    })
  }
  for (const [kind, { running, paused }] of seen)
    tellCheck(
      running === rounds && paused === rounds,
      `a ${kind} written on one node is read at once on the other: ${running} of ${rounds}, while the standby replays nothing ${paused} of ${rounds}`,
    )
  tellCheck(answeredMeanwhile > 0, 'others are answered by the standby meanwhile')
}

async function twoVersions(topology: Topology, start: Start): Promise<void> {
  const { db, folder, environment, one, administrator } = topology
  const commit = formerCommit(process.argv[3])
  if (commit === undefined) return skipChecks('two versions at once', 'the history of git is not there')
  console.log(`A web node of ${commit} beside the others`)
  const former = checkout(commit, join(folder, 'former'))
  const node = start('former-data', 'web', {}, former)
  const origin = await serverAddress(node)
  const text = new ChangingText(db, folder)
  await text.write(join(folder, 'commands'), environment, former)
  const told = await used(administrator, origin)
  checkEqual('this version tells the same', await used(administrator, one), told)
  for (const installed of [undefined, former]) {
    for (const at of [origin, one]) await text.check(administrator, at)
    await text.write(join(folder, 'commands'), environment, installed)
  }
  for (const at of [origin, one]) await text.check(administrator, at)
  for (const [at, elsewhere] of [
    [origin, one],
    [one, origin],
  ] as const) {
    const title = `Подборка ${randomUUID()}`
    await administrator.ask(at, 'sets/', { title })
    tellCheck(
      (await administrator.ask(elsewhere, 'sets/')).bytes.includes(title),
      'either version shows what the other has written',
    )
  }
  node.child.kill()
  checkEqual('the former version ends in order', (await node.ended).code, 0)
}

const missing = [
  ...['initdb', 'postgres'].filter(name => !isExecutable(join(programs, name))).map(name => join(programs, name)),
  ...(pgBouncer === undefined ? ['pgbouncer'] : []),
]
if (missing.length > 0) skipChecks('several nodes on one database', `${missing.join(', ')} is not there`)
else await rehearseTopology()
endChecks()
