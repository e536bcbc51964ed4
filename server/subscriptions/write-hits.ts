import { sql, type Transaction } from 'kysely'
import type { CaseSnapshot } from '#shared/api/subscriptions.ts'
import { messageTime, type Timing } from '#shared/domain/message-times.ts'
import { type NewsDetail, newsKindValues } from '#shared/domain/news.ts'
import type { DB } from '../db/schema.ts'
import { arrayOf, openBatches } from './batches.ts'
import type { Match } from './find-matches.ts'
import { readStandings, type Standing } from './standings.ts'
import { maskOf, type Watcher } from './watch-list.ts'

/**
 * Writes who is told of what, each once: here, in the transaction of the reading, everything that may have changed since
 * is looked at again, regions and rights of the account above all.
 */
export type ToldChange = {
  id: number
  case_id: number
  revision: number | null
  kinds: string[]
  details: NewsDetail[] | null
  at: Date
}
type Options = { now: Date; missed?: boolean }

/** One change for one subscription. */
type Hit = { watcher: Watcher; change: ToldChange; match: Match; region: number; kinds: number }

/** Answers how many hits are new. */
export async function writeHits(
  trx: Transaction<DB>,
  changes: readonly ToldChange[],
  matches: readonly Match[],
  snapshots: ReadonlyMap<number, CaseSnapshot>,
  { now, missed = false }: Options,
): Promise<number> {
  const ofCase = Map.groupBy(changes, ({ case_id }) => case_id)
  const found = matches.flatMap(match => hitsOf(match, ofCase.get(match.caseId) ?? [], snapshots))
  if (found.length === 0) return 0
  const standings = await readStandings(trx, [...new Set(found.map(({ watcher }) => watcher.id))])
  const allowed = await withoutMuted(
    trx,
    found.filter(hit => isAllowed(hit, standings.get(hit.watcher.id))),
  )
  // Only what is looked for again may have been told before.
  const hits = missed ? await withoutTold(trx, allowed) : allowed
  if (hits.length === 0) return 0
  hits.sort((one, other) => one.watcher.id - other.watcher.id)
  await keepSnapshots(trx, [...new Set(hits.map(({ change }) => change))], snapshots)
  const hours = new Map<Timing, Date>()
  const due = [...new Set(hits.map(({ watcher }) => watcher.id))].flatMap((id): [number, Date][] => {
    const timing = standings.get(id)?.timing
    if (timing === undefined) return []
    const at = hours.get(timing) ?? messageTime(timing, now)
    hours.set(timing, at)
    return [[id, at]]
  })
  const batches = await openBatches(trx, due, now)
  const [kinds, matched] = [new Numbered(), new Numbered()]
  const column = (of: (hit: Hit) => number): string => arrayOf(hits.map(of))
  const kindsOf = column(hit => kinds.of(namesOf(hit.kinds)))
  const matchedBy = column(({ match }) => matched.of(match.matched))
  const written = await sql`
    with kinds as materialized (
      select n::integer, string_to_array(names, ' ') as list from unnest(${kinds.texts}::text[]) with ordinality one(names, n)
    ), matched as materialized (
      select n::integer, text::jsonb as value from unnest(${matched.texts}::text[]) with ordinality one(text, n)
    )
    insert into subscription_hit (subscription_id, change_id, case_id, kinds, matched, matched_at, missed, batch_id)
    select subscription_id, change_id, case_id, kinds.list, matched.value, ${now.toISOString()}::timestamptz, ${missed}, batch_id
    from unnest(
      ${column(({ watcher }) => watcher.id)}::int[], ${column(({ change }) => change.id)}::bigint[],
      ${column(({ change }) => change.case_id)}::int[], ${kindsOf}::int[],
      ${matchedBy}::int[],
      ${column(({ watcher }) => batches.get(watcher.id) ?? 0)}::bigint[]
    ) as hit(subscription_id, change_id, case_id, kinds, matched, batch_id)
    join kinds on kinds.n = hit.kinds join matched on matched.n = hit.matched
    on conflict do nothing`.execute(trx)
  return Number(written.numAffectedRows ?? 0)
}

/** Equal texts are sent once, and stand for themselves by their number from one on. */
class Numbered {
  readonly texts: string[] = []
  readonly #known = new Map<string, number>()
  of(text: string): number {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    this.texts.push(text)
    this.#known.set(text, this.texts.length)
    return this.texts.length
  }
}

function hitsOf(match: Match, changes: readonly ToldChange[], snapshots: ReadonlyMap<number, CaseSnapshot>): Hit[] {
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

/** Whether the subscription, as it is now, and the rights of its owner let it through. */
const isAllowed = ({ watcher, change, region, match }: Hit, standing: Standing | undefined): boolean => {
  if (standing === undefined || standing.version !== watcher.version || standing.since > change.at.getTime())
    return false
  const { regions, groups, is_superuser } = standing.account
  const needs = match.group.filters?.needs ?? null
  return (regions === null || regions.includes(region)) && (needs === null || is_superuser || groups.includes(needs))
}

async function withoutMuted(trx: Transaction<DB>, hits: readonly Hit[]): Promise<Hit[]> {
  const cases = [...new Set(hits.map(({ change }) => change.case_id))]
  const { rows } = await sql<{ subscription_id: number; case_id: number }>`
    select subscription_id, case_id from subscription_mute where case_id = any(${arrayOf(cases)}::int[])`.execute(trx)
  const muted = new Set(rows.map(({ subscription_id, case_id }) => `${subscription_id} ${case_id}`))
  return muted.size === 0
    ? [...hits]
    : hits.filter(({ watcher, change }) => !muted.has(`${watcher.id} ${change.case_id}`))
}

async function withoutTold(trx: Transaction<DB>, hits: readonly Hit[]): Promise<Hit[]> {
  const { rows } = await sql<{ subscription_id: number; change_id: number }>`
    select told.subscription_id, told.change_id
    from unnest(${arrayOf(hits.map(({ watcher }) => watcher.id))}::int[], ${arrayOf(hits.map(({ change }) => change.id))}::bigint[])
      as hit(subscription_id, change_id)
    join subscription_hit told on told.subscription_id = hit.subscription_id and told.change_id = hit.change_id`.execute(
    trx,
  )
  const told = new Set(rows.map(({ subscription_id, change_id }) => `${subscription_id} ${change_id}`))
  return hits.filter(({ watcher, change }) => !told.has(`${watcher.id} ${change.id}`))
}

const kindNames = new Map<number, string>()
const namesOf = (mask: number): string => {
  const known = kindNames.get(mask)
  if (known !== undefined) return known
  const made = newsKindValues.filter(kind => (maskOf([kind]) & mask) !== 0).join(' ')
  kindNames.set(mask, made)
  return made
}

const keepSnapshots = (
  trx: Transaction<DB>,
  shown: readonly ToldChange[],
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
