import { type Kysely, sql } from 'kysely'
import type { Subscription } from '#shared/api/subscriptions.ts'
import type { Cadence, Channel, NewsKind, Sending } from '#shared/domain/news.ts'
import { isVisibleCase } from '../cases/case-query.ts'
import type { DB, RowOf } from '../db/schema.ts'
import { withIsoDates } from '../http/answers.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { readableOf } from '../saved/readable.ts'
import { type TimingRow, timingOf } from './batches.ts'
import { shortCases, type Titled, type TitledRow, titledSubscriptions } from './titles.ts'

type Row = TimingRow &
  TitledRow &
  RowOf<'subscription', 'id' | 'paused_at' | 'created_at' | 'asked_at'> & {
    kinds: NewsKind[]
    channels: Channel[]
    sends: Sending
    cadence: Cadence
    last_hit_at: Date | null
    recent_hits: number
    next_at: Date | null
    undelivered: number
    last_error: string | null
    webhook: Subscription['webhook']
    muted: number[]
  }

export async function subscriptionsOf(db: Kysely<DB>, owner: AccountRights, only?: number): Promise<Subscription[]> {
  const isTold = owner.regions === null ? sql<boolean>`true` : isVisibleCase(db, scopeOf(owner), 'hit.case_id')
  const { rows } = await sql<Row>`
    select subscription.id, title, get_params, about_case_id, about_person_id, kinds, channels, sends, cadence,
      send_at, weekday, zone, quiet_from, quiet_to, paused_at, created_at, asked_at,
      (
        select max(matched_at) from subscription_hit hit where hit.batch_id = (
          select max(id) from subscription_batch batch where batch.subscription_id = subscription.id and kind = 'news'
        ) and ${isTold}
      ) as last_hit_at,
      (
        select count(*)::integer from subscription_hit hit
        where hit.batch_id = any(array(
          select id from subscription_batch batch
          where batch.subscription_id = subscription.id and due_at > now() - interval '30 days'
        )) and ${isTold}
      ) as recent_hits,
      (
        select due_at from subscription_batch batch
        where batch.subscription_id = subscription.id and sealed_at is null and kind = sends
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
  const names = await titledSubscriptions(db, owner, rows)
  const muted = await shortCases(
    db,
    owner,
    rows.flatMap(row => row.muted),
  )
  return rows.flatMap((row, n) => {
    const named = names[n]
    return named === undefined ? [] : [present(row, named, muted)]
  })
}

function present(row: Row, named: Titled, cases: Awaited<ReturnType<typeof shortCases>>): Subscription {
  const { about_case_id, about_person_id, webhook, muted } = row
  const { title, filters, described, ofCase, person } = named
  const { at, quiet } = timingOf(row)
  return {
    ...withIsoDates(row),
    title,
    own_title: row.title,
    about: about_case_id !== null ? 'case' : about_person_id !== null ? 'person' : 'filters',
    get_params: filters.get_params,
    human_readable: readableOf(described.each),
    case: ofCase ?? null,
    person: about_person_id === null || person === undefined ? null : { id: about_person_id, name: person },
    at,
    quiet,
    muted: muted.flatMap(id => cases.get(id) ?? []),
    next_at: row.paused_at === null && row.next_at !== null ? row.next_at.toISOString() : null,
    webhook: webhook && { off_at: webhook.off_at && new Date(webhook.off_at).toISOString() },
    note: noteOf(row, named),
  }
}

const silent = 'Подписка ни о чём не сообщает.'
function noteOf({ about_case_id, about_person_id }: Row, { filters, ofCase, person }: Titled): string | null {
  if (about_case_id !== null) return ofCase ? null : `Это дело вам больше не видно. ${silent}`
  if (about_person_id !== null) return person ? null : `Дел этого лица вам не видно. ${silent}`
  return filters.note === null ? null : `${filters.note} ${silent}`
}
