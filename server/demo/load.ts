import { type Kysely, sql, type Transaction } from 'kysely'
import { today as todayNow } from '#shared/domain/relative-dates.ts'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import { withDeferredIndexes } from '../db/deferred-indexes.ts'
import {
  deleteDemoMark,
  hasNoCases,
  noteFirstDemo,
  readDemoMark,
  wantsFirstDemo,
  writeDemoMark,
} from '../db/installation.ts'
import { withAwaitedLease } from '../db/lease.ts'
import type { DB } from '../db/schema.ts'
import type { CaseRecord } from '../ingest/case-record.ts'
import { ingest } from '../ingest/ingest.ts'
import { demoCases } from './generate.ts'

/** Loads and removes a demonstration corpus, through `ingest` like every other case. Other cases are never touched. */
const demoOrigin = 'demo'
const usualDemoCases = 20_000
const usualBatch = 1_000

type LoadDemoOptions = {
  count?: number
  today?: string
  seed?: number
  textShare?: number
  /** So many cases are written together. */
  batchSize?: number
  /** Keeps the cases and numbers of an interrupted load, and adds the rest. */
  resumes?: boolean
  /** Stops between two batches by throwing. */
  signal?: AbortSignal
  onProgress?: (done: number, count: number) => void
  onIndexing?: () => void
}

/** From this size on, building indexes after the load is faster. */
const worthRebuilding = 100_000

/** Replaces an existing corpus, or resumes loading it. Returns the number of its cases. */
export async function loadDemo(
  db: Kysely<DB>,
  {
    resumes = false,
    textShare,
    batchSize = usualBatch,
    signal,
    onProgress,
    onIndexing,
    ...given
  }: LoadDemoOptions = {},
): Promise<number> {
  const before = resumes ? await readDemoMark(db) : undefined
  const known = before?.complete === false ? await knownKeys(db) : new Set<string>()
  if (known.size === 0) await removeDemo(db)
  // The generator gives the same records only for the same day.
  const { count, today, seed } =
    known.size > 0 && before !== undefined ? before : { count: usualDemoCases, today: todayNow(), seed: 1, ...given }
  let loaded = known.size
  const tell = (complete: boolean): Promise<void> => writeDemoMark(db, { count, today, seed, complete, loaded })
  // Marked first, so that an interrupted load is recognised as a demonstration.
  await tell(false)
  const records = demoCases(count, textShare === undefined ? { seed, today } : { seed, today, textShare })
  const load = (concurrency: number): Promise<void> =>
    inBatches(
      records.filter(({ source_key }) => !known.has(source_key)),
      { batchSize, concurrency },
      async batch => {
        signal?.throwIfAborted()
        await ingest(db, batch, { origin: demoOrigin })
        loaded += batch.length
        await tell(false)
        onProgress?.(loaded, count)
      },
    )
  if (count >= worthRebuilding && (await hasNoCases(db))) await withDeferredIndexes(db, () => load(2), onIndexing)
  else await load(1)
  await tell(true)
  await sql`analyze`.execute(db)
  return loaded
}

const knownKeys = async (db: Kysely<DB>): Promise<ReadonlySet<string>> => {
  const rows = await db.selectFrom('case_source').where('origin', '=', demoOrigin).select('source_key').execute()
  return new Set(rows.map(({ source_key }) => source_key))
}

async function inBatches(
  records: Iterator<CaseRecord>,
  { batchSize, concurrency }: { batchSize: number; concurrency: number },
  send: (batch: CaseRecord[]) => Promise<void>,
): Promise<void> {
  const work = async (): Promise<void> => {
    for (;;) {
      const batch: CaseRecord[] = []
      while (batch.length < batchSize) {
        const next = records.next()
        if (next.done) break
        batch.push(next.value)
      }
      if (batch.length === 0) return
      await send(batch)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}

export async function removeDemo(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ present: boolean }>`
    select exists (select from case_source where origin = ${demoOrigin}) as present`.execute(db)
  const removed = rows[0]?.present ? await db.transaction().execute(removeCases) : 0
  await deleteDemoMark(db)
  if (removed > 0) await sql`analyze`.execute(db)
  return removed
}

async function removeCases(trx: Transaction<DB>): Promise<number> {
  // Table locks: no case is added between the check and the removal.
  await sql`lock table case_source, court_case in access exclusive mode`.execute(trx)
  const { rows } = await sql<{ demo: number; others: boolean }>`
    select count(*) filter (where origin = ${demoOrigin}) as demo, bool_or(origin <> ${demoOrigin}) as others
    from case_source`.execute(trx)
  const { demo = 0, others = false } = rows[0] ?? {}
  if (!others) {
    await sql`truncate court_case, judge, defendant cascade`.execute(trx)
    return demo
  }
  await sql`
    create temporary table going on commit drop as
    select distinct case_id from case_source source where origin = ${demoOrigin}
      and not exists (select from case_source other where other.case_id = source.case_id and other.origin <> ${demoOrigin})
  `.execute(trx)
  await sql`
    create temporary table going_people on commit drop as
    select distinct person.id as defendant_id from case_defendant join going using (case_id)
    cross join lateral (values (defendant_id), (own_id)) as person (id) where person.id is not null`.execute(trx)
  await sql`
    create temporary table going_judges on commit drop as
    select distinct judge_id from court_case join going on going.case_id = court_case.id where judge_id is not null
  `.execute(trx)
  await sql`delete from court_case using going where court_case.id = going.case_id`.execute(trx)
  await sql`delete from case_source where origin = ${demoOrigin}`.execute(trx)
  await sql`
    delete from defendant using going_people where defendant.id = going_people.defendant_id
      and not exists (select from case_defendant appearance
        where appearance.defendant_id = defendant.id or appearance.own_id = defendant.id)`.execute(trx)
  await sql`
    delete from judge using going_judges where judge.id = going_judges.judge_id
      and not exists (select from court_case where court_case.judge_id = judge.id)`.execute(trx)
  return demo
}

/** Returns false when another process has loaded it meanwhile. Waits for the lease of a killed process to expire. */
export const loadFirstDemo = (
  db: Kysely<DB>,
  { signal: stop, ...options }: Omit<LoadDemoOptions, 'resumes'>,
): Promise<boolean> =>
  withAwaitedLease(
    db,
    'first-demo',
    async ({ signal: lost }) => {
      if (!(await wantsFirstDemo(db))) return false
      await noteFirstDemo(db, { finished: false })
      const signal = stop === undefined ? lost : AbortSignal.any([stop, lost])
      await loadDemo(db, { ...options, resumes: true, signal })
      await noteFirstDemo(db, { finished: true })
      return true
    },
    stop,
  )

export async function demoCommand(db: Kysely<DB>, { cases, remove }: { cases?: number; remove?: true }): Promise<void> {
  await noteFirstDemo(db, { finished: true })
  if (remove) {
    const removed = await removeDemo(db)
    console.log(removed === 0 ? 'Демонстрационных дел нет.' : `Удалено: ${counted(removed, caseForms)}.`)
    return
  }
  const began = Date.now()
  const loaded = await loadDemo(db, {
    ...(cases === undefined ? {} : { count: cases }),
    onProgress: showProgress,
    onIndexing: () => console.error('Дела загружены, строятся индексы…'),
  })
  const seconds = Math.max(1, Math.round((Date.now() - began) / 1000))
  console.log(`Загружено: ${counted(loaded, caseForms)} за ${showNumber(seconds)}\u00a0с.`)
}

const showProgress = (done: number, count: number): void => {
  if (process.stderr.isTTY)
    process.stderr.write(`\r${showNumber(done)} из ${showNumber(count)}${done < count ? '' : '\n'}`)
}
