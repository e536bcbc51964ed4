import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { askSearch } from './ask-search.ts'
import { noteFailure, noteGood, noteTried, noteUnderstood } from './court-checks.ts'
import { type Crew, noticeOf } from './fetch-politely.ts'
import type { HeldTurn } from './host-turn.ts'
import { heldBy, noteRows } from './listed-rows.ts'
import type { Window } from './next-task.ts'
import { learnServers, type Site } from './sites.ts'
import { missMissing, openWindows, putOff, searchOf, stepAfter, takeStep, windowsOf } from './windows.ts'

/** One page of a window: asked, its rows noted, and what follows decided, in one transaction. */
export async function askWindow(
  crew: Crew,
  held: HeldTurn,
  site: Site,
  window: Window,
  signal: AbortSignal,
): Promise<void> {
  const { db, rules } = crew
  const wanted = { ...window, from: window.from_day, to: window.to_day }
  const searched = await askSearch(
    crew,
    held,
    { site, search: searchOf(site, wanted), catalogue: window.catalogue, urgent: false },
    signal,
  )
  const settle = (work: (trx: Transaction<DB>) => Promise<void>): Promise<void> =>
    db.transaction().execute(async trx => {
      // Whoever cancelled it meanwhile is right.
      const open = await trx
        .selectFrom('collect_window')
        .where('id', '=', window.id)
        .where('state', '=', 'open')
        .select('id')
        .forUpdate()
        .executeTakeFirst()
      if (open !== undefined) await work(trx)
    })
  const end = (trx: Transaction<DB>, state: 'split' | 'failed', reason?: string) =>
    trx
      .updateTable('collect_window')
      .set({ state, last_error: reason ?? null, ended_at: sql<Date>`now()` })
      .where('id', '=', window.id)
      .execute()
  const misunderstood = (where: string, value: string): Promise<void> =>
    settle(async trx => {
      await putOff(trx, window, value, rules)
      await noteUnderstood(trx, site, [{ code: 'unknown_page', where, value }])
      await noteFailure(trx, site, value, { search: true })
    })

  switch (searched.outcome) {
    case 'stopped':
      return
    case 'cannot':
      return settle(async trx => void (await end(trx, 'failed', 'Сайт такого устройства так не спросить.')))
    case 'captcha':
      return settle(async trx => {
        // Whatever else is to be searched at the host waits for the same picture.
        await sql`
          update collect_window set state = 'captcha' from court_site s
          where s.id = site_id and s.host = ${site.host} and state = 'open'`.execute(trx)
        await noteTried(trx, site, { captcha: true })
      })
    case 'blocked':
      return settle(async trx => {
        await putOff(trx, window, searched.reason, rules, 'blocked')
        await noteFailure(trx, site, searched.reason, { search: true })
      })
    case 'failed':
      return settle(async trx => {
        await putOff(trx, window, searched.reason, rules)
        await noteFailure(trx, site, searched.reason, { search: true })
      })
  }

  const { reading } = searched
  const layout = reading.layout ?? undefined
  switch (reading.kind) {
    case 'list':
      return settle(async trx => {
        const { fresh } = await noteRows(trx, site, window, reading.rows)
        const rows = await heldBy(trx, window.id)
        const hasMore = reading.next_url !== undefined || reading.pages.some(({ number }) => number > window.page)
        const step = stepAfter(window, { total: reading.total, hasMore, rows: reading.rows.length }, rows)
        await takeStep(trx, site, window, step, reading.total)
        if (step.kind === 'done' && reading.total !== null) await missMissing(trx, site, window)
        await noteUnderstood(trx, site, reading.notes)
        await noteGood(trx, site, { layout, fresh })
      })
    case 'nothing_found':
      return settle(async trx => {
        // On the first page it promises nothing; on a later one the list has become shorter.
        const promised = window.page === 1 ? 0 : (window.promised ?? 0)
        const rows = await heldBy(trx, window.id)
        const step = stepAfter(window, { total: promised, hasMore: false, rows: 0 }, rows)
        await takeStep(trx, site, window, step, promised)
        if (step.kind === 'done') await missMissing(trx, site, window)
        await noteGood(trx, site, { layout, fresh: 0 })
      })
    case 'server_choice':
      return settle(async trx => {
        const servers = reading.servers.map(({ number }) => number)
        await learnServers(trx, site.id, servers)
        const others = servers.filter(server => server !== window.server)
        const opened = windowsOf({ ...site, servers: others }, wanted, crew.searchUrls)
        await openWindows(trx, opened, { why: window.why, parent: window.id })
        // Asked for by its number, and still told to choose: it is asked again later.
        if (others.length < servers.length) await putOff(trx, window, 'Сайт просит выбрать сервер.', rules)
        else await end(trx, 'split')
        await noteTried(trx, site, { layout })
      })
    default:
      return misunderstood('search', noticeOf(reading) ?? reading.kind)
  }
}
