import { type Kysely, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { collectingWorld } from '../../../test/collecting-world.ts'
import { buildAccount } from '../../../test/factories.ts'
import { revisionsIn } from '../../../test/revisions.ts'
import { addSubscription, feedIsSettled, storedHits } from '../../../test/subscriptions.ts'
import type { DB } from '../../db/schema.ts'
import { caseRecord } from '../../ingest/case-record.ts'
import { ingest } from '../../ingest/ingest.ts'
import { matchChanges } from '../../subscriptions/match-changes.ts'
import { WatchList } from '../../subscriptions/watch-list.ts'
import { rereadPages } from './reread-pages.ts'

/** What an earlier version of the reader made of kept cards is read again beside the server (design §14). */
const { db, court, cases, collect } = await collectingWorld()
const count = 30
const { court_id, site } = await court({ cases: cases(count) })

type Row = { source_key: string; record: Record<string, unknown>; body: string | null }
const storedRecords = async (on: Kysely<DB> = db): Promise<Row[]> =>
  (
    await sql<Row>`
      select s.source_key, s.record, t.body from case_record s join court_case c on c.id = s.case_id
      left join case_text t on t.case_id = c.id where c.court_id = ${court_id} order by s.source_key`.execute(on)
  ).rows

/** As an earlier reader left it: without a judge, and with the number of another row. */
async function readBadly(): Promise<void> {
  const bad = (await storedRecords()).map(({ record: { judge: _, ...rest }, body }) =>
    caseRecord.parse({ ...rest, ...(body === null ? {} : { text: body }) }),
  )
  await ingest(db, bad, { origin: 'collector' })
  await sql`
    update case_source set last_seen_at = l.card_at from listed_case l where l.source_key = case_source.source_key`.execute(
    db,
  )
  await sql`delete from installation where key = 'page_reader'`.execute(db)
}
const withoutJudge = async (): Promise<number> =>
  (
    await db
      .selectFrom('court_case')
      .select('id')
      .where('court_id', '=', court_id)
      .where('judge_id', 'is', null)
      .execute()
  ).length

beforeAll(async () => {
  await collect([site])
})

describe('kept cards', () => {
  it('are read anew to what they say, and no subscriber hears of it', async () => {
    const right = await storedRecords()
    expect(right).toHaveLength(count)
    const account = await buildAccount(db, { isSuperuser: true })
    await readBadly()
    expect(await withoutJudge()).toBe(count)
    const follow = async (list: WatchList) => {
      await feedIsSettled(db)
      return matchChanges(db, list, {
        now: new Date(),
        onError: error => {
          throw error
        },
      })
    }
    await follow(new WatchList())
    const subscription = await addSubscription(db, account.id, { values: { court: [court_id] } })
    expect(await rereadPages(db)).toEqual({ read: count, changed: count, awaited: 0 })
    expect(await storedRecords()).toEqual(right)
    expect(await withoutJudge()).toBe(0)
    await follow(new WatchList())
    expect(await storedHits(db, subscription)).toEqual([])
    for (const { id } of await db.selectFrom('court_case').select('id').execute())
      expect((await revisionsIn(db, id)).at(-1)?.changes.map(({ field }) => field)).toEqual(['reading', 'judge'])
    expect(await rereadPages(db)).toEqual({ read: 0, changed: 0, awaited: 0 })
  })

  it('are gone on with where reading was stopped, whoever reads beside', async () => {
    const right = await storedRecords()
    await readBadly()
    // Killed after its first batch: what is written is written, with the place to go on from.
    let batches = 0
    const first = await rereadPages(db, () => batches++ > 25)
    expect(first.changed).toBeGreaterThan(0)
    expect(first.changed).toBeLessThan(count)
    expect(await withoutJudge()).toBe(count - first.changed)
    const rest = await Promise.all([rereadPages(db), rereadPages(db)])
    expect(rest.reduce((sum, { changed }) => sum + changed, first.changed)).toBe(count)
    expect(rest.reduce((sum, { read }) => sum + read, first.read)).toBe(count)
    expect(await storedRecords()).toEqual(right)
  })

  it('that are older than what is stored say nothing', async () => {
    await readBadly()
    await sql`update case_source set last_seen_at = now() + interval '1 second'`.execute(db)
    expect((await rereadPages(db)).changed).toBe(0)
    expect(await withoutJudge()).toBe(count)
  })

  it('that were no cases, and are now, are asked for again', async () => {
    await sql`delete from installation where key = 'page_reader'`.execute(db)
    await sql`update listed_case set case_id = null, due_at = null where source_key = (select min(source_key) from listed_case)`.execute(
      db,
    )
    expect((await rereadPages(db)).awaited).toBe(1)
    expect(
      (await db.selectFrom('listed_case').where('case_id', 'is', null).select(['task', 'due_at']).execute())[0]?.due_at,
    ).not.toBeNull()
  })
})
