import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { caseList } from '#shared/api/cases.ts'
import { askedExport, askedExportList } from '#shared/api/export-requests.ts'
import { exportFormats } from '#shared/domain/export-columns.ts'
import { setFileFormats } from '#shared/domain/sets.ts'
import { openSession } from '../server/accounts/sessions.ts'
import { connect } from '../server/db/connect.ts'
import type { DB } from '../server/db/schema.ts'
import { buildAccount } from '../test/factories.ts'
import { pgBouncer, startPgBouncer } from '../test/pgbouncer.ts'
import { isExecutable } from '../test/program-path.ts'
import { kill, type Program, serverAddress, startProgram } from '../test/programs.ts'
import { movingAddress, primaryAndStandby } from '../test/standby.ts'
import { unzipped } from '../test/unzipped.ts'
import { checkEqual, endChecks, folderGiven, skipChecks, tellCheck } from './checks.ts'
import { ChangingText, checkComesTrue, checkout, formerCommit, ownFolder, product, used, Visitor } from './rehearsal.ts'

/**
 * Rehearses several nodes (docs/operations.md) as they stand in earnest: a primary with a synchronous standby, PgBouncer in transaction mode before the primary,
 * two web nodes, of which one reads from the standby, and workers. One worker is killed, the standby is promoted, a former version runs beside this one.
 */
const programs = folderGiven('programs of PostgreSQL 15 or newer: /usr/lib/postgresql/18/bin')

/** What docs/operations.md says of standbys, so that replaying ends no answer. */
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
    // PostgreSQL and PgBouncer see to themselves. Nodes are gone before their folder is cleared.
    process.prependOnceListener('exit', killNodes)
    // What is acknowledged has reached the standby.
    await sql`alter system set synchronous_standby_names = '*'`.execute(db)
    await sql`select pg_reload_conf()`.execute(db)

    const environment = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct, PUBLIC_URL: 'https://sud.example' }
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
    // Told before what has to be ended is waited for.
    tellCheck(false, String(error))
  } finally {
    for (const end of ends) await end()
  }
}

type Topology = {
  /** The primary, and the standby. */
  db: Kysely<DB>
  there: Kysely<DB>
  folder: string
  environment: Record<string, string>
  /** Web nodes: the second one reads from the standby. */
  one: string
  other: string
  administrator: Visitor
  /** Who writes nothing. */
  bystander: Visitor
}
type Start = (name: string, roles: string, more?: Record<string, string>, installed?: string) => Program

const rowOf = z.object({ id: z.number() })
const columns = ['id', 'case_number', 'court', 'defendants_simple', 'result_text']

async function askExport({ administrator }: Topology, at: string, asked: object): Promise<number> {
  const { body } = await administrator.ask(at, 'exports/', { selected_columns: columns, filters: {}, ...asked })
  return askedExport.parse(body()).id
}
const exportIn = async ({ administrator }: Topology, at: string, id: number) =>
  askedExportList.parse((await administrator.ask(at, 'exports/')).body()).results.find(one => one.id === id)
const checkIsReady = (topology: Topology, at: string, id: number, said: string, seconds?: number): Promise<void> =>
  checkComesTrue(said, async () => (await exportIn(topology, at, id))?.status === 'ready', seconds)

/**
 * A worker that has begun a file and holds the lease of resolving people is killed; answers how to see what has become of both. Takes the longest, for who
 * died is missed after half a minute, and a lease ends after one.
 */
async function killHolder(topology: Topology, start: Start): Promise<() => Promise<void>> {
  const { db, one, environment, folder } = topology
  await sql`insert into people_due (case_id) select case_id from case_defendant on conflict do nothing`.execute(db)
  const holding = await db.startTransaction().execute()
  await sql`lock table people_due, export_file_part in share mode`.execute(holding)
  let id = 0
  let killed: Awaited<ReturnType<typeof leaseOf>>
  try {
    const first = start('first', 'worker')
    id = await askExport(topology, one, {})
    const begun = async (): Promise<boolean> => {
      const { rows } = await sql<{ files: number; leases: number }>`
        select (select count(*)::integer from export_file where export_id = ${id}) as files,
          (select count(*)::integer from lease where name = 'resolve-people') as leases`.execute(db)
      return rows[0]?.files === 1 && rows[0].leases === 1
    }
    await checkComesTrue('a worker is in the middle of an export, and holds the lease of resolving people', begun)
    const second = start('second', 'worker')
    await checkComesTrue('another worker is ready', async () => /отвечает \S+\/readyz/.test(second.said()))
    kill(first.child.pid, 'SIGKILL')
    await first.ended
    killed = await leaseOf(db)
  } finally {
    await holding.rollback().execute()
  }
  tellCheck(
    killed !== undefined && killed.left > 0 && killed.left <= 60,
    `the lease of the killed worker ends within a minute: in ${killed?.left.toFixed(1)} s`,
  )
  const told = await product(join(folder, 'commands'), ['people'], environment).catch(String)
  tellCheck(told.includes('Лица сейчас разбирает другой процесс'), `and nobody takes it before: ${told}`)
  return () => takenOver(topology, { id, holder: killed?.holder })
}

/** Under which people are resolved. `left`: seconds. */
async function leaseOf(db: Kysely<DB>): Promise<z.infer<typeof heldLease> | undefined> {
  const { rows } = await sql`
    select holder, extract(epoch from held_until - clock_timestamp())::float8 as left from lease
    where name = 'resolve-people'`.execute(db)
  return heldLease.optional().parse(rows[0])
}
const heldLease = z.object({ holder: z.string(), left: z.number() })

async function takenOver(
  topology: Topology,
  { id, holder }: { id: number; holder: string | undefined },
): Promise<void> {
  const { db, one, other, administrator, environment, folder } = topology
  await checkIsReady(topology, other, id, 'another worker takes the export over from the killed one', 120)
  const { rows } = await sql`
      select (select count(*)::integer from export_file where export_id = ${id}) as files,
        (select count(*)::integer from audit_entry where action = 'cases_exported') as exports,
        (select count(*)::integer from export_request where status = 'ready') as ready`.execute(db)
  const found = z.object({ files: z.number(), exports: z.number(), ready: z.number() }).parse(rows[0])
  checkEqual('its file is finished once, and what the killed one had begun is gone', found.files, 1)
  checkEqual('as many exports are noted as were asked for', found.exports, found.ready)
  const [asked, plainly] = await Promise.all([
    administrator.ask(one, `exports/${id}/file/`),
    administrator.ask(one, `data/casescsv/export.csv?fields=${columns.join()}`),
  ])
  tellCheck(asked.bytes.equals(plainly.bytes), 'the file is that of a direct link, byte for byte')

  const isLeft = async (): Promise<boolean> => (await leaseOf(db))?.holder !== holder
  const hasEnded = async (): Promise<boolean> => {
    const lease = await leaseOf(db)
    return lease === undefined || lease.holder !== holder || lease.left < 0
  }
  await checkComesTrue('the lease of the killed worker has ended', hasEnded)
  // Workers look for people once a minute; whoever asks before that takes the lease as well.
  if (!(await isLeft())) await product(join(folder, 'commands'), ['people'], environment)
  tellCheck(await isLeft(), 'another takes the lease over')
  const isDone = async (): Promise<boolean> => (await sql`select from people_due limit 1`.execute(db)).rows.length === 0
  await checkComesTrue('and does what was to be done under it', isDone)
}

/** What differs between two files of the same rows: when they were made. */
const contentOf = (bytes: Buffer): unknown =>
  bytes.subarray(0, 2).toString('latin1') === 'PK'
    ? [...unzipped(bytes)].map(([path, text]) => [path, text.replaceAll(/\d\d:\d\d(?::\d\d)?/g, '')])
    : bytes.toString('utf8')

async function exportsFromEveryNode(topology: Topology): Promise<void> {
  const { one, other, administrator } = topology
  const { results } = caseList.parse((await administrator.ask(one, 'cases/?size=3')).body())
  const cases = results.map(({ id }) => id)
  for (const { value: format } of exportFormats)
    for (const [what, asked, [at, elsewhere]] of [
      ['all cases', {}, [one, other]],
      ['picked cases', { cases }, [other, one]],
    ] as const) {
      const id = await askExport(topology, at, { ...asked, format })
      await checkIsReady(topology, elsewhere, id, `${format} of ${what} asked on one node is found on the other`)
      const [here, there, part] = await Promise.all([
        administrator.ask(at, `exports/${id}/file/`),
        administrator.ask(elsewhere, `exports/${id}/file/`),
        administrator.ask(elsewhere, `exports/${id}/file/`, undefined, 'GET', { range: 'bytes=10-' }),
      ])
      const isSame =
        here.status === 200 &&
        here.bytes.equals(there.bytes) &&
        part.status === 206 &&
        part.bytes.equals(here.bytes.subarray(10))
      tellCheck(isSame, `${format} of ${what} is equal from both nodes, whole and in part: ${here.bytes.length} bytes`)
    }
  const set = rowOf.parse((await administrator.ask(one, 'sets/', { title: 'Для файлов' })).body()).id
  await administrator.ask(one, `sets/${set}/items/`, { cases })
  const direct = [
    ...exportFormats.map(({ value }) => `data/casescsv/export.${value}`),
    ...setFileFormats.map(({ value }) => `sets/${set}/file/?format=${value}`),
    'data/defendantscsv/export.csv',
    'data/pivot/export.csv?rows=court',
    'data/pivot/export.xlsx?rows=court',
    'frontcountcases/charts/export.csv?chart=courts',
    'frontcountcases/charts/export.xlsx?chart=courts',
    `cases/${cases[0]}/file/`,
  ]
  for (const path of direct) {
    const [here, there] = [await administrator.ask(one, path), await administrator.ask(other, path)]
    const isSame = here.status === 200 && there.status === 200 && isAlike(here.bytes, there.bytes)
    tellCheck(isSame, `${path} is equal from both nodes: ${here.bytes.length} bytes`)
  }
}
const isAlike = (left: Buffer, right: Buffer): boolean =>
  JSON.stringify(contentOf(left)) === JSON.stringify(contentOf(right))

/** Of the node that reads from the standby. */
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
  /** Written on one node, and whether the other one shows it. */
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
    // One that is seconds late answers nobody.
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

type Promotion = { crash: () => Promise<void>; follow: () => void; web: readonly Program[] }

/** The primary is gone in a moment, under load; the standby takes its place, and nobody is started again. */
async function promoteStandby(topology: Topology, { crash, follow, web }: Promotion): Promise<void> {
  const { db, there, one, other, administrator, bystander } = topology
  const nodes = [one, other]
  const countAt = async (at: string): Promise<number> =>
    caseList.parse((await bystander.ask(at, 'cases/?size=5')).body()).count
  const count = await countAt(one)
  const acknowledged: string[] = []
  const wrong: string[] = []
  const said = new Set<string>()
  const ordered = { refused: 0 }
  let isLoading = true
  const excused = z.object({ detail: z.string().regex(/^[А-ЯЁ].*\.$/) })
  type Answer = Awaited<ReturnType<Visitor['ask']>>
  const takes = async (at: string, asking: Promise<Answer>, isRight: (asked: Answer) => boolean): Promise<void> => {
    try {
      const asked = await asking
      if (asked.status !== 503) {
        if (!isRight(asked)) wrong.push(`${at}: ${asked.status} ${asked.bytes.toString('utf8').slice(0, 200)}`)
        return
      }
      ordered.refused += 1
      const sentence = excused.safeParse(asked.body())
      if (sentence.success && asked.headers.has('retry-after')) said.add(sentence.data.detail)
      else wrong.push(`${at}: ${asked.bytes.toString('utf8').slice(0, 200)}`)
      await sleep(100)
    } catch (error) {
      // A node that has ended answers nothing.
      wrong.push(`${at}: ${error}`)
      await sleep(1_000)
    }
  }
  const writes = async (at: string, from: string): Promise<void> => {
    for (let n = 0; isLoading; n++) {
      const title = `Под нагрузкой ${from} ${n}`
      const asking = administrator.ask(at, 'sets/', { title }, 'POST', { 'x-forwarded-for': from })
      await takes(at, asking, ({ status }) => {
        if (status === 201) acknowledged.push(title)
        return status === 201
      })
    }
  }
  const reads = async (at: string): Promise<void> => {
    while (isLoading) {
      const asking = bystander.ask(at, 'cases/?size=5')
      await takes(at, asking, ({ status, body }) => status === 200 && caseList.parse(body()).count === count)
      await sleep(20)
    }
  }
  const load = Promise.all([...nodes.map((at, n) => writes(at, `192.0.2.${10 + n}`)), ...nodes.map(reads)])
  const ready = async (expected: number): Promise<boolean> =>
    (await Promise.all(nodes.map(at => fetch(`${at}/readyz`).catch(() => undefined)))).every(
      answer => answer?.status === expected,
    )
  try {
    await checkComesTrue('both nodes write', async () => acknowledged.length > 10)
    // What the primary takes from here on reaches no standby, and may not be acknowledged.
    await sql`alter system set primary_conninfo = 'host=127.0.0.1 port=1'`.execute(there)
    await sql`select pg_reload_conf()`.execute(there)
    const isCutOff = async () =>
      (await sql`select from pg_stat_wal_receiver where status = 'streaming'`.execute(there)).rows.length === 0
    await checkComesTrue('the standby is cut off from the primary', isCutOff)
    const hasTaken = async () =>
      (await sql`select from pg_stat_activity where wait_event = 'SyncRep'`.execute(db)).rows.length > 0
    await checkComesTrue('the primary has taken a write that it may not acknowledge', hasTaken)
    await crash()
    await checkComesTrue('both nodes say that there is no database', () => ready(503))
    await checkComesTrue('they refuse in order', async () => ordered.refused > 4)
    const before = acknowledged.length
    await sql`select pg_promote()`.execute(there)
    follow()
    await checkComesTrue('both nodes are ready again, without a restart', () => ready(200))
    await checkComesTrue('they write on the promoted standby', async () => acknowledged.length > before + 10)
  } finally {
    isLoading = false
    await load
  }
  checkEqual('nobody gets a wrong answer', wrong, [])
  checkEqual('an outage is a sentence', said.size > 0 && [...said], [...said])
  const kept = await sql<{ title: string }>`select title from case_set where title like 'Под нагрузкой %'`.execute(
    there,
  )
  const titles = new Set(kept.rows.map(({ title }) => title))
  const lost = acknowledged.filter(title => !titles.has(title))
  checkEqual(`nothing of ${acknowledged.length} acknowledged writes is lost`, lost, [])
  tellCheck(
    web.every(({ child }) => child.exitCode === null && child.signalCode === null),
    'no node has ended',
  )
  checkEqual('both count what was there', await Promise.all(nodes.map(countAt)), [count, count])
  const id = await askExport(topology, one, {})
  await checkIsReady(topology, other, id, 'the worker goes on with jobs')
}

const missing = [
  ...['initdb', 'postgres'].filter(name => !isExecutable(join(programs, name))).map(name => join(programs, name)),
  ...(pgBouncer === undefined ? ['pgbouncer'] : []),
]
if (missing.length > 0) skipChecks('several nodes on one database', `${missing.join(', ')} is not there`)
else await rehearseTopology()
endChecks()
