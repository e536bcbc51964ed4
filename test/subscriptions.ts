import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { newsKindValues } from '#shared/domain/news.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { toStored } from '#shared/filters/stored-params.ts'
import { writeValues } from '#shared/filters/wire.ts'
import type { DB } from '../server/db/schema.ts'

/**
 * Subscriptions inserted directly into their table, without the preview of matches: a test names only the values it
 * is about.
 */
type Wanted = {
  values?: AnyValues
  caseId?: number
  personId?: number
  kinds?: readonly string[]
  channels?: readonly string[]
  cadence?: string
  at?: string
  weekday?: number
  zone?: string
  quiet?: { from: string; to: string }
  title?: string
}

export async function addSubscription(db: Kysely<DB>, accountId: number, wanted: Wanted): Promise<number> {
  const stored = toStored(writeValues(caseListFields, wanted.values ?? {}))
  const { id } = await db
    .insertInto('subscription')
    .values({
      account_id: accountId,
      title: wanted.title ?? 'Проверочная',
      get_params: JSON.stringify(stored),
      ...(wanted.caseId !== undefined && { about_case_id: wanted.caseId }),
      ...(wanted.personId !== undefined && { about_person_id: wanted.personId }),
      ...(wanted.values && { filter_key: createHash('sha256').update(JSON.stringify(stored)).digest() }),
      kinds: [...(wanted.kinds ?? newsKindValues)],
      channels: [...(wanted.channels ?? ['telegram'])],
      cadence: wanted.cadence ?? 'at_once',
      send_at: wanted.at ?? '09:00',
      weekday: wanted.weekday ?? 1,
      zone: wanted.zone ?? 'Europe/Moscow',
      quiet_from: wanted.quiet?.from ?? null,
      quiet_to: wanted.quiet?.to ?? null,
      secret: randomBytes(24).toString('base64url'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ids of the cases that a subscription has reported. */
export const storedHits = async (
  db: Kysely<DB>,
  subscriptionId: number,
): Promise<{ case_id: number; kinds: string[] }[]> =>
  db
    .selectFrom('subscription_hit')
    .where('subscription_id', '=', subscriptionId)
    .select(['case_id', 'kinds'])
    .orderBy('matched_at')
    .orderBy('change_id')
    .execute()

/**
 * Waits until no transaction is older than the last visible change: readers of the feed wait for transactions of
 * other tests on the same server too.
 */
export async function feedIsSettled(db: Kysely<DB>): Promise<void> {
  const isSettled = async (): Promise<boolean> => {
    const { rows } = await sql<{ settled: boolean }>`
      select coalesce(max(xid) < pg_snapshot_xmin(pg_current_snapshot()), true) as settled from case_change`.execute(db)
    return rows[0]?.settled ?? true
  }
  for (let wait = 1; !(await isSettled()); wait = Math.min(wait * 2, 100)) await pause(wait)
}

/**
 * A sent message about a case, without matching and without checking what its owner may see. Answers its
 * subscription.
 */
export async function keepMessage(db: Kysely<DB>, accountId: number, caseId: number, payload: object): Promise<number> {
  const id = await addSubscription(db, accountId, { caseId })
  const { id: batch_id } = await db
    .insertInto('subscription_batch')
    .values({ subscription_id: id, opened_at: new Date(), due_at: new Date(), sealed_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('change_snapshot')
    .values({ change_id: caseId, case_id: caseId, revision: 0, details: '[]', payload: JSON.stringify(payload) })
    .execute()
  await db
    .insertInto('subscription_hit')
    .values({
      subscription_id: id,
      change_id: caseId,
      case_id: caseId,
      kinds: ['new'],
      matched: '{}',
      matched_at: new Date(),
      batch_id,
    })
    .execute()
  return id
}
