import { performance } from 'node:perf_hooks'
import { type Kysely, sql, type Transaction } from 'kysely'
import { today } from '#shared/domain/relative-dates.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { foundByName, myCases } from '../server/db/my-cases.ts'
import type { DB } from '../server/db/schema.ts'
import { findUpcoming } from '../server/deadlines/upcoming.ts'
import { type AccountRights, scopeOf } from '../server/http/auth.ts'
import { countUnread, readInbox } from '../server/today/inbox-list.ts'
import { readToday } from '../server/today/routes.ts'
import { cpuOf, percentiles, shown, type Telling, tableHead } from './measured.ts'

/** «Сегодня» of people who watch two thousand cases each, with as many unread changes; nothing of it stays in the corpus. */
const mostWatched = 2_000
/** Of them: what a subscription to the commonest letters of a name has found; as many again are found and no more shown. */
const mostByName = 300
const mostStarred = mostWatched - mostByName
/** Each asks everything twice, with all regions and with five: in the morning nobody has asked for their cases before them. */
const people = 25
const rounds = 2
/** Milliseconds at the 95th percentile (design §14). */
const limits = { page: 150, unread: 5 }

/** What the page asks for, and the number that every page asks for. */
type Asking = { title: string; limit: number; ask: (trx: Transaction<DB>, of: AccountRights) => Promise<unknown> }
const askings: readonly Asking[] = [
  { title: 'страница', limit: limits.page, ask: (trx, of) => readToday(trx, of, { days: 7, now: new Date() }) },
  {
    title: 'что изменилось',
    limit: limits.page,
    ask: (trx, of) => readInbox(trx, of, { seen: false, page: 1, size: 20 }),
  },
  {
    title: 'сроки',
    limit: limits.page,
    ask: (trx, of) => findUpcoming(trx, scopeOf(of), { today: today(), days: 90, page: 1, size: 10 }),
  },
  { title: 'число непрочитанных', limit: limits.unread, ask: countUnread },
]
/** As a browser asks it, all at once; here over one connection. */
const wholePage: Asking = {
  title: 'всё сразу, как открывает браузер',
  limit: limits.page,
  ask: (trx, of) => Promise.all(askings.map(({ ask }) => ask(trx, of))),
}
const fewRegions = [22, 54, 66, 77, 78]

class RolledBack extends Error {}

export async function sayToday(db: Kysely<DB>, telling: Telling): Promise<void> {
  await db
    .transaction()
    .execute(async trx => {
      await sayOf(trx, telling)
      throw new RolledBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
}

async function sayOf(trx: Transaction<DB>, { millisecondsEach, say }: Telling): Promise<void> {
  const rows = [...askings, wholePage].flatMap(asking =>
    [null, fewRegions].map(regions => ({ ...asking, regions, wall: [] as number[], cpu: [] as number[] })),
  )
  const watchers: Watcher[] = []
  for (let nth = 0; nth < (millisecondsEach > 0 ? people : 1); nth++) watchers.push(await watcherIn(trx, nth))
  for (let round = 0; round < rounds; round++)
    // What is asked first finds nothing warm.
    for (const [nth, { owner }] of watchers.entries())
      for (const row of (round + nth) % 2 === 0 ? rows : rows.toReversed()) {
        const worked = await cpuOf(trx)
        const began = performance.now()
        await row.ask(trx, { ...owner, regions: row.regions })
        row.wall.push(performance.now() - began)
        row.cpu.push((await cpuOf(trx)) - worked)
      }
  const [{ watched, byName } = { watched: 0, byName: 0 }] = watchers
  const times = showNumber(rows[0]?.wall.length ?? 0)
  say(
    tableHead(
      `«Сегодня», своих дел: ${showNumber(watched)}, из них по имени ${showNumber(byName)}; вопросов в строке: ${times}`,
      ...['p50, мс', 'p95, мс', 'процессор p50, мс', 'процессор p95, мс', 'можно, мс'],
    ),
  )
  for (const row of rows)
    say(
      `| ${row.title}${row.regions === null ? '' : ', пять регионов'} ${shown(percentiles(row.wall)).slice(0, -1)}${shown(percentiles(row.cpu))} ${row.limit} |`,
    )
}

type Watcher = { owner: AccountRights; watched: number; byName: number }
/** `nth`: each watches others. */
async function watcherIn(trx: Transaction<DB>, nth: number): Promise<Watcher> {
  const { id } = await trx
    .insertInto('account')
    .values({ username: `следит за многими ${nth}`, password_hash: '', approved_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Half of them with a hearing of late or ahead.
  await sql`
    insert into favourite (account_id, case_id)
    select ${id}, id from (
      (select id from (
        select id from court_case where last_scheduled_hearing_date is not null
        order by last_scheduled_hearing_date desc, id limit ${mostStarred * 2}
      ) late order by hashtext(${`${nth} `} || id::text) limit ${mostStarred / 2})
      union (select id from court_case order by hashtext(${`${nth} `} || id::text) limit ${mostStarred / 2})
    ) one`.execute(trx)
  await findByName(trx, id, nth)
  await sql`
    with mine as materialized (${myCases(id)}), known as materialized (
      -- Of this very transaction: a case changes once, however many watch it.
      select id, case_id, at from case_change where at = now() and case_id in (select case_id from mine)
        and kinds && '{hearing_moved,hearing_cancelled,disappeared,changed}'::text[]
    ), told as (
      insert into case_change (case_id, revision, kinds, details)
      select case_id, 0, '{hearing_moved}', json_build_array(json_build_object('kind', 'hearing_moved',
        'before', '12 марта 2026, 10:00 — Судебное заседание', 'after', '20 марта 2026, 11:30 — Судебное заседание'))
      from mine where case_id not in (select case_id from known) returning id, case_id, at
    )
    insert into inbox_item (account_id, change_id, case_id, region, at)
    select ${id}, told.id, case_id, region, at from (table told union all table known) told
    join court_case on court_case.id = case_id`.execute(trx)
  await sql`analyze favourite, inbox_item, subscription_found`.execute(trx)
  const { rows } = await sql<{ watched: number; byName: number }>`
    select (select count(*)::integer from (${myCases(id)}) mine) as watched,
      (select count(*)::integer from (${foundByName(id)}) found) as "byName"`.execute(trx)
  return { owner: { id, regions: null, groups: [], is_superuser: false }, ...(rows[0] ?? { watched: 0, byName: 0 }) }
}

/** One of the commonest surnames with an initial of a part of the corpus, as one subscription. */
async function findByName(trx: Transaction<DB>, accountId: number, nth: number): Promise<void> {
  await sql`
    with letters as (
      select substring(name from '^\\S+ \\S') as beginning from case_defendant tablesample system (2) repeatable (1)
      where not hidden and name ~ '^\\S+ \\S' group by 1 order by count(*) desc, 1 offset ${nth} limit 1
    ), watching as (
      insert into subscription (account_id, title, get_params, filter_key, kinds, channels, cadence, send_at, weekday, zone, secret)
      select ${accountId}, '', jsonb_build_object('defendant', beginning), ${`мера ${accountId}`}::text::bytea, '{new}', '{}', 'at_once', '09:00', 1, 'Europe/Moscow', ${`мера ${accountId}`}
      from letters returning id
    )
    insert into subscription_found (subscription_id, case_id)
    select distinct watching.id, case_id from watching, letters join case_defendant on starts_with(name, beginning)
    limit ${2 * mostByName}`.execute(trx)
}
