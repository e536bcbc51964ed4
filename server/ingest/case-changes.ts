import { sql, type Transaction } from 'kysely'
import type { newsKindValues } from '#shared/domain/news.ts'
import type { DB } from '../db/schema.ts'
import { eventsOf, type News } from './news.ts'

/**
 * The change feed: a row of `case_change` for every change of a case, in its transaction. Consumers read up to the oldest running transaction
 * (`pg_snapshot_xmin`), never by time or id, since rows become visible out of order.
 */
export type CaseChange = News & {
  case_id: number
  /** Id of the journal entry, 0 for a new case; null: the case itself did not change. */
  revision: number | null
}

export async function noteChanges(trx: Transaction<DB>, changes: readonly CaseChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    insert into case_change (case_id, revision, kinds, details)
    select one.case_id, one.revision, string_to_array(one.kinds, ' '), one.details::jsonb
    from unnest(
      ${changes.map(({ case_id }) => case_id)}::int[], ${changes.map(({ revision }) => revision)}::int[],
      ${changes.map(({ kinds }) => kinds.join(' '))}::text[], ${changes.map(detailsOf)}::text[]
    ) as one(case_id, revision, kinds, details)`.execute(trx)
}
const detailsOf = ({ details }: News): string | null => (details.length > 0 ? JSON.stringify(details) : null)

const appeal = 'appeal' satisfies (typeof newsKindValues)[number]

/** A newly linked review is news of the case it reviews. `relinked`: cases whose links changed. */
export async function noteAppeals(
  trx: Transaction<DB>,
  reviews: readonly number[],
  relinked: readonly number[],
  written: readonly number[],
): Promise<void> {
  if (reviews.length === 0 || relinked.length === 0) return
  await sql`
    insert into case_change (case_id, kinds, details)
    select first.id, ${[appeal]}::text[], jsonb_agg(jsonb_build_object(
      'kind', ${appeal}::text, 'before', null, 'after', review.case_number || ', ' || court.title) order by review.id)
    from case_link
    join court_case first on first.id = case_link.case_id and first.stage = 1
    join court_case review on review.id = case_link.other_id
    join court on court.id = review.court_id
    where case_link.other_id = any(${reviews}::int[]) and case_link.case_id = any(${relinked}::int[])
      and case_link.case_id <> all(${written}::int[])
    group by first.id`.execute(trx)
}

export async function hearingsAmong(
  trx: Transaction<DB>,
  befores: readonly Readonly<Record<string, unknown>>[],
): Promise<ReadonlyMap<string, boolean | null>> {
  const titles = new Set(befores.flatMap(({ events }) => eventsOf(events).map(({ type }) => type)))
  if (titles.size === 0) return new Map()
  const { rows } = await sql<{ title: string; is_hearing: boolean | null }>`
    select title, is_hearing from event_type where title = any(${[...titles]}::text[])`.execute(trx)
  return new Map(rows.map(({ title, is_hearing }) => [title, is_hearing]))
}
