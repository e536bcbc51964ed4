import { type Kysely, type Selectable, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Proceedings } from './catalogues.ts'
import { type Site, siteColumns } from './sites.ts'

/** Chooses a host (urgent first, then where it is night, then the longest due), then its most urgent task. */
type ReadyHost = { host: string; zone: string; urgent: boolean }
type WindowRow = Selectable<DB['collect_window']>
export type SearchWindow = Proceedings &
  Pick<WindowRow, 'id' | 'why' | 'article' | 'server' | 'catalogue' | 'from_day' | 'to_day' | 'page' | 'walk'> &
  Pick<WindowRow, 'promised' | 'attempts'>
type ListedRow = Selectable<DB['listed_case']>
export type ListedCase = Proceedings &
  Pick<ListedRow, 'id' | 'source_key' | 'place' | 'url' | 'server' | 'case_number' | 'case_uid' | 'entry_date'> &
  Pick<ListedRow, 'people' | 'case_id' | 'card_hash' | 'text_url' | 'text_hash' | 'way' | 'urgency' | 'attempts'> & {
    task: 'card' | 'text' | 'find'
  }
/** A lease until `claimed`: nobody else starts the task before, and the task of a killed worker becomes free then. */
export type QueuedTask = { site: Site; claimed: Date } & (
  | { kind: 'window'; window: SearchWindow }
  | { kind: 'listed'; listed: ListedCase }
)

/** `sites`: only these; absent means every site. `urgent`: only requests of people. */
export type TaskFilter = { sites?: readonly number[] | undefined; urgent?: boolean | undefined }
const among = ({ sites, urgent = false }: TaskFilter) =>
  sql`(${sites === undefined ? sql`true` : sql`s.id = any(${sites}::integer[])`} and (not ${urgent}::boolean or due.urgency = 0))`

/** A window already started precedes cards: its pages shift while they wait. */
const windowUrgency = sql`case when page > 1 or walk > 1 then 1 else 2 end`
const windowsDue = (at: string) => sql`
  select ${windowUrgency} as urgency, due_at from collect_window
  where site_id = s.id and state = 'open' and due_at <= ${sql.raw(at)} order by due_at, id limit 1`
const cardsDue = (at: string) => sql`
  select u.urgency, first.due_at from unnest('{0,2,3}'::smallint[]) u(urgency), lateral (
    select due_at from listed_case
    where site_id = s.id and listed_case.urgency = u.urgency and due_at <= ${sql.raw(at)} order by due_at limit 1
  ) first`

const hostsWithState = sql`
  court_site s join court c on c.id = s.court_id
  left join court_host h on h.host = s.host left join court_platform p on p.platform = h.platform`

export async function nextHost(db: Kysely<DB>, only: TaskFilter): Promise<ReadyHost | undefined> {
  const { rows } = await sql<ReadyHost>`
    select s.host, c.time_zone as zone, due.urgency = 0 as urgent
    from ${hostsWithState}, lateral (
      select * from ((${windowsDue('now()')}) union all (${cardsDue('now()')})) task
      where task.urgency = 0 or coalesce(h.calm_until <= now(), true)
      order by task.urgency, task.due_at limit 1
    ) due
    where ${among(only)} and coalesce(greatest(h.busy_until, h.next_at, h.silent_until, p.silent_until) <= now(), true)
    order by due.urgency <> 0, extract(hour from now() at time zone c.time_zone) between 7 and 20, due.urgency, due.due_at, s.id
    limit 1`.execute(db)
  return rows[0]
}

/**
 * The earliest time at which something can be requested; undefined when nothing is left. `wait` excludes tasks that
 * wait for a captcha.
 */
export async function nextMoment(db: Kysely<DB>, only: TaskFilter): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(greatest(due.due_at, h.busy_until, h.next_at, h.silent_until, p.silent_until,
      case when due.urgency > 0 then h.calm_until end)) as at
    from ${hostsWithState}, lateral (
      (${windowsDue("'infinity'")}) union all (${cardsDue("'9999-01-01'")})
    ) due where ${among(only)}`.execute(db)
  return rows[0]?.at ?? undefined
}

export async function nextTask(
  db: Kysely<DB>,
  host: string,
  { only, lease }: { only: TaskFilter; lease: number },
): Promise<QueuedTask | undefined> {
  const { rows } = await sql<Site & { window_id: number | null; listed_id: number | null }>`
    select ${siteColumns}, due.window_id, due.listed_id
    from court_site s join court c on c.id = s.court_id, lateral (
      (select id as window_id, null::integer as listed_id, ${windowUrgency} as urgency, due_at from collect_window
        where site_id = s.id and state = 'open' and due_at <= now()
        order by case when page > 1 or walk > 1 then 0 else 1 end, due_at, id limit 1)
      union all
      (select null, first.id, u.urgency, first.due_at from unnest('{0,2,3}'::smallint[]) u(urgency), lateral (
        select id, due_at from listed_case
        where site_id = s.id and listed_case.urgency = u.urgency and due_at <= now() order by due_at limit 1
      ) first)
    ) due
    where s.host = ${host} and ${among(only)}
    order by due.urgency, due.window_id is null, due.due_at limit 1`.execute(db)
  const row = rows[0]
  if (row === undefined) return undefined
  const { window_id, listed_id, ...site } = row
  const claim = sql`
    due_at = date_trunc('milliseconds', now() + interval '1 millisecond' * ${lease}::float8)
    where id = ${window_id ?? listed_id} and due_at <= now()`
  if (window_id !== null) {
    const found = await sql<SearchWindow & { claimed: Date }>`
      update collect_window set ${claim} and state = 'open'
      returning id, why, type, stage, article, server, catalogue, from_day, to_day, page, walk, promised, attempts,
        due_at as claimed`.execute(db)
    const [window] = found.rows
    return window === undefined ? undefined : { site, claimed: window.claimed, kind: 'window', window }
  }
  const found = await sql<ListedCase & { claimed: Date }>`
    update listed_case set ${claim}
    returning id, source_key, place, url, type, stage, server, case_number, case_uid, entry_date, people, case_id, card_hash,
      text_url, text_hash, task, way, urgency, attempts, due_at as claimed`.execute(db)
  const [listed] = found.rows
  return listed === undefined ? undefined : { site, claimed: listed.claimed, kind: 'listed', listed }
}

export async function releaseTask(db: Kysely<DB>, task: QueuedTask): Promise<void> {
  const [table, id] = task.kind === 'window' ? ['collect_window', task.window.id] : ['listed_case', task.listed.id]
  await sql`update ${sql.table(String(table))} set due_at = now() where id = ${id} and due_at = ${task.claimed}`.execute(
    db,
  )
}
