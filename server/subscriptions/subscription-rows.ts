import { type Kysely, sql } from 'kysely'
import { storedParams } from '#shared/api/saved.ts'
import type { Subscription } from '#shared/api/subscriptions.ts'
import type { Cadence, Channel, NewsKind } from '#shared/domain/news.ts'
import { selectCases } from '../cases/case-query.ts'
import type { DB, RowOf } from '../db/schema.ts'
import { withIsoDates } from '../http/answers.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { readFilters } from '../saved/checked-filters.ts'
import { type TimingRow, timingOf } from './batches.ts'
import { nameOfPerson } from './watched-cases.ts'

type Row = TimingRow &
  RowOf<'subscription', 'id' | 'title' | 'get_params' | 'about_case_id' | 'about_person_id'> &
  RowOf<'subscription', 'paused_at' | 'created_at' | 'asked_at'> & {
    human_readable: Record<string, string>
    kinds: NewsKind[]
    channels: Channel[]
    cadence: Cadence
    last_hit_at: Date | null
    recent_hits: number
    next_at: Date | null
    undelivered: number
    last_error: string | null
    webhook: Subscription['webhook']
    muted: number[]
  }
type ShortCase = { id: number; case_number: string; court: string }

export async function subscriptionsOf(db: Kysely<DB>, owner: AccountRights, only?: number): Promise<Subscription[]> {
  const { rows } = await sql<Row>`
    select subscription.id, title, get_params, human_readable, about_case_id, about_person_id, kinds, channels, cadence,
      send_at, weekday, zone, quiet_from, quiet_to, paused_at, created_at, asked_at,
      (
        select max(matched_at) from subscription_hit hit where hit.batch_id = (
          select max(id) from subscription_batch batch where batch.subscription_id = subscription.id and kind = 'news'
        )
      ) as last_hit_at,
      (
        select count(*)::integer from subscription_hit hit
        where hit.batch_id = any(array(
          select id from subscription_batch batch
          where batch.subscription_id = subscription.id and due_at > now() - interval '30 days'
        ))
      ) as recent_hits,
      (
        select due_at from subscription_batch batch
        where batch.subscription_id = subscription.id and sealed_at is null and kind = 'news'
      ) as next_at,
      dead.undelivered, dead.last_error,
      (
        select json_build_object('off_at', hook.off_at) from subscription_webhook hook
        where hook.subscription_id = subscription.id
      ) as webhook,
      array(select case_id from subscription_mute mute where mute.subscription_id = subscription.id order by muted_at) as muted
    from subscription cross join lateral (
      select count(*)::integer as undelivered, (array_agg(delivery.last_error order by delivery.id desc))[1] as last_error
      from delivery where delivery.subscription_id = subscription.id and dead_at is not null
        and created_at > now() - interval '30 days'
    ) dead
    where account_id = ${owner.id} and deleted_at is null and ${only === undefined ? sql`true` : sql`subscription.id = ${only}`}
    order by subscription.id desc`.execute(db)
  const cases = await shortCases(
    db,
    owner,
    rows.flatMap(({ about_case_id, muted }) => [...(about_case_id === null ? [] : [about_case_id]), ...muted]),
  )
  const people = new Map<number, string | undefined>()
  for (const { about_person_id: id } of rows)
    if (id !== null && !people.has(id)) people.set(id, await nameOfPerson(db, scopeOf(owner), id))
  return rows.map(row => present(row, owner, cases, people))
}

async function shortCases(
  db: Kysely<DB>,
  owner: AccountRights,
  ids: readonly number[],
): Promise<Map<number, ShortCase>> {
  if (ids.length === 0) return new Map()
  const rows = await selectCases(db, scopeOf(owner), {})
    .where(({ eb, fn }) => eb('court_case.id', '=', fn.any(eb.val([...ids]))))
    .innerJoin('court', 'court.id', 'court_case.court_id')
    .select(['court_case.id', 'court_case.case_number', 'court.title as court'])
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

function present(
  row: Row,
  owner: AccountRights,
  cases: ReadonlyMap<number, ShortCase>,
  people: ReadonlyMap<number, string | undefined>,
): Subscription {
  const { about_case_id, about_person_id, get_params, human_readable, webhook, muted } = row
  const read = readFilters(storedParams.catch({}).parse(get_params), owner)
  const { at, quiet } = timingOf(row)
  const ofCase = about_case_id === null ? undefined : cases.get(about_case_id)
  const name = about_person_id === null ? undefined : people.get(about_person_id)
  return {
    ...withIsoDates(row),
    about: about_case_id !== null ? 'case' : about_person_id !== null ? 'person' : 'filters',
    get_params: read.get_params,
    // jsonb has an order of its own.
    human_readable: Object.fromEntries(Object.keys(read.values).map(key => [key, human_readable[key] ?? ''])),
    case: ofCase ?? null,
    person: about_person_id === null || name === undefined ? null : { id: about_person_id, name },
    at,
    quiet,
    muted: muted.flatMap(id => cases.get(id) ?? []),
    next_at: row.paused_at === null && row.next_at !== null ? row.next_at.toISOString() : null,
    webhook: webhook && { off_at: webhook.off_at && new Date(webhook.off_at).toISOString() },
    note: noteOf(row, read.note, { ofCase, name }),
  }
}

const silent = 'Подписка ни о чём не сообщает.'
function noteOf(
  { about_case_id, about_person_id }: Row,
  filters: string | null,
  { ofCase, name }: { ofCase: ShortCase | undefined; name: string | undefined },
): string | null {
  if (about_case_id !== null) return ofCase ? null : `Это дело вам больше не видно. ${silent}`
  if (about_person_id !== null) return name ? null : `Дел этого лица вам не видно. ${silent}`
  return filters === null ? null : `${filters} ${silent}`
}
