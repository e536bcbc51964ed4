import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { deadHolder, expireLease } from '../../test/dead-holder.ts'
import { demoKey, noteFirstDemo, wantsFirstDemo } from '../db/installation.ts'
import { seedReference } from '../db/reference/seed.ts'
import type { DB } from '../db/schema.ts'
import { release } from '../directories/routes.ts'
import { caseRecord } from '../ingest/case-record.ts'
import { ingest } from '../ingest/ingest.ts'
import { loadDemo, loadFirstDemo, removeDemo } from './load.ts'

const today = '2026-11-21'
const real = caseRecord.parse({
  source_key: 'court:1',
  type: 1,
  stage: 1,
  court: { title: 'Ленинский районный суд г. Барнаула', region: 22 },
  judge: 'Ветрогонова О.И.',
  case_number: '5-1/2026',
  entry_date: '2026-11-01',
  articles: [{ codex: 'koap', article_number: '20.2', part: '5' }],
  defendants: [{ name: 'Белоозёров Пётр Ильич' }],
})
const counts = async (db: Kysely<DB>) => {
  const found = await sql<Record<string, number>>`
    select (select count(*) from court_case) court_case, (select count(*) from case_source) case_source,
      (select count(*) from case_event) case_event, (select count(*) from case_defendant) case_defendant,
      (select count(*) from case_text) case_text, (select count(*) from case_link) case_link,
      (select count(*) from defendant) defendant, (select count(*) from judge) judge,
      (select count(*) from court) court, (select count(*) from article) article,
      (select count(*) from event_type) event_type, (select count(*) from result_type) result_type,
      (select count(*) from installation where key = ${demoKey}) mark`.execute(db)
  return found.rows[0]
}

describe('the demonstration in the database', async () => {
  const { db } = await testDatabase()
  await seedReference(db)

  it('leaves nothing when it is removed from an installation that holds nothing else', async () => {
    const before = await counts(db)
    const progress: number[] = []
    expect(await loadDemo(db, { count: 320, batchSize: 300, today, onProgress: done => progress.push(done) })).toBe(320)
    expect(progress).toEqual([300, 320])
    const loaded = await counts(db)
    expect(loaded).toMatchObject({ court_case: 320, mark: 1, court: before?.court, article: before?.article })
    expect(loaded).toMatchObject({ event_type: before?.event_type, result_type: before?.result_type })
    expect(loaded?.case_link).toBeGreaterThan(30)
    expect(loaded?.case_text).toBeGreaterThan(120)
    expect(await removeDemo(db)).toBe(320)
    expect(await counts(db)).toEqual(before)
  })
  it('leaves what did not come with it', async () => {
    await ingest(db, [real], { origin: 'file' })
    const before = await counts(db)
    await loadDemo(db, { count: 100, today })
    expect(await removeDemo(db)).toBe(100)
    expect(await counts(db)).toEqual(before)
    const kept = db.selectFrom('court_case').innerJoin('judge', 'judge.id', 'court_case.judge_id')
    expect(await kept.select('judge.name').execute()).toHaveLength(1)
  })
  it('is replaced when it is loaded again, and there is nothing to remove twice', async () => {
    await loadDemo(db, { count: 50, today })
    await loadDemo(db, { count: 80, today })
    const demo = db.selectFrom('case_source').where('origin', '=', 'demo').select('case_id')
    expect(await demo.execute()).toHaveLength(80)
    await removeDemo(db)
    expect(await removeDemo(db)).toBe(0)
  })
})

describe('the demonstration of a first start', async () => {
  const { db, url } = await testDatabase()
  await seedReference(db)
  const keys = async () =>
    (await db.selectFrom('case_source').select(['source_key', 'case_id']).orderBy('case_id').execute()).map(
      ({ source_key, case_id }) => `${source_key} ${case_id}`,
    )

  it('that was stopped goes on, keeps its numbers and its day, and says how much of it is there until it is whole', async () => {
    expect(await wantsFirstDemo(db)).toBe(true)
    const stopped = loadFirstDemo(db, {
      count: 230,
      batchSize: 200,
      today,
      onProgress: () => {
        throw new Error('The process is stopped.')
      },
    })
    await expect(stopped).rejects.toThrow('The process is stopped.')
    const before = await keys()
    expect(before).toHaveLength(200)
    expect(await release(db)).toMatchObject({ is_demo: true, demo_loading: { loaded: 200, total: 230 } })

    expect(await wantsFirstDemo(db)).toBe(true)
    const progress: number[] = []
    // A day later.
    expect(await loadFirstDemo(db, { today: '2026-11-22', onProgress: done => progress.push(done) })).toBe(true)
    expect(progress).toEqual([230])
    const after = await keys()
    expect(after).toHaveLength(230)
    expect(after.slice(0, 200)).toEqual(before)
    expect((await release(db)).demo_loading).toBeUndefined()
  })
  it('is loaded once: not again when it has been removed, nor by two at once', async () => {
    expect(await wantsFirstDemo(db)).toBe(false)
    expect(await loadFirstDemo(db, { count: 10, today })).toBe(false)
    await removeDemo(db)
    expect(await wantsFirstDemo(db)).toBe(false)

    await db.deleteFrom('installation').where('key', '=', 'first_demo').execute()
    const both = await Promise.all([loadFirstDemo(db, { count: 10, today }), loadFirstDemo(db, { count: 10, today })])
    expect(both.toSorted()).toEqual([false, true])
    expect(await keys()).toHaveLength(10)
  })
  it('waits for the lease of whoever was killed at it, and goes on', async () => {
    await noteFirstDemo(db, { finished: false })
    await deadHolder(db, 'first-demo')
    const loading = loadFirstDemo(db, { count: 10, today })
    await expireLease(db, 'first-demo')
    expect(await loading).toBe(true)
    expect(await wantsFirstDemo(db)).toBe(false)
  })
  it('stops waiting when it is asked to', async () => {
    await deadHolder(db, 'first-demo')
    const stop = new AbortController()
    const loading = loadFirstDemo(db, { count: 10, today, signal: stop.signal })
    stop.abort()
    await expect(loading).rejects.toThrow('aborted')
    await expireLease(db, 'first-demo')
  })
  it('gives its lease back when its thread is asked to stop', async () => {
    await noteFirstDemo(db, { finished: false })
    const thread = new Worker(new URL('./load-thread.ts', import.meta.url), { workerData: { url } })
    const ended = once(thread, 'exit')
    thread.postMessage('stop')
    expect(await ended).toEqual([0])
    expect(await db.selectFrom('lease').where('name', '=', 'first-demo').selectAll().execute()).toEqual([])
    expect(await wantsFirstDemo(db)).toBe(true)
  })
})
