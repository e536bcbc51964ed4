import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { caseList } from '#shared/api/cases.ts'
import { type Ask, asking, testApp } from '../../test/app.ts'
import { testDatabase } from '../../test/database.ts'
import { analyzeCases, buildAccount, buildCases } from '../../test/factories.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { buildApp } from '../app.ts'
import { copyEngine } from '../replica/copy-engine.ts'
import { defaultMemoryShare } from '../replica/copy-memory.ts'
import { openReplica } from '../replica/open-replica.ts'

/** Whoever has written sees what was written in the next answer, whichever engine counts. */
const fail = (error: unknown): never => {
  throw error
}
async function copyOf(url: string) {
  const replica = openReplica({ url, folder: temporaryFolder(), memoryShare: defaultMemoryShare, onError: fail })
  afterAll(() => replica.stop())
  await replica.loaded
  return {
    copyCaughtUp: () => replica.caughtUp(),
    copy: (isBehind = () => false) => {
      const reader = replica.reader()
      return reader && copyEngine(reader, fail, isBehind)
    },
  }
}
const totalOf = async (ask: Ask, filters = ''): Promise<number> =>
  caseList.parse((await ask(`cases/?${filters}`)).body).count

it('a tag is in the next answer, by a copy that follows', async () => {
  const { db, url } = await testDatabase()
  const [id = 0, second = 0] = await buildCases(db, [{}, {}, {}])
  const app = await buildApp({ db, ...(await copyOf(url)) })
  afterAll(() => app.close())
  const editor = await asking(app, db).as(await buildAccount(db, { isSuperuser: true }))
  for (const [value, cases] of [
    ['первая', [id]],
    ['вторая', [id, second]],
    ['третья', [second]],
  ] as const) {
    const rows = cases.map(number => ({ case: String(number), tag: value }))
    expect((await editor('upload-case-tags/', { method: 'POST', body: { rows } })).status).toBe(200)
    const [tag] = await db.selectFrom('tag').where('value', '=', value).select('id').execute()
    expect(await totalOf(editor, `tags=${tag?.id}`), value).toBe(cases.length)
  }
})

describe('by a copy that is behind', async () => {
  // The copy of an empty database stands for one that has not taken anything in yet.
  const behind = await copyOf((await testDatabase()).url)
  let caughtUp = Promise.withResolvers<void>()
  const { db, as } = await testApp({ copy: behind.copy, copyCaughtUp: () => caughtUp.promise })
  await buildCases(db, [{}, {}])
  const [writer, other] = [await as(await buildAccount(db)), await as(await buildAccount(db))]
  const write = () => writer('sets/', { method: 'POST', body: { title: randomUUID() } })

  it('PostgreSQL answers who has written, and the copy answers others', async () => {
    expect(await totalOf(writer)).toBe(0)
    expect((await write()).status).toBe(201)
    expect([await totalOf(writer), await totalOf(other)]).toEqual([2, 0])
  })
  it('the copy answers again once it has what was written', async () => {
    caughtUp.resolve()
    await expect.poll(() => totalOf(writer)).toBe(0)
  })
  it('the copy says so of its total; that of PostgreSQL is whole', async () => {
    const never = new Promise<void>(() => undefined)
    const late = await buildApp({ db, copy: () => behind.copy(() => true), copyCaughtUp: () => never })
    afterAll(() => late.close())
    const ask = await asking(late, db).as(await buildAccount(db))
    expect((await ask('cases/')).body).toMatchObject({ count: 0, count_is_behind: true })
    for (const figures of ['defendants/', 'frontcountcases/charts/', 'data/pivot/?rows=court'])
      expect((await ask(figures)).body, figures).toMatchObject({ count_is_behind: true })
    expect((await other('cases/')).body).not.toHaveProperty('count_is_behind')
    await ask('sets/', { method: 'POST', body: { title: randomUUID() } })
    const { body } = await ask('cases/')
    expect(body).toMatchObject({ count: 2 })
    expect(body).not.toHaveProperty('count_is_behind')
  })
  it('what was refused is no write, and nor is what is read', async () => {
    caughtUp = Promise.withResolvers()
    expect((await writer('sets/', { method: 'POST', body: {} })).status).toBe(400)
    for (const method of ['GET', 'HEAD'] as const) await writer('sets/', { method })
    expect(await totalOf(writer)).toBe(0)
  })
  it('what was written later is waited for, although what was written before is there', async () => {
    const first = caughtUp
    await write()
    caughtUp = Promise.withResolvers()
    await write()
    first.resolve()
    expect(await totalOf(writer)).toBe(2)
  })
  it('PostgreSQL counts meanwhile, more cases too than it would count for long (decision 0128)', async () => {
    await sql`update pg_class set reltuples = 50000000, relpages = 1 where oid = 'court_case'::regclass`.execute(db)
    await write()
    for (const figures of ['frontcountcases/', 'frontcountcases/charts/', 'data/pivot/?rows=court', 'defendants/'])
      expect((await writer(figures)).status, figures).toBe(200)
    expect((await writer('cases/')).body).toMatchObject({ count: 2 })
    await analyzeCases(db)
  })
})
