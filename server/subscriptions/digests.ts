import { type Kysely, sql, type Transaction } from 'kysely'
import type { ChangeKind } from '#shared/api/changes.ts'
import type { CaseSnapshot } from '#shared/api/messages.ts'
import { storedParams } from '#shared/api/saved.ts'
import { addDays, dayIn } from '#shared/domain/dates.ts'
import { messageTime, type Timing } from '#shared/domain/message-times.ts'
import { toWire } from '#shared/filters/stored-params.ts'
import { toQuery } from '#shared/filters/wire.ts'
import { selectCases } from '../cases/case-query.ts'
import { asOf } from '../db/as-of/as-of.ts'
import { readInstallation } from '../db/installation.ts'
import { isCancelled } from '../db/refusal.ts'
import type { DB } from '../db/schema.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { HttpError } from '../http/errors.ts'
import type { Change } from '../journal/change-words.ts'
import { changesOfCases, wordsBetween } from '../journal/changes-between.ts'
import { readJournals } from '../journal/read-entries.ts'
import { readFilters } from '../saved/checked-filters.ts'
import { moment, type TimingRow, timingOf } from './batches.ts'
import { takeSnapshots } from './case-snapshots.ts'

/**
 * Digests: what changed among the cases of a subscription since its last digest (decision 0089). One is always open; at
 * its hour it is sealed, compares the ends of two days in Moscow, and is sent even when nothing has changed.
 */
const zone = 'Europe/Moscow'
/** Transactions that write around midnight have committed by then. */
const settling = 3_600_000
const lastWholeDay = (now: Date): string => addDays(dayIn(zone, new Date(now.getTime() - settling)), -1)

const open = (trx: Kysely<DB>, id: number, { timing, from, now }: { timing: Timing; from: string; now: Date }) =>
  sql`
    insert into subscription_batch (subscription_id, kind, opened_at, due_at, from_day)
    values (${id}, 'changes', ${moment(now)}, ${moment(messageTime(timing, now))}, ${from})
    on conflict (subscription_id) where sealed_at is null and kind = 'changes' do nothing`.execute(trx)

/** The first digest includes today. */
export async function openDigest(trx: Transaction<DB>, id: number, timing: Timing): Promise<void> {
  const now = new Date()
  const since = await readInstallation(trx, 'days_known_since')
  const from = lastWholeDay(now)
  await open(trx, id, { timing, now, from: typeof since === 'string' && since > from ? since : from })
}

export const closeDigest = (trx: Transaction<DB>, id: number): Promise<unknown> =>
  sql`delete from subscription_batch where subscription_id = ${id} and kind = 'changes' and sealed_at is null`.execute(
    trx,
  )

type SealedRow = TimingRow & {
  id: number
  subscription_id: number
  from_day: string
  sends: string
  deleted_at: Date | null
}

/**
 * Sets the second day of digests among sealed batches and opens the next ones. A digest that covers no whole day is
 * postponed.
 */
export async function sealDigests(trx: Transaction<DB>, batches: readonly number[], now: Date): Promise<void> {
  const to = lastWholeDay(now)
  const { rows } = await sql<SealedRow>`
    update subscription_batch batch set to_day = greatest(${to}::date, from_day)
    from subscription
    where batch.id = any(${batches}::bigint[]) and batch.kind = 'changes' and subscription.id = batch.subscription_id
    returning batch.id, subscription_id, from_day, sends, subscription.deleted_at,
      cadence, send_at, weekday, zone, quiet_from, quiet_to`.execute(trx)
  for (const { id, subscription_id, from_day, sends, deleted_at, ...timing } of rows) {
    const isEmpty = to <= from_day
    if (isEmpty) await trx.deleteFrom('subscription_batch').where('id', '=', id).execute()
    if (deleted_at === null && sends === 'changes')
      await open(trx, subscription_id, { timing: timingOf(timing), now, from: isEmpty ? from_day : to })
  }
}

export type DigestCase = { snapshot: CaseSnapshot; kind: ChangeKind; isNew: boolean; changes: Change[] }
export type Digest = {
  days: { from: string; to: string }
  /** Address of the page «Что изменилось» with the same filters. */
  page: string
  counts: Record<ChangeKind, number>
  /** The latest first, as many as a message can name. */
  cases: DigestCase[]
  /** Why it could not be made. */
  refusal?: string
}

type StoredFilters = Parameters<typeof toWire>[0]
export const digestPage = (get_params: StoredFilters, days: Digest['days']): string =>
  `/cases/changes?${toQuery({ ...toWire(get_params), ...days })}`

type Asked = { get_params: unknown; subscriptionId: number; days: Digest['days']; mostCases: number }

/** By what the owner may see today. Undefined when the filters have lost their meaning. */
export async function readDigest(
  db: Kysely<DB>,
  owner: AccountRights,
  { get_params, subscriptionId, days, mostCases }: Asked,
): Promise<Digest | undefined> {
  const filters = readFilters(storedParams.catch({}).parse(get_params), owner)
  if (filters.note !== null) return undefined
  const page = digestPage(filters.get_params, days)
  const counts = { appeared: 0, changed: 0, gone: 0 }
  try {
    const muted = await db
      .selectFrom('subscription_mute')
      .where('subscription_id', '=', subscriptionId)
      .select('case_id')
      .execute()
    const silent = new Set(muted.map(({ case_id }) => case_id))
    const scope = scopeOf(owner)
    const found = (await changesOfCases({ db }, scope, filters.values, days)).filter(({ id }) => !silent.has(id))
    for (const { kind } of found) counts[kind]++
    const visible = await selectCases(db, scope, {})
      .where(sql<boolean>`court_case.id = any(${found.map(({ id }) => id)}::integer[])`)
      .select('court_case.id')
      .execute()
    const isVisible = new Set(visible.map(({ id }) => id))
    const named = found.filter(({ id, isSeen }) => isSeen && isVisible.has(id)).slice(0, mostCases)
    const ids = named.map(({ id }) => id)
    const [snapshots, journals] = [
      await takeSnapshots(asOf(db, days.to), ids),
      await readJournals(db, ids, { whole: true }),
    ]
    const cases = named.flatMap(({ id, kind, is_new }): DigestCase[] => {
      const [snapshot, journal] = [snapshots.get(id), journals.get(id)]
      return snapshot && journal ? [{ snapshot, kind, isNew: is_new, changes: wordsBetween(journal, days) }] : []
    })
    return { days, page, counts, cases }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === undefined) throw error
    return { days, page, counts: { appeared: 0, changed: 0, gone: 0 }, cases: [], refusal }
  }
}

const refusalOf = (error: unknown): string | undefined => {
  if (isCancelled(error)) return 'Дела искались слишком долго: уточните фильтры.'
  return error instanceof HttpError && error.status === 400 ? Object.values(error.body).flat().join(' ') : undefined
}
