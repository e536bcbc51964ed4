import { type Kysely, sql, type Transaction } from 'kysely'
import { showNumber } from '#shared/domain/wording.ts'
import { foundByName, myCases } from '../server/db/my-cases.ts'
import type { DB } from '../server/db/schema.ts'
import type { AccountRights } from '../server/http/auth.ts'
import { readHearings } from '../server/today/hearings.ts'
import { countUnread, readInbox } from '../server/today/inbox-list.ts'
import { measured, shown, type Telling, tableHead } from './measured.ts'

/** «Сегодня» of somebody who watches two thousand cases, with as many unread changes; nothing of it stays in the corpus. */
const mostWatched = 2_000
/** Of them: what a subscription to the commonest letters of a name has found; as many again are found and no more shown. */
const mostByName = 300
const mostStarred = mostWatched - mostByName
/** Milliseconds at the 95th percentile (design §14). */
const limits = { page: 150, unread: 5 }

class RolledBack extends Error {}

export async function sayToday(db: Kysely<DB>, telling: Telling): Promise<void> {
  await db
    .transaction()
    .execute(async trx => {
      await sayOf(trx, await watcherIn(trx), telling)
      throw new RolledBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
}

async function sayOf(
  trx: Transaction<DB>,
  { owner, watched, byName }: Watcher,
  { millisecondsEach, say }: Telling,
): Promise<void> {
  const limited = { ...owner, regions: [22, 54, 66, 77, 78] }
  const page = async (of: AccountRights): Promise<void> => {
    await readHearings(trx, of, { days: 7, now: new Date() })
    await readInbox(trx, of, { seen: false, page: 1, size: 20 })
    await countUnread(trx, of)
  }
  say(
    tableHead(
      `«Сегодня», своих дел: ${showNumber(watched)}, из них по имени ${showNumber(byName)}`,
      'p50, мс',
      'p95, мс',
      'можно, мс',
    ),
  )
  for (const [title, ask, limit] of [
    ['страница', () => page(owner), limits.page],
    ['страница, пять регионов', () => page(limited), limits.page],
    ['число непрочитанных', () => countUnread(trx, owner), limits.unread],
    ['число непрочитанных, пять регионов', () => countUnread(trx, limited), limits.unread],
  ] as const)
    say(`| ${title} ${shown(await measured(ask, millisecondsEach))} ${limit} |`)
}

type Watcher = { owner: AccountRights; watched: number; byName: number }
export async function watcherIn(trx: Transaction<DB>): Promise<Watcher> {
  const { id } = await trx
    .insertInto('account')
    .values({ username: 'следит за многими', password_hash: '', approved_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Half of them with a hearing of late or ahead.
  await sql`
    insert into favourite (account_id, case_id)
    select ${id}, id from (
      (select id from court_case where last_scheduled_hearing_date is not null order by last_scheduled_hearing_date desc, id limit ${mostStarred / 2})
      union (select id from court_case order by hashtext(id::text) limit ${mostStarred / 2})
    ) one`.execute(trx)
  await findByName(trx, id)
  await sql`
    with told as (
      insert into case_change (case_id, revision, kinds, details)
      select case_id, 0, '{hearing_moved}', json_build_array(json_build_object('kind', 'hearing_moved',
        'before', '12 марта 2026, 10:00 — Судебное заседание', 'after', '20 марта 2026, 11:30 — Судебное заседание'))
      from (${myCases(id)}) mine returning id, case_id, at
    )
    insert into inbox_item (account_id, change_id, case_id, region, at)
    select ${id}, told.id, case_id, region, at from told join court_case on court_case.id = case_id`.execute(trx)
  await sql`analyze favourite, inbox_item, subscription_found`.execute(trx)
  const { rows } = await sql<{ watched: number; byName: number }>`
    select (select count(*)::integer from (${myCases(id)}) mine) as watched,
      (select count(*)::integer from (${foundByName(id)}) found) as "byName"`.execute(trx)
  return { owner: { id, regions: null, groups: [], is_superuser: false }, ...(rows[0] ?? { watched: 0, byName: 0 }) }
}

/** The commonest surname with an initial of a part of the corpus, as one subscription. */
async function findByName(trx: Transaction<DB>, accountId: number): Promise<void> {
  await sql`
    with letters as (
      select substring(name from '^\\S+ \\S') as beginning from case_defendant tablesample system (2) repeatable (1)
      where not hidden and name ~ '^\\S+ \\S' group by 1 order by count(*) desc, 1 limit 1
    ), watching as (
      insert into subscription (account_id, title, get_params, filter_key, kinds, channels, cadence, send_at, weekday, zone, secret)
      select ${accountId}, '', jsonb_build_object('defendant', beginning), 'мера'::bytea, '{new}', '{}', 'at_once', '09:00', 1, 'Europe/Moscow', 'мера'
      from letters returning id
    )
    insert into subscription_found (subscription_id, case_id)
    select distinct watching.id, case_id from watching, letters join case_defendant on starts_with(name, beginning)
    limit ${2 * mostByName}`.execute(trx)
}
