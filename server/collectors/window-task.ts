import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { recordAttempt, recordSuccess, recordUnknownWording } from './court-checks.ts'
import type { CollectContext } from './leased-request.ts'
import { countWindowRows, recordRows } from './listed-rows.ts'
import { backoffAfter, type RateLimits } from './rate-policy.ts'
import type { CourtTask } from './run-task.ts'
import { applyStep, checkUnlistedCases, nextStep, openWindows, searchOf, windowsOf } from './search-windows.ts'
import type { Wait } from './site-answer.ts'
import { addServers, type Site } from './sites.ts'
import type { SearchWindow } from './task-queue.ts'

/** Reads one page of a window: its rows are stored and the next step is decided in one transaction. */
export function windowTask(context: CollectContext, site: Site, window: SearchWindow): CourtTask {
  const { db, limits } = context
  const days = { ...window, from: window.from_day, to: window.to_day }
  const search = searchOf(site, days)
  const isAskable = context.searchUrls(site.layout, search)[window.catalogue] !== undefined
  const settle: CourtTask['settle'] = work =>
    db.transaction().execute(async trx => {
      const open = await trx
        .selectFrom('collect_window')
        .where('id', '=', window.id)
        .where('state', '=', 'open')
        .select('id')
        .forUpdate()
        .executeTakeFirst()
      if (open !== undefined) await work(trx)
    })
  const end = (trx: Transaction<DB>, state: 'split' | 'failed', reason: string | null = null) =>
    trx
      .updateTable('collect_window')
      .set({ state, last_error: reason, ended_at: sql<Date>`now()` })
      .where('id', '=', window.id)
      .execute()
  return {
    sought: 'list',
    target: isAskable ? { search, catalogue: window.catalogue } : undefined,
    urgent: false,
    isOfCourt: true,
    settle,
    exhausted: () => settle(async trx => void (await end(trx, 'failed', 'Сайт такого устройства так не спросить.'))),
    postpone: (trx, wait, reason) => postponeWindow(trx, site, window, { wait, reason, limits }),
    record: {
      list: ({ reading: { rows, pages, next_url, total, notes }, layout }) =>
        settle(async trx => {
          const { fresh } = await recordRows(trx, site, window, rows)
          const hasMore = next_url !== undefined || pages.some(({ number }) => number > window.page)
          const step = nextStep(window, { total, hasMore, rows: rows.length }, await countWindowRows(trx, window.id))
          await applyStep(trx, site, window, step, total)
          if (step.kind === 'done' && total !== null) await checkUnlistedCases(trx, site, window)
          await recordUnknownWording(trx, site, notes)
          await recordSuccess(trx, site, { layout, fresh })
        }),
      nothing: ({ layout }) =>
        settle(async trx => {
          const promised = window.page === 1 ? 0 : (window.promised ?? 0)
          const held = await countWindowRows(trx, window.id)
          const step = nextStep(window, { total: promised, hasMore: false, rows: 0 }, held)
          await applyStep(trx, site, window, step, promised)
          if (step.kind === 'done') await checkUnlistedCases(trx, site, window)
          await recordSuccess(trx, site, { layout, fresh: 0 })
        }),
      servers: ({ reading, layout }) =>
        settle(async trx => {
          const servers = reading.servers.map(({ number }) => number)
          await addServers(trx, site.id, servers)
          const others = servers.filter(server => server !== window.server)
          const opened = windowsOf({ ...site, servers: others }, days, context.searchUrls)
          await openWindows(trx, opened, { why: window.why, parent: window.id })
          const isNamed = others.length < servers.length
          // The server was named and the site still asks to choose: retried later.
          if (isNamed) await postponeWindow(trx, site, window, { ...stillChoosing, limits })
          else await end(trx, 'split')
          await recordAttempt(trx, site, { layout })
        }),
    },
  }
}
const stillChoosing = { wait: 'backoff', reason: 'Сайт просит выбрать сервер.' } as const

/** This many consecutive failures end a window; the schedule opens another over the same days. */
const mostAttempts = 8

export async function postponeWindow(
  trx: Transaction<DB>,
  { host }: Site,
  { id, attempts: before }: SearchWindow,
  { wait, reason, limits }: { wait: Wait; reason: string; limits: RateLimits },
): Promise<void> {
  if (wait === 'for_captcha') {
    // Other searches of the host wait for the same captcha.
    await sql`
      update collect_window set state = 'captcha' from court_site s
      where s.id = site_id and s.host = ${host} and state = 'open'`.execute(trx)
    return
  }
  const attempts = wait === 'backoff' ? before + 1 : before
  const pause = wait === 'backoff' ? backoffAfter(limits, attempts) : limits.cooldown
  await sql`
    update collect_window set attempts = ${attempts}, last_error = ${reason},
      due_at = now() + interval '1 millisecond' * ${pause}::float8,
      state = case when ${attempts} >= ${mostAttempts} then 'failed' else state end,
      ended_at = case when ${attempts} >= ${mostAttempts} then now() end
    where id = ${id}`.execute(trx)
}
