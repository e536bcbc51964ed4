import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { webhookMessage } from '#shared/api/other-programs.ts'
import { afterQuiet, messageTime } from '#shared/domain/message-times.ts'
import type { NewsKind } from '#shared/domain/news.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { testDatabase } from '../../test/database.ts'
import { buildAccount } from '../../test/factories.ts'
import { addSubscription, feedIsSettled } from '../../test/subscriptions.ts'
import { connect } from '../db/connect.ts'
import { random } from '../demo/random.ts'
import { type CaseRecordInput, caseRecord } from '../ingest/case-record.ts'
import { ingest } from '../ingest/ingest.ts'
import { timingOf } from './batches.ts'
import { type Channels, connectChannels, type SendMessage } from './channels.ts'
import { matchChanges } from './match-changes.ts'
import { askForReconfirmation, deleteOldNews } from './nightly.ts'
import { dispatch } from './outbox.ts'
import type { Post } from './post-outside.ts'
import { WatchList } from './watch-list.ts'
import { newWebhookSecret } from './webhooks.ts'

/**
 * A month of changes by a clock of its own, with connections that break in the middle of whatever is being done and
 * channels that fail: everything expected comes exactly once, in its time, to those who may see it.
 */
const { db, url } = await testDatabase()
const { next: rng, chance, pick } = random(20_260_301)

const regionsOf = [null, [77], [78, 50], [16], []]
const accounts = await Promise.all(regionsOf.map(regions => buildAccount(db, regions === null ? {} : { regions })))
const courts = [77, 78, 16, 50].map(region => ({ title: `Выдуманный суд № ${region}`, region }))

type Wanted = {
  id: number
  account: number
  regions: readonly number[] | null
  region?: number
  number?: string
  kinds?: NewsKind[]
}
const wanted: Wanted[] = []
for (const [n, account] of accounts.entries())
  for (const [k, timing] of [
    { cadence: 'at_once', quiet: { from: '22:00', to: '08:00' } },
    { cadence: 'daily', at: '07:30', zone: 'Asia/Vladivostok' },
    { cadence: 'weekly', weekday: 5, at: '18:00' },
    { cadence: 'at_once', zone: 'Asia/Yekaterinburg' },
  ].entries()) {
    const region = k % 2 === 0 ? pick([77, 78, 16, 50]) : undefined
    const number = region === undefined ? `/${2025 + (n % 2)}` : undefined
    const kinds: NewsKind[] | undefined = k === 3 ? ['result', 'hearing_moved'] : undefined
    const values = {
      ...(region !== undefined && { regions: [region] }),
      ...(number !== undefined && { case_number: number }),
    }
    const channels = k === 2 ? ['email', 'webhook'] : ['telegram', 'email', ...(k === 0 ? ['webhook'] : [])]
    const id = await addSubscription(db, account.id, { values, channels, ...timing, ...(kinds && { kinds }) })
    if (channels.includes('webhook'))
      await db
        .insertInto('subscription_webhook')
        .values({
          subscription_id: id,
          url: 'https://hook.example/',
          secret: newWebhookSecret(),
          secret_at: new Date(),
          created_at: new Date(),
        })
        .execute()
    wanted.push({
      id,
      account: n,
      regions: regionsOf[n] ?? null,
      ...(region && { region }),
      ...(number && { number }),
      ...(kinds && { kinds }),
    })
  }

/** What reached people, by channel and key: the same key twice is the same message. */
type Received = { channel: string; key: string; at: number; subscription: number; cases: number[] }
const received: Received[] = []
let now = new Date(`${today()}T06:00:00Z`)

/** What must happen at least once is placed, by the count of arrivals at a channel; chance comes beside it. */
const arrived = new Map<string, number>()
/** Ends the process that is sending; it notes nothing any more. */
let kill: () => Promise<void> = async () => undefined
async function placedTrouble(channel: string): Promise<'lost' | 'killed' | undefined> {
  const count = (arrived.get(channel) ?? 0) + 1
  arrived.set(channel, count)
  if (count === 1) return 'lost'
  if (count !== 2) return undefined
  await kill()
  return 'killed'
}
/** Chance stops before the product gives up: after nine attempts a delivery is dead, after two days a webhook is off. */
async function mayFail(key: string, at: number): Promise<boolean> {
  const { attempts, failing_since: since } = await db
    .selectFrom('delivery')
    .leftJoin('subscription_webhook as hook', 'hook.subscription_id', 'delivery.subscription_id')
    .select(['attempts', 'failing_since'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return attempts < 5 && (since === null || at - since.getTime() < 86_400_000)
}
const listening =
  (channel: string, at: number): SendMessage =>
  async (_, message) => {
    const canFail = await mayFail(message.key, at)
    if (canFail && chance(0.1)) return { ok: false, error: 'не сейчас', isFinal: false }
    received.push({
      channel,
      key: message.key,
      at,
      subscription: message.subscriptionId,
      cases: message.cases.map(({ snapshot }) => snapshot.id),
    })
    // It arrived, but we never heard so.
    if ((await placedTrouble(channel)) === 'lost' || (canFail && chance(0.05))) throw new Error('the line broke')
    return { ok: true }
  }
/** A program: it sees what comes over the wire, and knows a message by its number alone. */
const program =
  (at: number): Post =>
  async (_, { headers, body }) => {
    const key = headers['webhook-id'] ?? ''
    const fate = (await mayFail(key, at)) ? rng() : 1
    if (fate < 0.05) return { status: null, ms: 1, said: 'нет ответа' }
    if (fate < 0.1) return { status: 503, ms: 1 }
    const message = webhookMessage.parse(JSON.parse(String(body)))
    received.push({
      channel: 'webhook',
      key,
      at,
      subscription: message.subscription.id,
      cases: message.cases.map(one => one.case.id),
    })
    const isLost = (await placedTrouble('webhook')) === 'lost' || fate < 0.15
    return isLost ? { status: null, ms: 1, said: 'ответ не дошёл' } : { status: 204, ms: 1 }
  }
/** By the time of the process that sends: one lane of a killed one may still be sending when the clock has gone on. */
const channelsAt = (at: number): Channels => ({
  ...connectChannels({ telegram: undefined, mailer: undefined, post: program(at) }),
  telegram: listening('telegram', at),
  email: listening('email', at),
})

/** Cards as the courts have them, changing as time goes. */
const cards: CaseRecordInput[] = []
const newCard = (n: number): CaseRecordInput => ({
  source_key: `month:${n}`,
  type: 1,
  stage: 1,
  court: pick(courts),
  case_number: `5-${n}/${chance(0.5) ? 2025 : 2026}`,
  entry_date: today(),
})
const later = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const hearing = () => [
  { type: 'Рассмотрение дела по существу', date: later(2 + Math.floor(rng() * 60)), time: '10:00' },
]
const changeOf = (card: CaseRecordInput): CaseRecordInput =>
  pick([
    { ...card, events: hearing() },
    { ...card, result: 'Прекращено', result_date: today() },
    { ...card, judge: `Прозорова ${pick(['А', 'Б', 'В'])}. Б.` },
    { ...card, text: `Суд решил: ${Math.floor(rng() * 1e6)}.` },
  ])

/** A process: it works until it is done or is killed under the hand; the next one knows nothing of it. */
let list = new WatchList()
let broken = 0
let placed = 0
const named = (name: string): string => `${url}${url.includes('?') ? '&' : '?'}application_name=${name}`
const breakConnections = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'victim'`.execute(db)
async function work(killed: boolean): Promise<void> {
  const own = connect(named('victim'), { max: 3 })
  const channels = channelsAt(now.getTime())
  const quietly = (): void => undefined
  let mayBreak = killed
  // Between sending and noting: without its pool it cannot note anything by a new connection either.
  kill = async () => {
    mayBreak = true
    placed++
    await breakConnections()
    await own.destroy()
  }
  const done = (async () => {
    while ((await matchChanges(own, list, { now, onError: quietly })).more);
    await dispatch(own, { now, channels, publicUrl: undefined, onError: quietly })
  })().catch(error => {
    if (!mayBreak) throw error
    broken++
  })
  if (killed) {
    await pause(rng() * 40)
    await breakConnections()
  }
  await done
  if (mayBreak) list = new WatchList()
  await own.destroy()
}
describe('a month of news', () => {
  it('comes exactly once by every channel, never early, and to nobody who may not see it', async () => {
    await matchChanges(db, list, { now, onError: () => undefined })
    const steps = 40
    for (let step = 0; step < steps; step++) {
      now = new Date(now.getTime() + (20 + rng() * 1_350) * 60_000)
      const batch = Array.from({ length: 1 + Math.floor(rng() * 3) }, () => {
        const known = cards.length > 0 && chance(0.6) ? Math.floor(rng() * cards.length) : cards.length
        const card = cards[known]
        cards[known] = card ? changeOf(card) : newCard(known)
        return known
      })
      await ingest(
        db,
        [...new Set(batch)].map(n => caseRecord.parse(cards[n])),
        { origin: 'month' },
      )
      await work(chance(0.25))
    }
    // The clock goes on until everything has gone out; it does not wait for who else works in this server.
    await feedIsSettled(db)
    const isOpen = async (): Promise<boolean> => {
      const { rows } = await sql<{ open: boolean }>`
        select exists (select from subscription_batch where sealed_at is null)
          or exists (select from delivery where delivered_at is null and dead_at is null) as open`.execute(db)
      return rows[0]?.open ?? true
    }
    const halfDays = 40
    for (let half = 0; half === 0 || (half < halfDays && (await isOpen())); half++) {
      now = new Date(now.getTime() + 720 * 60_000)
      await work(false)
    }

    const { rows: changes } = await sql<{
      id: number
      case_id: number
      kinds: NewsKind[]
      region: number
      number: string
    }>`
      select case_change.id, case_id, kinds, region, case_number as number
      from case_change join court_case on court_case.id = case_id where kinds <> '{}'`.execute(db)
    const expected = wanted.flatMap(({ id, regions, region, number, kinds }) =>
      changes
        .filter(change => region === undefined || change.region === region)
        .filter(change => number === undefined || change.number.includes(number))
        .filter(change => kinds === undefined || change.kinds.some(kind => kinds.includes(kind)))
        .filter(change => regions === null || regions.includes(change.region))
        .map(change => `${id} ${change.id}`),
    )
    expect(expected.length).toBeGreaterThan(100)
    const { rows: hits } = await sql<{
      subscription_id: number
      change_id: number
      case_id: number
      batch_id: number
      matched_at: Date
    }>`
      select subscription_id, change_id, case_id, batch_id, matched_at from subscription_hit`.execute(db)
    expect(hits.map(hit => `${hit.subscription_id} ${hit.change_id}`).toSorted()).toEqual(expected.toSorted())

    const deliveries = await db
      .selectFrom('delivery')
      .innerJoin('subscription_batch', 'subscription_batch.id', 'batch_id')
      .innerJoin('subscription', 'subscription.id', 'delivery.subscription_id')
      .select([
        'delivery.key',
        'delivery.channel',
        'batch_id',
        'delivered_at',
        'dead_at',
        'due_at',
        'opened_at',
        'delivery.subscription_id',
      ])
      .select(['cadence', 'send_at', 'weekday', 'zone', 'quiet_from', 'quiet_to', 'channels'])
      .execute()
    expect(deliveries.every(({ delivered_at, dead_at }) => delivered_at !== null && dead_at === null)).toBe(true)
    const arrivals = Map.groupBy(received, ({ key }) => key)
    expect(arrivals.size).toBe(deliveries.length)
    const byBatch = Map.groupBy(hits, ({ batch_id }) => batch_id)
    // Every message of every batch by each of its channels, with exactly the cases of its hits.
    expect(deliveries.length).toBe(
      [...byBatch.keys()].reduce(
        (sum, batch) => sum + (deliveries.find(({ batch_id }) => batch_id === batch)?.channels.length ?? 0),
        0,
      ),
    )
    for (const delivery of deliveries) {
      const own = byBatch.get(delivery.batch_id) ?? []
      const timing = timingOf(delivery)
      const first = Math.min(...own.map(({ matched_at }) => matched_at.getTime()))
      expect(delivery.due_at).toEqual(messageTime(timing, new Date(first)))
      for (const arrival of arrivals.get(delivery.key) ?? []) {
        expect(arrival.channel).toBe(delivery.channel)
        expect(arrival.cases.toSorted()).toEqual([...new Set(own.map(({ case_id }) => case_id))].toSorted())
        expect(arrival.at).toBeGreaterThanOrEqual(delivery.due_at.getTime())
        expect(afterQuiet(timing, new Date(arrival.at)).getTime()).toBe(arrival.at)
      }
    }
    expect(new Set(received.map(({ channel }) => channel))).toEqual(new Set(['telegram', 'email', 'webhook']))
    // It was as bad a month as it was meant to be.
    for (const channel of ['telegram', 'email', 'webhook']) {
      const own = received.filter(arrival => arrival.channel === channel)
      expect(own.length).toBeGreaterThan(new Set(own.map(({ key }) => key)).size)
    }
    expect(placed).toBe(3)
    expect(broken).toBeGreaterThan(0)
  })

  it('ends in a question about old subscriptions, at 90 and at 180 days, once each', async () => {
    const day = (count: number) => new Date(Date.now() + count * 86_400_000)
    expect(await askForReconfirmation(db, day(89))).toBe(0)
    expect(await askForReconfirmation(db, day(91))).toBe(wanted.length)
    expect(await askForReconfirmation(db, day(92))).toBe(0)
    await sql`update subscription set kept_at = ${day(100)}, asks = 0 where id = ${wanted[0]?.id}`.execute(db)
    expect(await askForReconfirmation(db, day(181))).toBe(wanted.length - 1)
    expect(await askForReconfirmation(db, day(400))).toBe(1)
    received.length = 0
    await dispatch(db, {
      now: day(400),
      channels: channelsAt(now.getTime()),
      publicUrl: undefined,
      onError: () => undefined,
    })
    expect(received.length).toBeGreaterThan(wanted.length)
    await deleteOldNews(db, day(800))
    expect(await db.selectFrom('subscription_hit').select('case_id').execute()).toEqual([])
  })
})
