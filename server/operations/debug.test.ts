import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { debugStats } from '#shared/api/debug.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { sendJob } from '../jobs/send-job.ts'
import { countEverything } from './debug-routes.ts'

const { db, as } = await testApp()
const ask = await as(await buildAccount(db, { isSuperuser: true }))
const debug = async () => debugStats.parse((await ask('debug/')).body)
const age = (seconds: number) =>
  sql`update installation set value = jsonb_set(value, '{at}', to_jsonb(now() - ${seconds} * interval '1 second'))
    where key = 'debug_counts'`.execute(db)

const [whole, bare] = await buildCases(db, [
  {
    articles: [{ codex: 'koap', article_number: '20.2', part: '5' }],
    defendants: [{ name: 'Ветрогонов Пётр Ильич' }],
    events: [{ type: 'Судебное заседание', date: '2026-03-02' }],
  },
  {},
  { stage: 2 },
  { stage: 2 },
])
await sql`insert into case_link (case_id, other_id, why, certainty)
  select ${whole}::integer, max(id), 'case_uid', 1 from court_case`.execute(db)

describe('debug statistics (§3)', () => {
  it('count courts and cases, and what cases lack', async () => {
    const first = await debug()
    const { rows } = await sql<{ courts: number }>`select count(*) as courts from court`.execute(db)
    expect(first).toMatchObject({
      courts_all_count: rows[0]?.courts,
      cases_all_count: 4,
      courts_errors_count: 0,
      cases_first_instance: 2,
      cases_second_instance: 2,
      cases_without_first_instance: 1,
      cases_without_defendants: 3,
      cases_without_articles: 3,
      cases_without_events: 3,
    })
    expect(Date.now() - Date.parse(first.counted_at)).toBeLessThan(60_000)
  })

  it('are kept for a minute and counted anew after it', async () => {
    const before = await debug()
    await sql`insert into court_check (court_id, failing_since, last_error)
      select court_id, now(), 'нет ответа' from court_case where id = ${bare}`.execute(db)
    expect(await debug()).toMatchObject({ counted_at: before.counted_at, courts_errors_count: 0 })
    await age(61)
    expect(await debug()).toMatchObject({ courts_errors_count: 1 })
  })

  it('say older counts, with their moment, while newer ones take long to count', async () => {
    await age(3_600)
    const counted = async () => (await countEverything(db, { longestWait: 50 })).at.getTime()
    const hourAgo = await db.transaction().execute(async trx => {
      await sql`lock table case_event in access exclusive mode`.execute(trx)
      return counted()
    })
    expect(Date.now() - hourAgo).toBeGreaterThan(3_599_000)
    await expect.poll(counted).toBeGreaterThan(hourAgo)
  })

  it('tell how jobs, collecting, the disk and versions are', async () => {
    await sendJob(db, 'forget-exports', {})
    await sql`insert into captcha (host, url, layout, picture, media_type) values ('a.example', '', '', ''::bytea, '')`.execute(
      db,
    )
    const { jobs, collecting, storage, versions } = await debug()
    expect(jobs.find(({ name }) => name === 'forget-exports')).toMatchObject({
      ...{ title: 'Удаление старых выгрузок', waiting: 1, active: 0, failed: 0 },
    })
    expect(collecting).toMatchObject({ captchas_waiting: 1, requests: 0, last_request_at: null })
    expect(storage.free_bytes).toBeGreaterThan(0)
    expect(storage.database_bytes).toBeGreaterThan(1_000_000)
    expect(versions.schema).toMatch(/^\d{4}/)
    expect(versions.postgresql).toMatch(/^\d+/)
  })
})
