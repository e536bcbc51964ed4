import { type Kysely, sql } from 'kysely'
import { keepPage } from '../server/collectors/pages/keep-page.ts'
import type { DB } from '../server/db/schema.ts'

/** An invented person in every place where collectors store names, and in answers of sites, programs and channels. */
export const pageUrl = 'https://vymysel.sudrf.example/card?id=1'

export async function keepCollected(db: Kysely<DB>, first: number, name: string): Promise<void> {
  const { court_id } = await db
    .selectFrom('court_case')
    .where('id', '=', first)
    .select('court_id')
    .executeTakeFirstOrThrow()
  const host = 'vymysel.sudrf.example'
  const html = (body: string): Buffer =>
    Buffer.from(`<html><meta charset="utf-8"><body><h1>5-777/2026</h1>${body}</body></html>`)
  const card = await keepPage(db, {
    url: pageUrl,
    body: html(`<td>${name}</td><td>Вертоградов&nbsp;П.&nbsp;И.</td>`),
    content_type: 'text/html; charset=utf-8',
  })
  const text = await keepPage(db, {
    url: 'https://vymysel.sudrf.example/act.docx',
    body: Buffer.from(`PK\u0003\u0004${name}`),
    content_type: 'application/msword',
  })
  await keepPage(db, {
    url: 'https://vymysel.sudrf.example/list?page=1',
    body: html(`<td>Вертоградов П.И.</td>`),
    content_type: 'text/html',
  })
  await keepPage(db, {
    url: 'https://vymysel.sudrf.example/list?page=2',
    body: html(`<td>Иной</td>`),
    content_type: 'text/html',
  })
  await sql`
    insert into page_reading (page_hash, url, method, asked_at, answered_at, status_line, headers)
    values (${card}, ${pageUrl}, 'GET', now(), now(), 'HTTP/1.1 200 OK', ${JSON.stringify([['X-Title', name]])})`.execute(
    db,
  )
  const { id: site_id } = await db
    .insertInto('court_site')
    .values({ court_id, host, url: `https://${host}`, layout: 'sudrf_tabs' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into listed_case (site_id, source_key, place, url, type, stage, case_number, people, case_id, card_hash, text_hash, text_url, last_error)
    values (${site_id}, 'test:forgotten-1', 'test:forgotten-1', ${pageUrl}, 1, 1, '5-777/2026', ${`${name}; Синичкин О.П.`}, ${first}, ${card},
      ${text}, 'https://vymysel.sudrf.example/act.docx', 'Вертоградов П.И.: не прочитано')`.execute(db)
  await sql`insert into court_host (host, platform) values (${host}, 'sudrf.example') on conflict do nothing`.execute(
    db,
  )
  const notes = JSON.stringify([{ code: 'unknown_role', value: `Вертоградов Пётр` }])
  await sql`
    insert into court_check (court_id, not_understood, last_error) values (${court_id}, ${notes}, 'Вертоградов П.И.')
    on conflict (court_id) do update set not_understood = excluded.not_understood, last_error = excluded.last_error`.execute(
    db,
  )
  await sql`
    update case_decision set evidence = 'признать Вертоградова П. И. виновным',
      facts = jsonb_set(facts, '{evidence}', '"Вертоградов вину не признал"') where case_id = ${first}`.execute(db)
  await sql`
    insert into calendar_hearing (case_id, event_date, title, hall, changed_at)
    values (${first}, '2026-12-01', 'Допрос Вертоградова', '3', now())`.execute(db)
}

/** Answers of sites, programs and channels that contain the full name. */
export async function keepDirectories(db: Kysely<DB>, first: number, name: string): Promise<void> {
  await db
    .insertInto('event_type')
    .values({ title: `Допрос: ${name}`, is_hearing: null })
    .execute()
  await db
    .insertInto('result_type')
    .values({ title: `Взыскать: ${name}` })
    .execute()
  await db.insertInto('defence_param').values({ key: 'лицо', value: name }).execute()
  const beside = JSON.stringify([{ field: 'penalties', before: [], after: [{ type: 'fine', person: name }] }])
  const told = JSON.stringify([{ field: 'defendants', before: null, after: `${name} (ст. 20.2 ч. 5 КоАП)` }])
  await sql`
    insert into case_journal (case_id, number, origin, file, beside, told)
    values (${first}, 2, 'test', 'Вертоградов П. И..json', ${beside}::jsonb, null), (${first}, 3, 'test', null, null, ${told}::jsonb)`.execute(
    db,
  )
  await sql`update export_request set error = 'Вертоградов П.И.: не записался'`.execute(db)
  await sql`
    insert into court_request (host, platform, asked_at, error)
    values ('vymysel.sudrf.example', 'sudrf.example', now(), 'Вертоградов П.И.')`.execute(db)
  await sql`
    insert into collect_window (site_id, why, type, stage, from_day, to_day, last_error)
    select id, 'command', 1, 1, '2026-03-01', '2026-03-02', 'Вертоградов П.И.' from court_site where host = 'vymysel.sudrf.example'`.execute(
    db,
  )
  await sql`
    insert into delivery (batch_id, subscription_id, channel, created_at, next_at, last_error)
    select batch_id, subscription_id, 'telegram', now(), now(), 'Вертоградов П.И.' from subscription_hit`.execute(db)
  await sql`
    insert into subscription_webhook (subscription_id, url, secret, secret_at, created_at)
    select subscription_id, 'https://program.example/hook', 's', now(), now() from subscription_hit`.execute(db)
  await sql`
    insert into webhook_call (subscription_id, key, at, ms, status, said)
    select subscription_id, gen_random_uuid(), now(), 1, 200, 'Вертоградов П.И.' from subscription_hit`.execute(db)
}
