import { type Kysely, sql } from 'kysely'
import type { CaseSnapshot } from '#shared/api/messages.ts'
import type { NewsDetail, NewsKind } from '#shared/domain/news.ts'
import { isVisibleCase } from '../cases/case-query.ts'
import type { DB, RowOf } from '../db/schema.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { noSubscription, ownSubscription, type TimingRow, timingOf } from './batches.ts'
import { type Digest, readDigest } from './digests.ts'
import type { Message, MessageCase } from './message.ts'
import { type TitledRow, titleOfOne } from './titles.ts'

type Head = TimingRow &
  TitledRow &
  RowOf<'subscription', 'account_id' | 'secret'> &
  RowOf<'subscription_batch', 'from_day' | 'to_day'> &
  RowOf<'account', 'email' | 'username' | 'regions' | 'groups' | 'is_superuser'> & {
    kind: Message['kind']
    kept_days: number
  }
type HitRow = { case_id: number; kinds: NewsKind[]; details: NewsDetail[]; payload: CaseSnapshot }

/**
 * Composed at sending time, so that it contains only what the owner may see then. Undefined when there is nothing to
 * send or nobody to send to.
 */
export async function composeMessage(
  db: Kysely<DB>,
  { batch_id, key, subscription_id }: { batch_id: number; key: string; subscription_id: number },
  publicUrl: string | undefined,
): Promise<Message | undefined> {
  const { rows } = await sql<Head>`
    select batch.kind, from_day, to_day, subscription.title, subscription.sends, get_params, about_case_id, about_person_id, account.id as account_id, account.email,
      account.username, account.regions, account.groups, account.is_superuser, subscription.secret, cadence, send_at, weekday, zone, quiet_from, quiet_to, extract(day from batch.opened_at - subscription.kept_at)::integer as kept_days
    from subscription_batch batch
    join subscription on subscription.id = batch.subscription_id
    join account on account.id = subscription.account_id
    where batch.id = ${batch_id} and subscription.deleted_at is null
      and account.approved_at is not null and account.blocked_at is null`.execute(db)
  const [head] = rows
  if (head === undefined) return undefined
  const cases = head.kind === 'news' ? await messageCases(db, batch_id, subscription_id, ownerOf(head)) : []
  const digest = head.kind === 'changes' ? await digestOf(db, subscription_id, head) : undefined
  if ((head.kind === 'news' && cases.length === 0) || (head.kind === 'changes' && digest === undefined))
    return undefined
  return messageOf(db, head, { cases, digest }, { id: subscription_id, key, publicUrl })
}

export async function testMessage(
  db: Kysely<DB>,
  accountId: number,
  { id, key, publicUrl }: { id: number; key: string; publicUrl: string | undefined },
): Promise<Message> {
  const head = await ownSubscription(db, accountId, id)
    .innerJoin('account', 'account.id', 'subscription.account_id')
    .select(['title', 'get_params', 'about_case_id', 'about_person_id', 'sends'])
    .select(['subscription.secret', 'cadence', 'send_at', 'weekday', 'zone', 'quiet_from', 'quiet_to'])
    .select(['email', 'username', 'regions', 'groups', 'is_superuser'])
    .executeTakeFirstOrThrow(noSubscription)
  const test = { ...head, kind: 'test' as const, account_id: accountId, kept_days: 0, from_day: null, to_day: null }
  return messageOf(db, test, { cases: [] }, { id, key, publicUrl })
}

/** Cases named in a digest, in any channel; the rest are counted. */
const mostInDigest = 100
const digestOf = async (
  db: Kysely<DB>,
  subscriptionId: number,
  head: Head & { get_params: unknown },
): Promise<Digest | undefined> => {
  const { from_day: from, to_day: to, get_params } = head
  if (from === null || to === null) return undefined
  return readDigest(db, ownerOf(head), { get_params, subscriptionId, days: { from, to }, mostCases: mostInDigest })
}

type Content = { cases: MessageCase[]; digest?: Digest | undefined }
type Delivery = { id: number; key: string; publicUrl: string | undefined }
const ownerOf = ({ account_id: id, regions, groups, is_superuser }: Head): AccountRights => ({
  id,
  regions,
  groups,
  is_superuser,
})

const messageOf = async (
  db: Kysely<DB>,
  head: Head,
  { cases, digest }: Content,
  { id, key, publicUrl }: Delivery,
): Promise<Message> => ({
  kind: head.kind,
  key,
  subscriptionId: id,
  accountId: head.account_id,
  title: await titleOfOne(db, ownerOf(head), head),
  email: head.email,
  username: head.username,
  cases,
  digest,
  secret: head.secret,
  askedDays: head.kept_days,
  timing: timingOf(head),
  origin: publicUrl,
})

async function messageCases(
  db: Kysely<DB>,
  batchId: number,
  subscriptionId: number,
  owner: AccountRights,
): Promise<MessageCase[]> {
  const { rows } = await sql<HitRow>`
    select hit.case_id, hit.kinds, snapshot.details, snapshot.payload
    from subscription_hit hit join change_snapshot snapshot on snapshot.change_id = hit.change_id
    where hit.batch_id = ${batchId} and ${isVisibleCase(db, scopeOf(owner), 'hit.case_id')}
      and not exists (
        select from subscription_mute mute
        where mute.subscription_id = ${subscriptionId} and mute.case_id = hit.case_id
      )
    order by hit.matched_at, hit.change_id`.execute(db)
  return mergeByCase(rows)
}

/** The newest snapshot of each case, with the kinds and details of all its changes. */
function mergeByCase(rows: readonly HitRow[]): MessageCase[] {
  const cases = new Map<number, MessageCase>()
  for (const { case_id, kinds, details, payload } of rows) {
    const before = cases.get(case_id)
    cases.set(case_id, {
      snapshot: payload,
      kinds: [...new Set([...(before?.kinds ?? []), ...kinds])],
      details: [...(before?.details ?? []), ...details.filter(({ kind }) => kinds.includes(kind))],
    })
  }
  return [...cases.values()]
}
