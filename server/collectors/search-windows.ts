import { type Kysely, sql, type Transaction } from 'kysely'
import type { LayoutName } from '#shared/domain/court-layouts.ts'
import { addDays, daysBetween } from '#shared/domain/dates.ts'
import type { DB } from '../db/schema.ts'
import type { Proceedings } from './catalogues.ts'
import type { SiteSearch } from './collector.ts'
import { recordReadDays, recordSeries } from './court-readings.ts'
import type { Site } from './sites.ts'
import type { SearchWindow } from './task-queue.ts'

/**
 * Search windows of days: opened, read page by page, reconciled with the total that the site states. A window that
 * lacks rows is read once more, then split; a single day that lacks rows is `short`.
 */
export type DaysSearch = Proceedings & { from: string; to: string; article?: string | undefined }
export type SearchUrls = (layout: LayoutName, search: SiteSearch) => string[]

export const searchOf = (site: Site, wanted: DaysSearch & { server?: number; page?: number }): SiteSearch => ({
  court: { title: site.title, url: site.url, ...(site.vnkod === null ? {} : { vnkod: site.vnkod }) },
  type: wanted.type,
  stage: wanted.stage,
  from: wanted.from,
  to: wanted.to,
  ...(wanted.article ? { article: wanted.article } : {}),
  ...(wanted.server === undefined ? {} : { server: wanted.server }),
  ...(wanted.page === undefined || wanted.page === 1 ? {} : { page: wanted.page }),
})

type NewWindow = DaysSearch & { site_id: number; server: number; catalogue: number }

export const windowsOf = (site: Site, wanted: DaysSearch, searchUrls: SearchUrls): NewWindow[] =>
  site.servers.flatMap(server =>
    [...searchUrls(site.layout, searchOf(site, { ...wanted, server })).keys()].map(catalogue => ({
      ...wanted,
      site_id: site.id,
      server,
      catalogue,
    })),
  )

export async function openWindows(
  db: Kysely<DB>,
  windows: readonly NewWindow[],
  { why, parent }: { why: string; parent?: number },
): Promise<number[]> {
  if (windows.length === 0) return []
  // Lists by article do not cover the whole court.
  await recordSeries(
    db,
    windows.filter(({ article }) => !article),
  )
  const { rows } = await sql<{ id: number }>`
    insert into collect_window (site_id, parent_id, why, type, stage, article, server, catalogue, from_day, to_day)
    select site_id, ${parent ?? null}, ${why}, type, stage, coalesce(article, ''), server, catalogue, "from", "to"
    from json_to_recordset(${JSON.stringify(windows)}::json) as w (
      site_id integer, type smallint, stage smallint, article text, server smallint, catalogue smallint, "from" date, "to" date)
    on conflict (site_id, type, stage, article, server, catalogue, from_day, to_day) where state in ('open', 'captcha')
      do update set why = excluded.why
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** A longer list is split in halves from the start: it shifts while it is being read. */
export const longestList = 500
const walks = 2

type PageOfList = { total: number | null; hasMore: boolean; rows: number }
/** The next step after one page of a window of which `held` distinct rows are known. Pure. */
type WindowStep = { kind: 'page'; page: number } | { kind: 'again' | 'split' | 'done' | 'short' }
export function nextStep(
  window: Pick<SearchWindow, 'page' | 'walk' | 'from_day' | 'to_day'>,
  { total, hasMore, rows }: PageOfList,
  held: number,
): WindowStep {
  const divisible = window.from_day < window.to_day
  if (total !== null && total > longestList && window.page === 1 && divisible) return { kind: 'split' }
  // A site that shows «next» under an empty page would be requested for ever.
  if (hasMore && rows > 0) return { kind: 'page', page: window.page + 1 }
  if (total === null || held >= total) return { kind: 'done' }
  if (window.walk < walks) return { kind: 'again' }
  return divisible ? { kind: 'split' } : { kind: 'short' }
}

export function halves({ from_day, to_day }: Pick<SearchWindow, 'from_day' | 'to_day'>): [from: string, to: string][] {
  const middle = addDays(from_day, Math.floor(daysBetween(from_day, to_day) / 2))
  return [
    [from_day, middle],
    [addDays(middle, 1), to_day],
  ]
}

export async function applyStep(
  trx: Transaction<DB>,
  site: Site,
  window: SearchWindow,
  step: WindowStep,
  promised: number | null,
): Promise<void> {
  const next = { promised, attempts: 0, last_error: null, due_at: sql<Date>`now()` }
  const update = (values: object) =>
    trx
      .updateTable('collect_window')
      .set({ ...next, ...values })
      .where('id', '=', window.id)
      .execute()
  switch (step.kind) {
    case 'page':
      return void (await update({ page: step.page }))
    case 'again':
      return void (await update({ page: 1, walk: window.walk + 1 }))
    case 'split': {
      await update({ state: 'split', ended_at: sql`now()` })
      const parts = halves(window).map(([from, to]) => ({ ...window, site_id: site.id, from, to }))
      await openWindows(trx, parts, { why: window.why, parent: window.id })
      return
    }
    case 'done':
    case 'short':
      await update({ state: step.kind, ended_at: sql`now()` })
      if (step.kind === 'done' && window.article === '')
        await recordReadDays(trx, { ...window, site_id: site.id }, window)
  }
}

/** Checks the cards of known cases that a complete list of their days no longer shows. Returns how many. */
export async function checkUnlistedCases(trx: Transaction<DB>, site: Site, window: SearchWindow): Promise<number> {
  if (window.article !== '') return 0
  const { numAffectedRows } = await sql`
    update listed_case set missing_since = now(), task = 'card', urgency = 2, due_at = now(), attempts = 0
    where site_id = ${site.id} and server = ${window.server} and catalogue = ${window.catalogue}
      and type = ${window.type} and stage = ${window.stage} and missing_since is null
      and entry_date between ${window.from_day} and ${window.to_day}
      and not exists (select from collect_window_row r where r.window_id = ${window.id} and r.listed_id = listed_case.id)
      and last_seen_at < (select created_at from collect_window where id = ${window.id})`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
