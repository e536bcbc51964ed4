import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { LayoutName } from '#shared/domain/court-layouts.ts'
import type { DB } from '../db/schema.ts'
import type { PageReading, SiteSearch } from './collector.ts'
import { FetchFailure, type FetchPage, type PageRequest } from './fetch-page.ts'
import { acquireLease, cancelLease, type HostLease, type LeaseRequest, releaseLease } from './host-lease.ts'
import type { CourtPage } from './open-page.ts'
import { keepPage } from './pages/keep-page.ts'
import { recordReading } from './pages/page-readings.ts'
import type { RateLimits } from './rate-policy.ts'
import { hostOf } from './site-address.ts'
import { classify, consequences, type SiteAnswer, type Sought, unavailableSite } from './site-answer.ts'

export type CollectContext = {
  db: Kysely<DB>
  fetchPage: FetchPage
  /** Never throws: a page that cannot be read is `unknown`. */
  read: (page: CourtPage) => Promise<PageReading>
  searchUrls: (layout: LayoutName, search: SiteSearch) => string[]
  limits: RateLimits
}
export type LeasedCall = PageRequest & { layout: LayoutName; sought: Sought; zone: string; urgent: boolean }

const mostRedirects = 3

/**
 * One request to a court's site under a lease: the page is fetched, stored, read and classified, and the lease is
 * always released. A redirect within the host takes a lease of its own. Undefined when asked to stop.
 */
export async function requestLeased(
  context: CollectContext,
  first: HostLease,
  call: LeasedCall,
  signal: AbortSignal,
): Promise<SiteAnswer | undefined> {
  // A page may name any address for a card; the lease is for this host only.
  if (!URL.canParse(call.url) || hostOf(call.url) !== first.host) {
    await cancelLease(context.db, first)
    return unavailableSite(`Адрес ведёт на другой сайт: ${call.url}`)
  }
  let lease: HostLease | undefined = first
  let request: PageRequest = call
  for (let redirects = 0; lease !== undefined; redirects++) {
    const answer = await requestOnce(context, lease, { ...call, ...request }, signal)
    if (answer === undefined || 'class' in answer) return answer
    if (redirects === mostRedirects || hostOf(answer.next) !== first.host)
      return unavailableSite(`Сайт отсылает на ${answer.next}.`)
    request = { url: answer.next, method: 'GET', form: undefined }
    lease = await waitForLease(context, { ...call, url: answer.next, host: first.host }, signal)
  }
  return undefined
}

/** Undefined when asked to stop. */
export async function waitForLease(
  { db, limits }: CollectContext,
  request: LeaseRequest,
  signal: AbortSignal,
): Promise<HostLease | undefined> {
  while (!signal.aborted) {
    const acquired = await acquireLease(db, request, limits)
    if ('lease' in acquired) return acquired.lease
    const rest = Math.min(Math.max(acquired.refused.until.getTime() - Date.now(), 5), longestRest)
    await pause(rest, undefined, { signal }).catch(() => undefined)
  }
  return undefined
}
const longestRest = 60_000

async function requestOnce(
  { db, limits, fetchPage, read }: CollectContext,
  lease: HostLease,
  { layout, sought, zone: _, urgent: __, ...request }: LeasedCall,
  signal: AbortSignal,
): Promise<SiteAnswer | { next: string } | undefined> {
  const { url } = request
  await db.updateTable('court_request').set({ url }).where('id', '=', lease.id).execute()
  const fetched = await fetchPage(request, signal).catch((error: unknown) => ({ error }))
  if ('error' in fetched) {
    const { error } = fetched
    const failure = error instanceof FetchFailure ? error : undefined
    const kind = failure?.kind ?? (signal.aborted ? 'stopped' : 'unreachable')
    const reason = error instanceof Error ? error.message : String(error)
    await releaseLease(db, lease, { error: `${kind}: ${reason}` }, limits)
    return signal.aborted && failure === undefined ? undefined : unavailableSite(reason)
  }
  const { status, headers, body, facts } = fetched
  const content_type = headers['content-type'] ?? ''
  const hash = await keepPage(db, { url, body, content_type })
  await recordReading(db, { url, method: request.method ?? 'GET', hash, facts })
  const target = headers.location
  if (status >= 300 && status < 400 && target !== undefined && URL.canParse(target, url)) {
    await releaseLease(db, lease, { status, kind: 'redirect', page_hash: hash }, limits)
    return { next: new URL(target, url).href }
  }
  const reading = await read({ url, body, content_type, layout })
  const answer = classify(sought, { url, status, headers, hash, reading })
  const { kind } = reading
  const end = {
    answered: { kind },
    failed: { kind, error: kind },
    refused: { kind: 'blocked', refused: { retryAfter: retryAfter(headers['retry-after']) } },
  }[consequences[answer.class].request]
  await releaseLease(db, lease, { status, page_hash: hash, ...end }, limits)
  return answer
}

const retryAfter = (header: string | undefined): number | undefined => {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header)) return Number(header) * 1_000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(at - Date.now(), 0)
}
