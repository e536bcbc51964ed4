import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAccount } from '../../test/factories.ts'
import { diskSpace, tellDiskSpace } from './disk-space.ts'

const plenty = 0
const everything = Number.MAX_SAFE_INTEGER

describe('room on the disk (design §7)', () => {
  it('is that of the disk a folder is on, or will be', async () => {
    const { blocks, bsize } = await statfs('/')
    expect(await diskSpace('/not/made/yet', plenty)).toMatchObject({ total: blocks * bsize, isLow: false })
    expect(await diskSpace('/', everything)).toMatchObject({ isLow: true })
  })

  it('is told to the operator when it runs short and when it does no longer, once each', async () => {
    const said: string[] = []
    for (const reserve of [plenty, everything, everything, plenty, plenty])
      await tellDiskSpace('/', reserve, sentence => said.push(sentence))
    expect(said).toEqual([
      expect.stringMatching(
        /^На диске с папкой данных \/ свободно .+: скоро база данных не сможет сохранять изменения/,
      ),
      expect.stringMatching(/^На диске с папкой данных \/ свободно [^:]+\.$/),
    ])
  })

  it('is gone: a change is answered 507 with a sentence and not made, and reading goes on', async () => {
    const { db, as } = await testApp()
    const ask = await as(await buildAccount(db))
    // As PostgreSQL says it when a table cannot grow.
    await sql`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
      db,
    )
    await sql`create trigger full_disk before insert on case_set execute function no_room()`.execute(db)
    const made = { method: 'POST', body: { title: 'Новая папка' } } as const
    expect(await ask('sets/', made)).toMatchObject({
      status: 507,
      body: {
        detail: 'На диске сервера нет места: изменения не сохранены. Администратору нужно освободить место на диске.',
      },
      headers: expect.objectContaining({ 'retry-after': '60' }),
    })
    expect(await ask('sets/')).toMatchObject({ status: 200 })
    await sql`drop trigger full_disk on case_set`.execute(db)
    expect((await ask('sets/', made)).status).toBe(201)
  })
})
