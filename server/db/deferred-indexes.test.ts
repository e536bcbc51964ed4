import { type Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { deadHolder, expireLease } from '../../test/dead-holder.ts'
import { areIndexesDeferred, buildDeferredIndexes, withDeferredIndexes } from './deferred-indexes.ts'
import type { DB } from './schema.ts'

const indexes = async (db: Kysely<DB>): Promise<string[]> =>
  (
    await sql<{ indexdef: string }>`
      select indexdef from pg_indexes where schemaname = current_schema() order by indexdef`.execute(db)
  ).rows.map(({ indexdef }) => indexdef)

describe('indexes put aside for a great load', async () => {
  const { db } = await testDatabase()
  const before = await indexes(db)

  it('are away during the load and the same after it', async () => {
    const during = await withDeferredIndexes(db, async () => {
      expect(await areIndexesDeferred(db)).toBe(true)
      return indexes(db)
    })
    expect(await areIndexesDeferred(db)).toBe(false)
    expect(before.length - during.length).toBeGreaterThan(15)
    expect(during.filter(definition => definition.includes('UNIQUE'))).toEqual(
      before.filter(definition => definition.includes('UNIQUE')),
    )
    expect(await indexes(db)).toEqual(before)
  })
  it('are built with full pages: an index of texts is a tenth smaller and more than one built in one pass (docs/scale.md)', async () => {
    const size = async (): Promise<number> =>
      (await sql<{ size: number }>`select pg_relation_size('case_text_lexemes')::integer as size`.execute(db)).rows[0]
        ?.size ?? 0
    await sql`set session_replication_role = replica; insert into case_text (case_id, body, words)
      select id, '', (select ' ' || string_agg(md5(id || ' ' || word), ' ') || ' ' from generate_series(1, 20) as word)
      from generate_series(1, 1500) as id; reset session_replication_role`.execute(db)
    await withDeferredIndexes(db, async () => undefined)
    const built = await size()
    await sql`set maintenance_work_mem = '512MB'; set max_parallel_maintenance_workers = 0; reindex index case_text_lexemes; reset all`.execute(
      db,
    )
    expect(built).toBeLessThan((await size()) * 0.9)
    await sql`truncate case_text`.execute(db)
  })
  it('come back when the load fails', async () => {
    await expect(withDeferredIndexes(db, () => Promise.reject(new Error('the load failed')))).rejects.toThrow(
      'the load failed',
    )
    expect(await indexes(db)).toEqual(before)
  })
  it('come back at the next start when the load was killed, and not under a load that goes on', async () => {
    const note = {
      key: 'indexes_aside',
      value: JSON.stringify(before.filter(index => index.includes('court_case_city'))),
    }
    await db.insertInto('installation').values(note).execute()
    await sql`drop index court_case_city`.execute(db)
    await buildDeferredIndexes(db)
    expect(await indexes(db)).toEqual(before)
    await buildDeferredIndexes(db)
    const during = await withDeferredIndexes(db, async () => {
      await buildDeferredIndexes(db)
      return indexes(db)
    })
    expect(during.length).toBeLessThan(before.length)
  })
  it('stay noted when their builder has lost its turn to another load, and are built after it', async () => {
    const loseTurn = () => deadHolder(db, 'deferred-indexes')
    const failing = withDeferredIndexes(db, async () => {
      await loseTurn()
      throw new Error('the load failed')
    })
    await expect(failing).rejects.toThrow('the load failed')
    expect(await areIndexesDeferred(db)).toBe(true)
    expect((await indexes(db)).length).toBeLessThan(before.length)
    await expireLease(db, 'deferred-indexes')
    const lost = Promise.withResolvers<void>()
    const loading = withDeferredIndexes(db, () => loseTurn().then(lost.resolve))
    await lost.promise
    await expireLease(db, 'deferred-indexes')
    await loading
    expect(await areIndexesDeferred(db)).toBe(false)
    expect(await indexes(db)).toEqual(before)
  })
})
