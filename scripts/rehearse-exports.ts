import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { caseList } from '#shared/api/cases.ts'
import { askedExport, askedExportList } from '#shared/api/export-requests.ts'
import { exportFormats } from '#shared/domain/export-columns.ts'
import { setFileFormats } from '#shared/domain/sets.ts'
import type { DB } from '../server/db/schema.ts'
import { kill, type Program } from '../test/programs.ts'
import { unzipped } from '../test/unzipped.ts'
import { checkEqual, tellCheck } from './checks.ts'
import { checkComesTrue, product, type Visitor } from './rehearsal.ts'

/** Part of rehearse-topology.ts: every export from every node, and a worker that is killed while it writes one. */
export type Topology = {
  /** The primary and the standby. */
  db: Kysely<DB>
  there: Kysely<DB>
  folder: string
  environment: Record<string, string>
  /** Web nodes; the second reads from the standby. */
  one: string
  other: string
  administrator: Visitor
  /** An account that writes nothing. */
  bystander: Visitor
}
type Asking = Pick<Topology, 'administrator'>
export type Start = (name: string, roles: string, more?: Record<string, string>, installed?: string) => Program

export const rowOf = z.object({ id: z.number() })
const columns = ['id', 'case_number', 'court', 'defendants_simple', 'result_text']

export async function askExport({ administrator }: Asking, at: string, asked: object): Promise<number> {
  const { body } = await administrator.ask(at, 'exports/', { selected_columns: columns, filters: {}, ...asked })
  return askedExport.parse(body()).id
}
const exportIn = async ({ administrator }: Asking, at: string, id: number) =>
  askedExportList.parse((await administrator.ask(at, 'exports/')).body()).results.find(one => one.id === id)
export const checkIsReady = (topology: Asking, at: string, id: number, said: string, seconds?: number): Promise<void> =>
  checkComesTrue(said, async () => (await exportIn(topology, at, id))?.status === 'ready', seconds)

/**
 * Kills a worker that has begun a file and holds the lease for resolving people; returns a check of what became of
 * both. Takes the longest: a dead worker is noticed after half a minute, and a lease ends after one.
 */
export async function killHolder(topology: Topology, start: Start): Promise<() => Promise<void>> {
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

/** The lease for resolving people. `left`: seconds. */
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
  // Workers resolve people once a minute; a command takes the lease as well.
  if (!(await isLeft())) await product(join(folder, 'commands'), ['people'], environment)
  tellCheck(await isLeft(), 'another takes the lease over')
  const isDone = async (): Promise<boolean> => (await sql`select from people_due limit 1`.execute(db)).rows.length === 0
  await checkComesTrue('and does what was to be done under it', isDone)
}

/** Without the time of making, by which two files of the same rows differ. */
const contentOf = (bytes: Buffer): unknown =>
  bytes.subarray(0, 2).toString('latin1') === 'PK'
    ? [...unzipped(bytes)].map(([path, text]) => [path, text.replaceAll(/\d\d:\d\d(?::\d\d)?/g, '')])
    : bytes.toString('utf8')

export async function exportsFromEveryNode(topology: Topology): Promise<void> {
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
