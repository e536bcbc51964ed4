import { type Kysely, sql } from 'kysely'
import type { CaseSnapshot, DeliveredMessage, SubscriptionHit } from '#shared/api/messages.ts'
import { storedParams } from '#shared/api/saved.ts'
import type { NewsDetail, NewsKind } from '#shared/domain/news.ts'
import { isVisibleCase } from '../cases/case-query.ts'
import { countRows, type PageAsked, type PageFound } from '../db/page-of-query.ts'
import type { DB, RowOf } from '../db/schema.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { readFilters } from '../saved/checked-filters.ts'
import { describedFilters } from '../saved/readable.ts'
import { noSubscription, ownSubscription } from './batches.ts'
import { unseenPerson } from './titles.ts'
import { nameOfPerson } from './watched-cases.ts'

const shownHits = 20

type HitRow = {
  id: number
  kinds: NewsKind[]
  details: NewsDetail[]
  payload: CaseSnapshot
  matched: unknown
  matched_at: string
  missed: boolean
}
type Row = {
  id: number
  kind: DeliveredMessage['kind']
  due_at: Date
  days: DeliveredMessage['days']
  count: number
  hits: HitRow[]
  deliveries: {
    channel: string
    delivered_at: string | null
    attempts: number
    next_at: string
    dead_at: string | null
    error: string | null
  }[]
}

export async function deliveriesOf(
  db: Kysely<DB>,
  owner: AccountRights,
  id: number,
  { page, size }: PageAsked,
): Promise<PageFound<DeliveredMessage>> {
  const mine = await ownSubscription(db, owner.id, id)
    .select(['about_case_id', 'about_person_id'])
    .executeTakeFirstOrThrow(noSubscription)
  // An open digest has no content yet.
  const isTold = sql<boolean>`subscription_id = ${id} and (kind <> 'changes' or sealed_at is not null)`
  const count = await countRows(db.selectFrom('subscription_batch').where(isTold))
  const isVisible = isVisibleCase(db, scopeOf(owner), 'hit.case_id')
  const { rows } = await sql<Row>`
    select batch.id, batch.kind, batch.due_at,
      case when from_day is not null then json_build_object('from', from_day, 'to', to_day) end as days,
      (select count(*)::integer from subscription_hit hit where hit.batch_id = batch.id and ${isVisible}) as count,
      coalesce((
        select json_agg(one order by one.matched_at desc, one.id desc) from (
          select hit.change_id as id, hit.kinds, snapshot.details, snapshot.payload, hit.matched::json, hit.matched_at, hit.missed
          from subscription_hit hit join change_snapshot snapshot on snapshot.change_id = hit.change_id
          where hit.batch_id = batch.id and ${isVisible} order by hit.matched_at desc, hit.change_id desc limit ${shownHits}
        ) one
      ), '[]') as hits,
      coalesce((
        select json_agg(json_build_object('channel', channel, 'delivered_at', delivered_at, 'attempts', attempts,
          'next_at', next_at, 'dead_at', dead_at, 'error', last_error) order by channel)
        from delivery where delivery.batch_id = batch.id
      ), '[]') as deliveries
    from subscription_batch batch where ${isTold}
    order by batch.due_at desc, batch.id desc limit ${size} offset ${(page - 1) * size}`.execute(db)
  const why = reasons(db, owner, mine)
  const messages: DeliveredMessage[] = []
  for (const { hits, deliveries, due_at, ...rest } of rows) {
    const told: SubscriptionHit[] = []
    for (const hit of hits) told.push(await presentHit(hit, why))
    messages.push({
      ...rest,
      due_at: due_at.toISOString(),
      hits: told,
      deliveries: deliveries.map(({ delivered_at, dead_at, next_at, ...delivery }) => ({
        ...delivery,
        delivered_at: delivered_at && instant(delivered_at),
        next_at: delivered_at === null && dead_at === null ? instant(next_at) : null,
        dead: dead_at !== null,
      })),
    })
  }
  return { count, rows: messages }
}

/** PostgreSQL's own format inside JSON. */
const instant = (at: string): string => new Date(at).toISOString()

type Why = (hit: HitRow) => Promise<SubscriptionHit['why']>
const presentHit = async (hit: HitRow, why: Why): Promise<SubscriptionHit> => ({
  id: hit.id,
  case: hit.payload,
  kinds: hit.kinds,
  details: hit.details.filter(({ kind }) => hit.kinds.includes(kind)),
  why: await why(hit),
  matched_at: instant(hit.matched_at),
  missed: hit.missed,
})

/** Memoised: many hits match by the same values. */
const reasons = (
  db: Kysely<DB>,
  owner: AccountRights,
  { about_case_id, about_person_id }: RowOf<'subscription', 'about_case_id' | 'about_person_id'>,
): Why => {
  const known = new Map<string, Promise<SubscriptionHit['why']>>()
  const ofFilters = async (matched: unknown): Promise<SubscriptionHit['why']> => {
    const { values } = readFilters(storedParams.catch({}).parse(matched), owner)
    const { each: said } = await describedFilters(db, values, scopeOf(owner))
    return said.map(({ label, text }) => ({ label, text }))
  }
  const ofPerson = async (id: number): Promise<SubscriptionHit['why']> => [
    { label: 'Лицо', text: (await nameOfPerson(db, scopeOf(owner), id)) ?? unseenPerson },
  ]
  return async ({ matched, payload }) => {
    if (about_case_id !== null) return [{ label: 'Дело', text: payload.case_number }]
    const key = JSON.stringify(matched)
    const found = known.get(key) ?? (about_person_id === null ? ofFilters(matched) : ofPerson(about_person_id))
    known.set(key, found)
    return found
  }
}
