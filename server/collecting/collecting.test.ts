import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { captchaList, caseRefresh, courtCheckList, coverage, coverageGapList } from '#shared/api/collecting.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'

import { expireCaptchas } from '../collectors/captcha.ts'
import { recordReadDays } from '../collectors/court-readings.ts'

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
    expect(await state()).toEqual({ state: 'idle', not_before: null, read_at: null, error: null, refusal: null })
    const { status, body } = await refresh()
    expect([status, body]).toEqual([
      202,
      { state: 'waiting', not_before: null, read_at: null, error: null, refusal: null },
    ])
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

  it('tells what went wrong as a sentence, and of faults of ours no more than that there was one', async () => {
    await listed({ urgency: 2, last_error: 'Сбой: column "x" does not exist' })
    expect(await state()).toMatchObject({ state: 'failed', error: 'Прочитанное не удалось разобрать.' })
    await listed({ last_error: 'сайт недоступен (ENOTFOUND)' })
    expect(await state()).toMatchObject({ error: 'Сайт недоступен (ENOTFOUND).' })
  })

  it('is refused in words when nobody knows where its card is', async () => {
    const nowhere = await buildCase(db, { court })
    const { status, body } = await member(`cases/${nowhere}/refresh/`, { method: 'POST' })
    expect([status, body]).toEqual([
      409,
      { detail: 'Карточка этого дела на сайте суда неизвестна, поэтому обновить его нельзя.' },
    ])
  })
  it('says beforehand of an imported case that it cannot be, so that nothing is offered', async () => {
    const addressed = (url: string) => buildCase(db, { court, url })
    const refusalOf = async (id: number) => caseRefresh.parse((await member(`cases/${id}/refresh/`)).body).refusal
    const refused = 'Карточка этого дела на сайте суда неизвестна, поэтому обновить его нельзя.'
    expect(await refusalOf(await buildCase(db, { court }))).toBe(refused)
    expect(await refusalOf(await addressed('https://elsewhere.example/card/5'))).toBe(refused)
    expect(await refusalOf(await addressed(card.replace('case_id=1', 'case_id=5')))).toBeNull()
  })
})

describe('coverage', () => {
  const superuser = async () => as(await buildAccount(db, { isSuperuser: true }))
  const covered = async (query: string) => coverage.parse((await member(`coverage/?${query}`)).body)

  it('counts the courts of the account and of the filter, and those that were read', async () => {
    const { courts, ...before } = await covered('')
    expect(courts).toBeGreaterThan(40)
    expect(before).toMatchObject({ checked: 0, stale: 0, oldest_check_at: null, days: null })
    const { id: site_id } = await db
      .selectFrom('court_site')
      .where('court_id', '=', court_id)
      .select('id')
      .executeTakeFirstOrThrow()
    const days = { from_day: '2026-01-01', to_day: '2026-01-14' }
    await recordReadDays(
      db,
      { site_id, type: 1, stage: 1, server: 1, catalogue: 0 },
      days,
      new Date('2026-01-15T03:00:00Z'),
    )
    expect(await covered('')).toMatchObject({ courts, checked: 0 })
    const koap = 'type=1&stage=1'
    expect(await covered(koap)).toMatchObject({ checked: 1, stale: 1, oldest_check_at: '2026-01-14T20:59:59.000Z' })
    expect(await covered(`${koap}&court=${court_id}`)).toMatchObject({ courts: 1, checked: 1 })
    expect(await covered(`${koap}&court_city=Вымысловск`)).toMatchObject({ courts: 1, checked: 1 })
    expect(await covered(`${koap}&court_not=${court_id}`)).toMatchObject({ checked: 0 })
    const within = 'entry_date_range_min=2026-01-02&entry_date_range_max=2026-01-14'
    expect(await covered(`${koap}&${within}`)).toMatchObject({
      checked: 1,
      days: { min: '2026-01-02', max: '2026-01-14' },
    })
    expect(await covered(`${koap}&${within.replace('01-14', '01-15')}`)).toMatchObject({ checked: 0 })
    // A court of another region is none for this account.
    expect(await covered('regions=77')).toMatchObject({ courts: 0, checked: 0, oldest_check_at: null })
  })

  it('names the courts that were not read, page by page', async () => {
    const gaps = async (query: string) => coverageGapList.parse((await member(`coverage/gaps/?${query}`)).body)
    const koap = 'type=1&stage=1&court_city=Вымысловск'
    expect(await gaps(`${koap}&kind=stale`)).toMatchObject({
      count: 1,
      results: [{ court: { id: court_id, title: court.title, region: 59 }, read_at: '2026-01-14T20:59:59.000Z' }],
    })
    const { count, next, results } = await gaps('kind=unread&size=2&type=2')
    expect(count).toBe((await covered('type=2')).unread)
    expect(results).toHaveLength(2)
    expect(next).toContain('/api/v1/coverage/gaps/?type=2&kind=unread&size=2&page=2')
    expect(await gaps('regions=77')).toMatchObject({ count: 0, results: [] })
    expect((await member('coverage/gaps/?kind=all')).status).toBe(400)
  })

  it('says how cases come in here, and how many', async () => {
    const { sources } = await covered('')
    expect(sources).toEqual([{ source: 'files', cases: expect.any(Number), last_at: expect.any(String) }])
    const before = sources[0]?.cases ?? 0
    await sql`update case_source set origin = 'collector' where case_id = ${one}`.execute(db)
    expect((await covered('')).sources.map(({ source, cases }) => [source, cases])).toEqual([
      ['collector', 1],
      ['files', before - 1],
    ])
  })

  it('refuses filters that do not choose courts', async () =>
    expect((await member('coverage/?judge=1')).status).toBe(400))

  it('tells superusers what is wrong with each court, in words, till it is looked at', async () => {
    await sql`insert into court_check (court_id, last_tried_at) values (${court_id}, now())`.execute(db)
    await sql`update court_check set flag = 'not_understood', flag_why = 'Третейский секретарь', flagged_at = now(),
      layout = 'sudrf_tabs', promised = 12, held = 10,
      not_understood = '[{"code":"unknown_role","where":"СТОРОНЫ","value":"Третейский секретарь"}]'`.execute(db)
    const ask = await superuser()
    const list = async () => courtCheckList.parse((await ask('coverage/courts/')).body)
    const { count, results } = await list()
    expect(count).toBe(1)
    expect(results).toMatchObject([
      {
        court: { id: court_id, region: 59 },
        hosts: ['vymysel.prm.sudrf.ru'],
        watched: true,
        promised: 12,
        held: 10,
        not_understood: [{ value: 'Третейский секретарь' }],
        flag: { name: 'not_understood', title: 'страницы сайта больше не понятны', why: 'Третейский секретарь' },
      },
    ])
    expect((await ask(`coverage/courts/${court_id}/notes/`, { method: 'DELETE' })).status).toBe(200)
    expect((await list()).results[0]?.not_understood).toEqual([])
  })
})

describe('the desk of captchas', async () => {
  const ask = await as(await buildAccount(db, { isSuperuser: true }))
  const onDesk = async () => captchaList.parse((await ask('captchas/')).body).results
  const host = 'vymysel.prm.sudrf.ru'
  const show = (at: string, of = host) =>
    sql`insert into captcha (host, url, layout, picture, media_type, asked_at)
      values (${of}, '', 'sudrf_tabs', 'abc'::bytea, 'image/png', now() - ${at}::interval)`.execute(db)
  const search = async () => {
    const { rows } = await sql<{ state: string }>`select state from collect_window order by id desc limit 1`.execute(db)
    return rows[0]?.state
  }
  const wait = () => sql`update collect_window set state = 'captcha'`.execute(db)

  it('shows the pictures that wait, oldest first, and what each holds up', async () => {
    await sql`insert into collect_window (site_id, why, type, stage, from_day, to_day, state)
      select id, 'plan', 1, 1, '2026-03-01', '2026-03-02', 'captcha' from court_site where host = ${host}`.execute(db)
    await show('1 minute')
    await show('25 minutes', 'other.example')
    expect(await onDesk()).toMatchObject([
      { host: 'other.example', courts: [], is_old: true, waiting: 0 },
      {
        host,
        courts: ['Вымышленный районный суд'],
        is_old: false,
        waiting: 1,
        was_wrong: false,
        picture: 'data:image/png;base64,YWJj',
      },
    ])
  })

  it('takes an answer once, and the searches of that site go on', async () => {
    const id = (await onDesk()).find(one => one.host === host)?.id
    expect((await ask(`captchas/${id}/`, { method: 'POST', body: { answer: ' ' } })).body).toEqual({
      answer: ['Введите код с картинки.'],
    })
    expect((await ask(`captchas/${id}/`, { method: 'POST', body: { answer: '12345' } })).status).toBe(200)
    expect(await search()).toBe('open')
    expect((await onDesk()).map(one => one.host)).toEqual(['other.example'])
    expect((await ask(`captchas/${id}/`, { method: 'POST', body: { answer: '54321' } })).status).toBe(409)
  })

  it('says so when the site did not take the code and shows another picture', async () => {
    await sql`update captcha set ended_at = now(), ended_why = 'wrong_code' where host = ${host}`.execute(db)
    await show('0 minutes')
    expect((await onDesk()).find(one => one.host === host)).toMatchObject({ was_wrong: true })
  })

  it('changes a picture that cannot be read, and lets old ones go', async () => {
    await wait()
    const id = (await onDesk()).find(one => one.host === host)?.id
    expect((await ask(`captchas/${id}/`, { method: 'DELETE' })).status).toBe(200)
    expect(await search()).toBe('open')
    expect((await ask(`captchas/${id}/`, { method: 'DELETE' })).status).toBe(404)
    await wait()
    await show('13 hours')
    await expireCaptchas(db)
    expect(await search()).toBe('open')
    expect((await onDesk()).map(one => one.host)).toEqual(['other.example'])
  })
})
