import { sql, type Transaction } from 'kysely'
import type { CaseSnapshot } from '#shared/api/messages.ts'
import { messageTime, type Timing } from '#shared/domain/message-times.ts'
import { type NewsDetail, newsKindValues } from '#shared/domain/news.ts'
import { arrayLiteral } from '../db/bulk-parameters.ts'
import { copyRows } from '../db/copy-rows.ts'
import { keepFound } from '../db/my-cases.ts'
import type { DB } from '../db/schema.ts'
import { openBatches, type TimingRow, timingOf } from './batches.ts'
import type { Match } from './find-matches.ts'
import { fillInboxes } from './inbox.ts'
import { maskOf, type Watcher } from './watch-list.ts'

export type NewsEntry = {
  id: number
  case_id: number
  revision: number | null
  kinds: string[]
  details: NewsDetail[] | null
  at: Date
}
type Options = { now: Date; missed?: boolean }

type Hit = { watcher: Watcher; change: NewsEntry; match: Match; region: number; kinds: number }

/** Writes each hit once, and new ones to the inboxes of those who watch. Returns how many hits are new. */
export async function writeHits(
  trx: Transaction<DB>,
  changes: readonly NewsEntry[],
  matches: readonly Match[],
  snapshots: ReadonlyMap<number, CaseSnapshot>,
  options: Options,
): Promise<number> {
  const hits = await writeSubscriptionHits(trx, changes, matches, snapshots, options)
  await fillInboxes(trx, changes, hits)
  return hits.length
}

/**
 * Everything that may have changed since the matching is checked again in this transaction, above all the regions and
 * rights of the account.
 */
type WrittenHit = { accountId: number; changeId: number }
async function writeSubscriptionHits(
  trx: Transaction<DB>,
  changes: readonly NewsEntry[],
  matches: readonly Match[],
  snapshots: ReadonlyMap<number, CaseSnapshot>,
  { now, missed = false }: Options,
): Promise<WrittenHit[]> {
  const ofCase = Map.groupBy(changes, ({ case_id }) => case_id)
  const found = matches.flatMap(match => hitsOf(match, ofCase.get(match.caseId) ?? [], snapshots))
  if (found.length === 0) return []
  const states = await readStates(trx, [...new Set(found.map(({ watcher }) => watcher.id))])
  const allowed = await withoutMuted(
    trx,
    found.filter(hit => isAllowed(hit, states.get(hit.watcher.id))),
  )
  const hits = missed ? await withoutDuplicates(trx, allowed) : allowed
  if (hits.length === 0) return []
  await saveSnapshots(trx, [...new Set(hits.map(({ change }) => change))], snapshots)
  const bySubscription = Map.groupBy(hits, ({ watcher }) => watcher.id)
  const dueTimes = new Map<Timing, Date>()
  const due = [...bySubscription.keys()].toSorted(byNumber).flatMap((id): [number, Date][] => {
    const timing = states.get(id)?.timing
    if (timing === undefined) return []
    const at = dueTimes.get(timing) ?? messageTime(timing, now)
    dueTimes.set(timing, at)
    return [[id, at]]
  })
  const batches = await openBatches(trx, due, now)
  const matched_at = now.toISOString()
  // In index order.
  const inOrder = [...batches].toSorted(([, one], [, other]) => one - other)
  await copyRows(
    trx,
    'subscription_hit',
    inOrder.flatMap(([subscription_id, batch_id]) =>
      (bySubscription.get(subscription_id) ?? []).map(({ change, kinds, match }) => ({
        batch_id,
        change_id: change.id,
        matched_at,
        subscription_id,
        case_id: change.case_id,
        missed,
        kinds: listOf(kinds),
        matched: match.matched,
      })),
    ),
  )
  await keepFound(
    trx,
    hits.map(({ watcher, change, match }) => ({
      subscription_id: watcher.id,
      case_id: change.case_id,
      letters: match.group.filters?.values.defendant,
    })),
  )
  return hits.flatMap(({ watcher, change }) => {
    const accountId = states.get(watcher.id)?.account.id
    return accountId === undefined ? [] : [{ accountId, changeId: change.id }]
  })
}
const byNumber = (one: number, other: number): number => one - other

function hitsOf(match: Match, changes: readonly NewsEntry[], snapshots: ReadonlyMap<number, CaseSnapshot>): Hit[] {
  const region = snapshots.get(match.caseId)?.court.region
  if (region === undefined) return []
  const hits: Hit[] = []
  for (const change of changes) {
    const mask = maskOf(change.kinds)
    for (const watcher of match.group.watchers.values()) {
      const kinds = watcher.kinds & mask
      if (kinds !== 0) hits.push({ watcher, change, match, region, kinds })
    }
  }
  return hits
}

const isAllowed = ({ watcher, change, region, match }: Hit, state: SubscriptionState | undefined): boolean => {
  if (state === undefined || state.version !== watcher.version || state.since > change.at.getTime()) return false
  const { regions, groups, is_superuser } = state.account
  const needs = match.group.filters?.needs ?? null
  return (regions === null || regions.includes(region)) && (needs === null || is_superuser || groups.includes(needs))
}

async function withoutMuted(trx: Transaction<DB>, hits: readonly Hit[]): Promise<Hit[]> {
  const cases = [...new Set(hits.map(({ change }) => change.case_id))]
  const { rows } = await sql<{ subscription_id: number; case_id: number }>`
    select subscription_id, case_id from subscription_mute where case_id = any(${arrayLiteral(cases)}::int[])`.execute(
    trx,
  )
  const muted = new Set(rows.map(({ subscription_id, case_id }) => `${subscription_id} ${case_id}`))
  return muted.size === 0
    ? [...hits]
    : hits.filter(({ watcher, change }) => !muted.has(`${watcher.id} ${change.case_id}`))
}

/** The reader of the feed never repeats a change; only the nightly second pass has to dedupe, one change at a time. */
async function withoutDuplicates(trx: Transaction<DB>, hits: readonly Hit[]): Promise<Hit[]> {
  if (hits.length === 0) return []
  await sql`select pg_advisory_xact_lock(hashtext('subscription_sweep'))`.execute(trx)
  const first = Math.min(...hits.map(({ change }) => change.at.getTime()))
  const { rows } = await sql<{ subscription_id: number; change_id: number }>`
    select hit.subscription_id, change_id from subscription_batch batch join subscription_hit hit on batch_id = batch.id
    where batch.subscription_id = any(${arrayLiteral([...new Set(hits.map(({ watcher }) => watcher.id))])}::int[])
      -- Clocks of two machines may differ.
      and (sealed_at is null or sealed_at > ${new Date(first).toISOString()}::timestamptz - interval '1 day')
      and change_id = any(${arrayLiteral([...new Set(hits.map(({ change }) => change.id))])}::bigint[])`.execute(trx)
  const known = new Set(rows.map(({ subscription_id, change_id }) => `${subscription_id} ${change_id}`))
  return hits.filter(({ watcher, change }) => !known.has(`${watcher.id} ${change.id}`))
}

const kindLists = new Map<number, string>()
const listOf = (mask: number): string => {
  const known = kindLists.get(mask)
  if (known !== undefined) return known
  const made = `{${newsKindValues.filter(kind => (maskOf([kind]) & mask) !== 0).join(',')}}`
  kindLists.set(mask, made)
  return made
}

const saveSnapshots = (
  trx: Transaction<DB>,
  shown: readonly NewsEntry[],
  snapshots: ReadonlyMap<number, CaseSnapshot>,
): Promise<unknown> =>
  sql`
  insert into change_snapshot (change_id, case_id, revision, details, payload)
  select one.* from unnest(
    ${shown.map(({ id }) => id)}::bigint[], ${shown.map(({ case_id }) => case_id)}::int[],
    ${shown.map(({ revision }) => revision)}::int[], ${shown.map(({ details }) => JSON.stringify(details ?? []))}::jsonb[],
    ${shown.map(({ case_id }) => JSON.stringify(snapshots.get(case_id)))}::jsonb[]
  ) as one(change_id, case_id, revision, details, payload)
  join court_case on court_case.id = one.case_id
  on conflict do nothing`.execute(trx)

type SubscriptionState = SharedState & {
  version: number
  /** Milliseconds; earlier changes are not reported. */
  since: number
}
type SharedState = {
  timing: Timing
  account: { id: number; regions: number[] | null; groups: string[]; is_superuser: boolean }
}
type StateRow = TimingRow &
  Omit<SharedState['account'], 'id'> & { account_id: number; ids: number[]; versions: number[]; since: number[] }

/** Rows of one account with the same hours share an object. */
async function readStates(
  trx: Transaction<DB>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SubscriptionState>> {
  const { rows } = await sql<StateRow>`
    select account.id as account_id, account.regions, account.groups, account.is_superuser,
      cadence, send_at, weekday, zone, quiet_from, quiet_to,
      json_agg(subscription.id) as ids, json_agg(watch_version) as versions,
      json_agg(floor(extract(epoch from watched_since) * 1000)::bigint) as since
    from subscription join account on account.id = account_id
    where subscription.id = any(${arrayLiteral(ids)}::int[]) and paused_at is null and deleted_at is null
      and approved_at is not null and blocked_at is null
    group by account.id, cadence, send_at, weekday, zone, quiet_from, quiet_to`.execute(trx)
  const states = new Map<number, SubscriptionState>()
  const timings = new Map<string, Timing>()
  for (const { ids: own, versions, since, account_id, regions, groups, is_superuser, ...timing } of rows) {
    const key = Object.values(timing).join(' ')
    const hours = timings.get(key) ?? timingOf(timing)
    timings.set(key, hours)
    const shared: SharedState = { timing: hours, account: { id: account_id, regions, groups, is_superuser } }
    for (const [n, id] of own.entries())
      states.set(id, { ...shared, version: versions[n] ?? 0, since: since[n] ?? Number.POSITIVE_INFINITY })
  }
  return states
}
