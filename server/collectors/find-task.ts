import { sql } from 'kysely'
import { addDays } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { markGone } from '../ingest/write-cases.ts'
import { inMilliseconds, listedTask, postponeListed, setListed } from './card-task.ts'
import type { ListRow, SiteSearch } from './collector.ts'
import type { CollectContext } from './leased-request.ts'
import { peopleOf } from './listed-rows.ts'
import { collectedOrigin } from './pages/reread-card.ts'
import { gonePause } from './reread-schedule.ts'
import type { CourtTask } from './run-task.ts'
import { searchOf } from './search-windows.ts'
import type { Site } from './sites.ts'
import type { ListedCase } from './task-queue.ts'

/**
 * Searches for a card that is no longer at its address (domain §6): by УИД, by number, by person and day, on every
 * server, one request per run. A found card gets its new address; a missing one is marked as gone and searched again in
 * a month.
 */
type WayToFind = { search: SiteSearch; catalogue: number; byUid: boolean }

export function waysToFind(
  { searchUrls }: Pick<CollectContext, 'searchUrls'>,
  site: Site,
  listed: ListedCase,
): WayToFind[] {
  const [person] = listed.people.split('; ')
  const day = listed.entry_date
  // The court entered it on that day, or has corrected the day since.
  const [from, to] = day === null ? ['2005-01-01', today()] : [addDays(day, -7), addDays(day, 7)]
  const criteria: { by: Partial<SiteSearch>; byUid: boolean }[] = [
    ...(listed.case_uid === null ? [] : [{ by: { case_uid: listed.case_uid }, byUid: true }]),
    { by: { case_number: listed.case_number }, byUid: false },
    ...(person ? [{ by: { name: person }, byUid: false }] : []),
  ]
  const servers = [listed.server, ...site.servers.filter(server => server !== listed.server)]
  return criteria.flatMap(({ by, byUid }) =>
    servers.flatMap(server => {
      const search = { ...searchOf(site, { ...listed, from, to, server }), ...by }
      return [...searchUrls(site.layout, search).keys()].map(catalogue => ({ search, catalogue, byUid }))
    }),
  )
}

export function findTask(context: CollectContext, site: Site, listed: ListedCase): CourtTask {
  const { db, limits } = context
  const ways = waysToFind(context, site, listed)
  const way = ways[listed.way]
  const next = (): Promise<void> =>
    listed.way + 1 < ways.length
      ? setListed(db, listed, { way: listed.way + 1, due_at: sql`now()`, attempts: 0 })
      : markLost(context, listed)
  return {
    ...listedTask(context, listed),
    sought: 'list',
    target: way,
    exhausted: () => markLost(context, listed),
    record: {
      nothing: next,
      list: ({ reading }) => {
        const row = way && matching(reading.rows, listed, way.byUid)
        if (row === undefined) return next()
        if (row.url !== listed.url) return moveTo(context, listed, row)
        const reason = 'Сайт называет дело, но не показывает его карточки.'
        return postponeListed(db, listed, { wait: 'backoff', reason, limits })
      },
    },
  }
}

/** The only row that matches by number, day and people; a search by УИД that returns one row is a match by itself. */
export function matching(rows: readonly ListRow[], listed: ListedCase, byUid: boolean): ListRow | undefined {
  const fit = rows.filter(
    row =>
      row.source_key === listed.place ||
      ([row.case_number, ...row.former_numbers].includes(listed.case_number) &&
        (row.entry_date === undefined || listed.entry_date === null || row.entry_date === listed.entry_date) &&
        (listed.people === '' || row.people.length === 0 || peopleOf(row) === listed.people)),
  )
  if (fit.length === 1) return fit[0]
  return fit.length === 0 && byUid && rows.length === 1 ? rows[0] : undefined
}

async function moveTo({ db }: CollectContext, listed: ListedCase, row: ListRow): Promise<void> {
  await db.transaction().execute(async trx => {
    // The list may already have shown it at the new address: that row is this case.
    await sql`delete from listed_case where place = ${row.source_key} and id <> ${listed.id} and case_id is null`.execute(
      trx,
    )
    const { rows } = await sql<{ id: number }>`
      select id from listed_case where place = ${row.source_key} and id <> ${listed.id}`.execute(trx)
    const place = rows.length === 0 ? row.source_key : listed.place
    await sql`
      update listed_case set place = ${place}, url = ${row.url}, former_urls = former_urls || url, task = 'card', way = 0,
        attempts = 0, last_error = null, due_at = now(), missing_since = null
      where id = ${listed.id}`.execute(trx)
  })
}

async function markLost({ db }: CollectContext, listed: ListedCase): Promise<void> {
  await db.transaction().execute(async trx => {
    if (listed.case_id !== null) await markGone(trx, [listed.case_id], collectedOrigin)
    await setListed(trx, listed, {
      task: 'card',
      way: 0,
      attempts: 0,
      urgency: 3,
      missing_since: sql`coalesce(missing_since, now())`,
      last_error: 'Карточки нет на сайте суда.',
      due_at: inMilliseconds(gonePause),
    })
  })
}
