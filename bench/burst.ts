import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { postgresql } from '../server/cases/engine/postgresql.ts'
import { askCases } from '../server/cases/engine/run.ts'
import { countCases } from '../server/cases/list-cases.ts'
import type { DB } from '../server/db/schema.ts'
import type { CaseRecord } from '../server/ingest/case-record.ts'
import { ingest } from '../server/ingest/ingest.ts'
import type { BenchCopy } from './copy.ts'
import { benchCases, importNew, withoutTrace, writeCases } from './import-rate.ts'
import { everyone } from './measured.ts'

/** How soon cases are in the list that is read from the copy, counted from the commit of the last. */
type Burst = {
  title: string
  count: number
  /** Milliseconds until the list counts all of them. */
  seen: number
  /** Milliseconds of processors that this process, the copy in it, worked meanwhile. */
  work: number
  /** Milliseconds at most that it answered nobody. */
  stalled: number
}
const mostCases = 50_000
/** As an importer passes them on. */
const atOnce = 1_000

export async function bursts(db: Kysely<DB>, copy: BenchCopy, corpus: number, url: string): Promise<Burst[]> {
  const records = [...benchCases(Math.min(mostCases, corpus), 5)]
  const folder = await mkdtemp(join(tmpdir(), 'sudmonitor-bench-'))
  const file = join(folder, 'cases.ndjson')
  const listed = (): Promise<number> => askCases({ db, copy: copy.now }, { scope: everyone, values: {} }, countCases)
  const burst = (title: string, write: () => Promise<unknown>): Promise<Burst> =>
    withoutTrace(db, async () => {
      const before = await countCases(postgresql(db), { scope: everyone, values: {} })
      // What was removed before it is forgotten by the copy, too: of a large corpus on a busy machine, later than copies are read.
      await copy.caughtUp()
      await write()
      const all = before + records.length
      return { title, count: records.length, ...(await measuredUntil(async () => (await listed()) === all)) }
    })
  try {
    const inOne = await burst('одной транзакцией', () => inOneTransaction(db, records))
    await writeCases(file, records)
    return [inOne, await burst('импортом из файла', () => importNew(db, url, file, records.length))]
  } finally {
    await rm(folder, { recursive: true })
  }
}

const inOneTransaction = (db: Kysely<DB>, records: readonly CaseRecord[]): Promise<void> =>
  db.transaction().execute(async trx => {
    for (let from = 0; from < records.length; from += atOnce)
      await ingest(trx, records.slice(from, from + atOnce), { origin: 'bench' })
  })

const askedEvery = 20
const longest = 60_000
async function measuredUntil(isDone: () => Promise<boolean>): Promise<Omit<Burst, 'title' | 'count'>> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const [began, worked] = [performance.now(), process.cpuUsage()]
  while (!(await isDone())) {
    if (performance.now() - began > longest) throw new Error('What was written is not in the copy.')
    await sleep(askedEvery)
  }
  const { user, system } = process.cpuUsage(worked)
  delay.disable()
  return { seen: performance.now() - began, work: (user + system) / 1_000, stalled: delay.max / 1e6 }
}
