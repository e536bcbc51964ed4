import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { dayIn } from '#shared/domain/dates.ts'
import { testApp } from '../../../test/app.ts'
import { buildAccount, buildCase, buildCases } from '../../../test/factories.ts'
import type { CaseRecordInput } from '../../ingest/case-record.ts'
import { setClocks } from './set-clocks.ts'

/** Who is at risk, as cases change and days pass (§3 `defendant_risk_group`, domain §5). */
const { db, as } = await testApp()
const daysAgo = (days: number): string => dayIn('Europe/Moscow', new Date(Date.now() - days * 86_400_000))
const court = (region: number) => ({ title: `Вымышленный районный суд № ${region}`, region })
const protest = { codex: 'koap', article_number: '20.2', part: '5' } as const
const violation = (name: string, ago: number, given: Partial<CaseRecordInput> = {}): Partial<CaseRecordInput> => ({
  entry_date: daysAgo(ago),
  result_date: daysAgo(ago),
  result_valid_date: daysAgo(ago),
  result: 'Вынесено постановление о назначении административного наказания',
  articles: [protest],
  defendants: [{ name, articles: given.articles ?? [protest] }],
  ...given,
})
const ask = await as(await buildAccount(db))
const atRisk = async (name: string, asker = ask) =>
  (await asker(`cases/?defendant_risk_group=true&defendant=${encodeURIComponent(name)}`)).body as { count: number }
const personOn = async (caseId: number): Promise<number> =>
  (
    await db
      .selectFrom('case_defendant')
      .where('case_id', '=', caseId)
      .select('defendant_id')
      .orderBy('ordinal')
      .executeTakeFirstOrThrow()
  ).defendant_id ?? 0

describe('clocks of people', () => {
  it('are set when cases come, and again when one is quashed', async () => {
    const name = 'Ветрогонов Пётр Ильич'
    const source_key = 'test:quashed'
    const [first = 0] = await buildCases(db, [
      violation(name, 150, { source_key }),
      violation(name, 100),
      violation(name, 50),
    ])
    await setClocks(db)
    expect((await atRisk(name)).count).toBe(3)
    const { body } = await ask(`defendants/${await personOn(first)}/risk/`)
    expect(body).toMatchObject({
      clocks: [
        { rule: { follows: 'УК 212.1', needed: 3 }, at_line: true, days_left: 30, counted: [{ id: first }, {}, {}] },
      ],
    })
    await buildCase(db, violation(name, 150, { source_key, appeal_result: 'Отменено с прекращением производства' }))
    await setClocks(db)
    expect((await atRisk(name)).count).toBe(0)
  })
  it('never take the articles of a case for those of an accused whose own were not told', async () => {
    const name = 'Погремушкин Савва Ильич'
    await buildCases(
      db,
      [150, 100, 50].map(ago => violation(name, ago, { defendants: [{ name }] })),
    )
    const alone = await buildCase(db, violation(name, 40))
    await setClocks(db)
    expect((await atRisk(name)).count).toBe(0)
    const { body } = await ask(`defendants/${await personOn(alone)}/risk/`)
    expect(body).toMatchObject({ clocks: [{ at_line: false, counted: [{ id: alone }] }] })
  })
  it('run out as days pass, without anything being said', async () => {
    const name = 'Хлебородов Иван Петрович'
    await buildCases(
      db,
      [10, 20, 30].map(ago => violation(name, ago)),
    )
    await setClocks(db)
    expect((await atRisk(name)).count).toBe(3)
    await setClocks(db, { today: daysAgo(-151) })
    expect((await atRisk(name)).count).toBe(0)
    await setClocks(db, { today: daysAgo(0) })
  })
  it('move the case in the change feed, not its date of change', async () => {
    const id = await buildCase(
      db,
      violation('Тихозвонов Глеб Юрьевич', 5, { articles: [{ codex: 'koap', article_number: '20.3.3', part: '1' }] }),
    )
    const seen = () =>
      db.selectFrom('court_case').where('id', '=', id).select(['changed_at', 'changed_xid']).executeTakeFirstOrThrow()
    const before = await seen()
    await setClocks(db)
    const after = await seen()
    expect(after.changed_at).toEqual(before.changed_at)
    expect(after.changed_xid).not.toBe(before.changed_xid)
  })
  it('wait for nobody who writes a case, and come back to it', async () => {
    const name = 'Снегоходов Антон Ильич'
    const id = await buildCase(
      db,
      violation(name, 5, { articles: [{ codex: 'koap', article_number: '20.3.3', part: '1' }] }),
    )
    await db.transaction().execute(async trx => {
      await sql`select from court_case where id = ${id} for update`.execute(trx)
      expect(await setClocks(db)).toBe(0)
    })
    expect(await setClocks(db)).toBe(1)
    expect((await atRisk(name)).count).toBe(1)
  })
  it('belong to people, not to companies', async () => {
    await buildCase(
      db,
      violation('ООО «Хлебный двор»', 5, { articles: [{ codex: 'koap', article_number: '20.3.3', part: '1' }] }),
    )
    await setClocks(db)
    expect((await atRisk('Хлебный двор')).count).toBe(0)
  })
  it('are listed when they run out soon, to whoever sees every case that counts', async () => {
    const name = 'Звездопадов Олег Ильич'
    const [a = 0, b = 0] = await buildCases(db, [
      violation(name, 175),
      violation(name, 60, { court: court(78) }),
      violation(name, 40),
    ])
    // Known across regions.
    await sql`update case_defendant set defendant_id = ${await personOn(a)} where case_id = ${b}`.execute(db)
    await sql`insert into risk_due (defendant_id) values (${await personOn(a)}) on conflict do nothing`.execute(db)
    await setClocks(db)
    const { body } = await ask('defendants/expiring/?days=10')
    expect(body).toMatchObject({ count: 1, results: [{ defendant: { name }, counted: 3, days_left: 5 }] })
    const limited = await as(await buildAccount(db, { regions: [77] }))
    expect((await limited('defendants/expiring/?days=10')).body).toMatchObject({ count: 0 })
    expect((await limited(`defendants/${await personOn(a)}/risk/`)).body).toMatchObject({
      clocks: [{ at_line: false, counted: [{}, {}] }],
    })
    expect((await ask('defendants/expiring/?days=9999')).status).toBe(400)
    // What is searched by tells nothing of other regions either.
    expect((await atRisk(name, limited)).count).toBe(0)
  })
})
