import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { LayoutName, Page, PageReading, Search } from './collector.ts'
import { type Answer, type Ask, FetchFailure, type FetchPage } from './fetch-page.ts'
import { cancelTurn, endTurn, type HeldTurn, takeTurn } from './host-turn.ts'
import { hostOf, type Manners } from './manners.ts'
import { keepPage } from './pages/keep-page.ts'

/**
 * One visit to a court's site under a turn that is held: asked, kept, and only then read. Each way in which it can go
 * wrong is an answer; the turn is given back whatever happens.
 */
export type Crew = {
  db: Kysely<DB>
  fetchPage: FetchPage
  /** Never throws: a page that cannot be read is `unknown`. */
  read: (page: Page) => Promise<PageReading>
  searchUrls: (layout: LayoutName, search: Search) => string[]
  rules: Manners
}

export type Visited =
  | { outcome: 'read'; reading: PageReading; hash: Buffer; at: Date; answer: Answer; url: string }
  | { outcome: 'blocked'; reason: string }
  /** Likely to pass: the site is down, or its answer did not arrive whole. */
  | { outcome: 'failed'; kind: string; reason: string }
  | { outcome: 'stopped' }

export type Call = Ask & { layout: LayoutName; zone: string; urgent: boolean }

const hops = 3

export async function visit(crew: Crew, held: HeldTurn, call: Call, signal: AbortSignal): Promise<Visited> {
  // A page may name any address for a card; the turn is for this host.
  if (!URL.canParse(call.url) || hostOf(call.url) !== held.host) {
    await cancelTurn(crew.db, held)
    return { outcome: 'failed', kind: 'another_host', reason: `Адрес ведёт на другой сайт: ${call.url}` }
  }
  let turn: HeldTurn | undefined = held
  let ask: Ask = call
  for (let hop = 0; turn !== undefined; hop++) {
    const one: Visited | { next: string } = await visitOnce(crew, turn, ask, call.layout, signal)
    if (!('next' in one)) return one
    if (hop === hops || hostOf(one.next) !== held.host)
      return { outcome: 'failed', kind: 'redirect', reason: `Сайт отсылает на ${one.next}.` }
    ask = { url: one.next, ...(call.headers === undefined ? {} : { headers: call.headers }) }
    turn = await waitForTurn(crew, { ...call, url: one.next, host: held.host }, signal)
  }
  return { outcome: 'stopped' }
}

/** Undefined when asked to stop. */
export async function waitForTurn(
  { db, rules }: Crew,
  asked: { host: string; zone: string; urgent: boolean; url: string },
  signal: AbortSignal,
): Promise<HeldTurn | undefined> {
  while (!signal.aborted) {
    const turn = await takeTurn(db, asked, rules)
    if ('held' in turn) return turn.held
    const rest = Math.min(Math.max(turn.refused.until.getTime() - Date.now(), 5), longestRest)
    await pause(rest, undefined, { signal }).catch(() => undefined)
  }
  return undefined
}
const longestRest = 60_000

async function visitOnce(
  crew: Crew,
  turn: HeldTurn,
  ask: Ask,
  layout: LayoutName,
  signal: AbortSignal,
): Promise<Visited | { next: string }> {
  const { db, rules } = crew
  await db.updateTable('court_request').set({ url: ask.url }).where('id', '=', turn.id).execute()
  let answer: Answer
  try {
    answer = await crew.fetchPage(ask, signal)
  } catch (error) {
    const failure = error instanceof FetchFailure ? error : undefined
    const kind = failure?.kind ?? (signal.aborted ? 'stopped' : 'unreachable')
    const reason = error instanceof Error ? error.message : String(error)
    await endTurn(db, turn, { error: `${kind}: ${reason}` }, rules)
    return signal.aborted && failure === undefined ? { outcome: 'stopped' } : { outcome: 'failed', kind, reason }
  }
  const { status, headers, body } = answer
  const content_type = headers['content-type'] ?? ''
  const page_hash = await keepPage(db, { url: ask.url, body, content_type })
  if (status >= 300 && status < 400 && headers.location !== undefined && URL.canParse(headers.location, ask.url)) {
    await endTurn(db, turn, { status, kind: 'redirect', page_hash }, rules)
    return { next: new URL(headers.location, ask.url).href }
  }
  const reading = await crew.read({ url: ask.url, body, content_type, layout })
  const { kind } = reading
  if (status === 429 || status === 403 || kind === 'blocked') {
    const retryAfter = secondsOf(headers['retry-after'])
    await endTurn(db, turn, { status, kind: 'blocked', page_hash, blocked: { retryAfter } }, rules)
    return { outcome: 'blocked', reason: status === 200 ? 'Сайт закрыл доступ.' : `Сайт ответил ${status}.` }
  }
  const end = { status, kind, page_hash }
  if (kind === 'unavailable' || kind === 'php_notice' || status >= 500) {
    await endTurn(db, turn, { ...end, error: kind }, rules)
    const reason = status >= 500 ? `Сайт ответил ${status}.` : (noticeOf(reading) ?? 'Сайт временно не отвечает.')
    return { outcome: 'failed', kind: status >= 500 ? 'server_error' : kind, reason }
  }
  await endTurn(db, turn, end, rules)
  const told: PageReading =
    status === 404 || status === 410
      ? { kind: 'moved', layout: reading.layout, notes: [], notice: `${status}` }
      : reading
  return { outcome: 'read', reading: told, hash: page_hash, at: new Date(), answer, url: ask.url }
}

export const noticeOf = (reading: PageReading): string | undefined =>
  'notice' in reading && typeof reading.notice === 'string' ? reading.notice : undefined

const secondsOf = (header: string | undefined): number | undefined => {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header)) return Number(header) * 1_000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(at - Date.now(), 0)
}
