import { type Kysely, type Selectable, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { hostOf } from './site-address.ts'

/**
 * Rereads a case at a person's request, within the same rate limits and at most once a minute. The caller also enqueues
 * the collecting job.
 */
type Refresh = { kind: 'asked' } | { kind: 'too_soon'; again_at: Date } | { kind: 'no_address' }

const leastPause = '1 minute'

export async function refreshCase(db: Kysely<DB>, caseId: number): Promise<Refresh> {
  const listed = await listedOf(db, caseId)
  if (listed === undefined) return { kind: 'no_address' }
  const { rows } = await sql<{ id: number }>`
    update listed_case set urgency = 0, due_at = now(), attempts = 0, last_error = null
    where id = ${listed} and urgency > 0 and coalesce(${lastAsked} < now() - ${leastPause}::interval, true)
    returning id`.execute(db)
  if (rows.length > 0) return { kind: 'asked' }
  const state = await refreshState(db, caseId)
  if (state?.waiting) return { kind: 'asked' }
  const again = await sql<{ at: Date }>`
    select coalesce(${lastAsked}, now()) + ${leastPause}::interval as at from listed_case where id = ${listed}`.execute(
    db,
  )
  return { kind: 'too_soon', again_at: again.rows[0]?.at ?? new Date() }
}
/** A response that was no card counts as well: it was a request to the site. */
const lastAsked = sql`greatest(card_at, (
  select max(r.asked_at) from court_request r join court_site s on s.host = r.host
  where s.id = listed_case.site_id and r.url = listed_case.url and r.asked_at > now() - interval '1 minute'))`

export type RefreshState = {
  waiting: boolean
  captcha: boolean
  /** The earliest time the host accepts a request. */
  not_before: Date | null
  read_at: Date | null
  error: string | null
}
export async function refreshState(db: Kysely<DB>, caseId: number): Promise<RefreshState | undefined> {
  const { rows } = await sql<RefreshState>`
    select l.urgency = 0 and l.due_at is not null as waiting, coalesce(l.due_at = 'infinity', false) as captcha,
      case when greatest(h.silent_until, p.silent_until) > now() then greatest(h.silent_until, p.silent_until) end as not_before,
      l.card_at as read_at, l.last_error as error
    from listed_case l join court_site s on s.id = l.site_id
    left join court_host h on h.host = s.host left join court_platform p on p.platform = h.platform
    where l.case_id = ${caseId} order by l.id limit 1`.execute(db)
  return rows[0]
}

type Found = { source_key: string } & Pick<
  Selectable<DB['court_case']>,
  'court_id' | 'type' | 'stage' | 'case_number' | 'case_uid' | 'entry_date' | 'url'
>
async function addressOf(db: Kysely<DB>, caseId: number): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select k.court_id, k.type, k.stage, k.case_number, k.case_uid, k.entry_date, k.url, s.source_key
    from court_case k join case_source s on s.case_id = k.id
    where k.id = ${caseId} and s.origin <> 'demo' order by s.last_seen_at desc limit 1`.execute(db)
  const found = rows[0]
  return found !== undefined && URL.canParse(found.url) && /^https?:/.test(found.url) ? found : undefined
}

/** Whether `refreshCase` knows an address of the card. */
export async function isRefreshable(db: Kysely<DB>, caseId: number): Promise<boolean> {
  const found = await addressOf(db, caseId)
  const { rows } = await sql<{ is_known: boolean }>`
    select exists (select from listed_case where case_id = ${caseId})
      or exists (select from court_site where court_id = ${found?.court_id ?? null} and host = ${found ? hostOf(found.url) : null})
      as is_known`.execute(db)
  return rows[0]?.is_known === true
}

/** A case from another source gets a row in the queue by its address. */
async function listedOf(db: Kysely<DB>, caseId: number): Promise<number | undefined> {
  const known = await db
    .selectFrom('listed_case')
    .where('case_id', '=', caseId)
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (known !== undefined) return known.id
  const found = await addressOf(db, caseId)
  if (found === undefined) return undefined
  const added = await sql<{ id: number }>`
    insert into listed_case (site_id, source_key, place, url, type, stage, case_number, case_uid, entry_date, case_id, due_at)
    select id, ${found.source_key}, ${found.source_key}, ${found.url}, ${found.type}, ${found.stage}, ${found.case_number},
      ${found.case_uid}, ${found.entry_date}, ${caseId}, null
    from court_site where court_id = ${found.court_id} and host = ${hostOf(found.url)}
    on conflict (source_key) do update set case_id = excluded.case_id returning id`.execute(db)
  return added.rows[0]?.id
}
