import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { caseList } from '#shared/api/cases.ts'
import type { Program } from '../test/programs.ts'
import { checkEqual, tellCheck } from './checks.ts'
import { checkComesTrue, type Visitor } from './rehearsal.ts'
import { askExport, checkIsReady, type Topology } from './rehearse-exports.ts'

type Promotion = { crash: () => Promise<void>; follow: () => void; web: readonly Program[] }

/** Stops the primary at once, under load, and promotes the standby; no node is restarted. */
export async function promoteStandby(topology: Topology, { crash, follow, web }: Promotion): Promise<void> {
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
      // A node that has exited does not answer.
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
    // What the primary writes from here on reaches no standby and must not be acknowledged.
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
