import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { caseRefresh } from '#shared/api/collecting.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'

/** What is told and asked over HTTP of cases that come from sites of courts; nobody collects here. */
const { db, as } = await testApp()
const member = await as(await buildAccount(db, { regions: [59] }))
const card = 'http://vymysel.prm.sudrf.ru/modules.php?name=sud_delo&name_op=case&case_id=1'
const court = { title: 'Вымышленный районный суд', region: 59, city: 'Вымысловск' }
const one = await buildCase(db, { court, url: card })
const { court_id } = await db
  .selectFrom('court_case')
  .where('id', '=', one)
  .select('court_id')
  .executeTakeFirstOrThrow()
await db
  .insertInto('court_site')
  .values({ court_id, host: 'vymysel.prm.sudrf.ru', url: 'http://vymysel.prm.sudrf.ru', layout: 'sudrf_tabs' })
  .execute()
const listed = (values: object) => db.updateTable('listed_case').set(values).where('case_id', '=', one).execute()
const state = async () => caseRefresh.parse((await member(`cases/${one}/refresh/`)).body)
const refresh = () => member(`cases/${one}/refresh/`, { method: 'POST' })
const jobs = async () =>
  (await sql<{ count: number }>`select count(*) as count from pgboss.job where name = 'collect'`.execute(db)).rows[0]

describe('a case is read anew (§7 refresh)', () => {
  it('when a person asks: it waits for its turn, and one job is asked for', async () => {
    expect(await state()).toEqual({ state: 'idle', not_before: null, read_at: null, error: null })
    const { status, body } = await refresh()
    expect([status, body]).toEqual([202, { state: 'waiting', not_before: null, read_at: null, error: null }])
    // Who is impatient asks twice and waits once.
    expect((await refresh()).status).toBe(202)
    expect(await jobs()).toEqual({ count: 1 })
    expect(await state()).toMatchObject({ state: 'waiting' })
  })

  it.each([
    ['captcha', { due_at: 'infinity' }],
    ['read', { urgency: 3, card_at: new Date(), due_at: null }],
    ['failed', { urgency: 2, last_error: 'Сайт ответил 500.' }],
  ])('tells that it is %s', async (expected, values) => {
    await listed({ urgency: 0, due_at: new Date(), card_at: null, last_error: null, ...values })
    expect(await state()).toMatchObject({ state: expected })
  })

  it('tells until when its site is not to be troubled', async () => {
    await listed({ urgency: 0, due_at: new Date(), card_at: null, last_error: null })
    await sql`insert into court_host (host, platform, silent_until)
      values ('vymysel.prm.sudrf.ru', 'sudrf.ru', now() + interval '30 minutes')`.execute(db)
    const { state: told, not_before } = await state()
    expect(told).toBe('silent')
    expect(Date.parse(not_before ?? '') - Date.now()).toBeGreaterThan(29 * 60_000)
    await sql`delete from court_host`.execute(db)
  })

  it('not more than once a minute, be the answer a card or not', async () => {
    await listed({ urgency: 3, card_at: sql`now() - interval '20 seconds'`, due_at: null, last_error: null })
    const { status, body, headers } = await refresh()
    expect(status).toBe(429)
    expect(body).toEqual({
      detail: expect.stringMatching(/^Карточку только что перечитали\. Повторите через (39|40)\u00a0с\.$/),
    })
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(40)
    await listed({ card_at: sql`now() - interval '1 hour'` })
    await sql`insert into court_request (host, platform, url, asked_at, error)
      values ('vymysel.prm.sudrf.ru', 'sudrf.ru', ${card}, now() - interval '10 seconds', 'status: 500')`.execute(db)
    expect((await refresh()).status).toBe(429)
    await sql`update court_request set asked_at = now() - interval '61 seconds'`.execute(db)
    expect((await refresh()).status).toBe(202)
  })

  it('tells of faults of ours no more than that there was one', async () => {
    await listed({ urgency: 2, last_error: 'Сбой: column "x" does not exist' })
    expect(await state()).toMatchObject({ state: 'failed', error: 'Прочитанное не удалось разобрать.' })
  })

  it('is refused in words when nobody knows where its card is', async () => {
    const nowhere = await buildCase(db, { court })
    const { status, body } = await member(`cases/${nowhere}/refresh/`, { method: 'POST' })
    expect([status, body]).toEqual([
      409,
      { detail: 'Где лежит карточка этого дела, неизвестно: перечитать её нельзя.' },
    ])
  })
})
