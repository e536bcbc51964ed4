import { randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import {
  type Subscription,
  type SubscriptionChange,
  type SubscriptionRequest,
  subscriptionRequest,
  type watchRequest,
} from '#shared/api/subscriptions.ts'
import { defaultNewsKinds, maxSubscriptions } from '#shared/domain/news.ts'
import { inQuotes } from '#shared/domain/typography.ts'
import type { Engines } from '../cases/engine/engine.ts'
import { withAccountLock } from '../db/account-lock.ts'
import { keepFoundBefore } from '../db/my-cases.ts'
import { countRows } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { fieldError, requestError } from '../http/errors.ts'
import { changedNow, noSubscription, retimeBatch, timingOf, updateOwnSubscription } from './batches.ts'
import { refuseUnusableChannels } from './channels.ts'
import { closeDigest, openDigest } from './digests.ts'
import type { ChannelSetup } from './message.ts'
import { rehearse } from './rehearsal.ts'
import { subscriptionsOf } from './subscription-rows.ts'
import { titleOfOne } from './titles.ts'
import { muteCases, readWatched, unmuteCases, type Watched } from './watched-cases.ts'
import { resetWebhookFailures } from './webhooks.ts'

type Trx = Transaction<DB>
const one = async (db: Kysely<DB>, owner: AccountRights, id: number): Promise<Subscription> => {
  const [found] = await subscriptionsOf(db, owner, id)
  if (found === undefined) throw noSubscription()
  return found
}
const newSecret = (): string => randomBytes(24).toString('base64url')

export async function createSubscription(
  engines: Engines,
  owner: AccountRights,
  given: SubscriptionRequest,
  setup: ChannelSetup,
): Promise<Subscription> {
  const { db } = engines
  const watched = await readWatched(db, owner, scopeOf(owner), given)
  const kinds = given.kinds ?? defaultNewsKinds(watched.about)
  await refuseUnusableChannels(db, owner.id, given.channels, setup)
  refuseWrongDigest(watched.about, given)
  if (given.sends === 'news') await refuseTooBroad(engines, owner, watched, kinds)
  return withAccountLock(db, owner.id, async trx => {
    await refuseMore(trx, owner)
    await refuseTwice(trx, owner, watched, given)
    const { id, ...timing } = await trx
      .insertInto('subscription')
      .values({
        account_id: owner.id,
        title: given.title,
        ...watchedColumns(watched),
        kinds,
        channels: [...new Set(given.channels)],
        sends: given.sends,
        cadence: given.cadence,
        send_at: given.at,
        weekday: given.weekday,
        zone: given.zone,
        quiet_from: given.quiet?.from ?? null,
        quiet_to: given.quiet?.to ?? null,
        secret: newSecret(),
      })
      .returning(['id', 'cadence', 'send_at', 'weekday', 'zone', 'quiet_from', 'quiet_to'])
      .executeTakeFirstOrThrow()
    if (given.sends === 'changes') await openDigest(trx, id, timingOf(timing))
    return one(trx, owner, id)
  })
}

/** The id of the account's subscription to the same thing, created without a channel if there is none. */
export async function watchOrFind(
  engines: Engines,
  owner: AccountRights,
  given: z.output<typeof watchRequest>,
  setup: ChannelSetup,
): Promise<number> {
  const same = await sameOf(engines.db, owner, await readWatched(engines.db, owner, scopeOf(owner), given))
    .select('id')
    .orderBy('id')
    .executeTakeFirst()
  return same?.id ?? (await createSubscription(engines, owner, subscriptionRequest.parse(given), setup)).id
}

export async function changeSubscription(
  engines: Engines,
  owner: AccountRights,
  id: number,
  change: SubscriptionChange,
  setup: ChannelSetup,
): Promise<Subscription> {
  const { db } = engines
  const before = await one(db, owner, id)
  if (change.get_params !== undefined && before.about !== 'filters')
    throw fieldError('get_params', 'Эта подписка не на фильтры: сделайте другую.')
  const watched = change.get_params && (await readWatched(db, owner, scopeOf(owner), { get_params: change.get_params }))
  await refuseUnusableChannels(
    db,
    owner.id,
    (change.channels ?? []).filter(
      channel => !before.channels.includes(channel) && !(channel === 'webhook' && before.webhook !== null),
    ),
    setup,
  )
  const after = { sends: change.sends ?? before.sends, cadence: change.cadence ?? before.cadence }
  refuseWrongDigest(before.about, after)
  // Switching to a digest is validated again: the filters may be too broad, or such a digest may exist.
  const asked =
    watched ??
    (after.sends === before.sends || before.about !== 'filters'
      ? undefined
      : await readWatched(db, owner, scopeOf(owner), { get_params: before.get_params }))
  if (asked && after.sends === 'news') await refuseTooBroad(engines, owner, asked, change.kinds ?? before.kinds)
  return withAccountLock(db, owner.id, async trx => {
    if (asked) await refuseTwice(trx, owner, asked, { ...after, id })
    const resumed = change.paused === false && before.paused_at !== null
    const found = await updateOwnSubscription(trx, owner.id, id)
      .set({
        ...changedNow,
        // A generated title that a program sends back unchanged is not a custom title.
        ...(change.title !== undefined && change.title !== before.title && { title: change.title }),
        ...(change.kinds && { kinds: change.kinds }),
        ...(change.channels && { channels: [...new Set(change.channels)] }),
        sends: after.sends,
        ...timingChange(change),
        ...(change.paused === true && before.paused_at === null && { paused_at: sql<Date>`now()` }),
        ...(resumed && { paused_at: null }),
        ...(watched && watchedColumns(watched)),
        ...((watched || change.kinds || after.sends !== before.sends) && {
          watch_version: sql<number>`watch_version + 1`,
        }),
        ...((resumed || watched) && { watched_since: sql<Date>`now()` }),
        ...(change.kept && { kept_at: sql<Date>`now()`, asks: 0, asked_at: null }),
      })
      .returning(['cadence', 'send_at', 'weekday', 'zone', 'quiet_from', 'quiet_to'])
      .executeTakeFirstOrThrow(noSubscription)
    if (watched) await keepFoundBefore(trx, id)
    await retimeBatch(trx, id, timingOf(found))
    if (after.sends !== before.sends)
      await (after.sends === 'changes' ? openDigest(trx, id, timingOf(found)) : closeDigest(trx, id))
    if (change.channels?.includes('webhook') && !before.channels.includes('webhook'))
      await resetWebhookFailures(trx, id)
    await unmuteCases(trx, id, change.unmute ?? [])
    await muteCases(trx, owner, id, change.mute ?? [])
    return one(trx, owner, id)
  })
}

/** Its hits are deleted after a month. */
export const deleteSubscription = (db: Kysely<DB>, owner: AccountRights, id: number): Promise<unknown> =>
  updateOwnSubscription(db, owner.id, id)
    .set({ ...changedNow, deleted_at: sql<Date>`now()` })
    .returning('id')
    .executeTakeFirstOrThrow(noSubscription)

/** A digest requires filters and whole days. */
function refuseWrongDigest(about: Watched['about'], { sends, cadence }: Pick<Subscription, 'sends' | 'cadence'>): void {
  if (sends === 'news') return
  if (about !== 'filters') throw fieldError('sends', 'Сводка изменений бывает только у подписки на фильтры.')
  if (cadence === 'at_once') throw fieldError('cadence', 'Сводка изменений приходит раз в день или раз в неделю.')
}

async function refuseTooBroad(
  engines: Engines,
  owner: AccountRights,
  watched: Watched,
  kinds: Subscription['kinds'],
): Promise<void> {
  if (watched.about !== 'filters') return
  const { refusal } = await rehearse(engines, owner, { watched, kinds })
  if (refusal !== null) throw fieldError('get_params', refusal)
}

const subscriptionsThere = (trx: Kysely<DB>, owner: AccountRights) =>
  trx.selectFrom('subscription').where('account_id', '=', owner.id).where('deleted_at', 'is', null)

const sameOf = (db: Kysely<DB>, owner: AccountRights, watched: Watched) =>
  subscriptionsThere(db, owner).where(({ eb }) =>
    watched.about === 'filters'
      ? eb('filter_key', '=', watched.key)
      : eb(watched.about === 'case' ? 'about_case_id' : 'about_person_id', '=', watched.id),
  )

async function refuseMore(trx: Trx, owner: AccountRights): Promise<void> {
  const count = await countRows(subscriptionsThere(trx, owner))
  if (count >= maxSubscriptions) throw requestError(`Подписок не больше ${maxSubscriptions}: удалите ненужные.`)
}

async function refuseTwice(
  trx: Trx,
  owner: AccountRights,
  watched: Watched,
  { sends, id = 0 }: { sends: string; id?: number },
): Promise<void> {
  const same = await sameOf(trx, owner, watched)
    .where('id', '<>', id)
    .where('sends', '=', sends)
    .select(['title', 'get_params', 'about_case_id', 'about_person_id', 'sends'])
    .executeTakeFirst()
  const field = { filters: 'get_params', case: 'case', person: 'person' }[watched.about]
  if (same) throw fieldError(field, `Такая подписка уже есть: ${inQuotes(await titleOfOne(trx, owner, same))}.`)
}

const watchedColumns = (watched: Watched) => {
  if (watched.about === 'filters') return { get_params: JSON.stringify(watched.stored), filter_key: watched.key }
  return {
    get_params: '{}',
    ...(watched.about === 'case' ? { about_case_id: watched.id } : { about_person_id: watched.id }),
  }
}

type Asked = Pick<SubscriptionChange, 'cadence' | 'at' | 'weekday' | 'zone' | 'quiet'>
const timingChange = ({ cadence, at, weekday, zone, quiet }: Asked) => ({
  ...(cadence !== undefined && { cadence }),
  ...(at !== undefined && { send_at: at }),
  ...(weekday !== undefined && { weekday }),
  ...(zone !== undefined && { zone }),
  ...(quiet !== undefined && { quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null }),
})
