import { type Kysely, sql } from 'kysely'

/** A subscription may send digests instead of news: what changed among its cases since the last one, by days of Moscow (decision 0089). */
const steps = [
  `alter table subscription add column sends text not null default 'news' check (sends in ('news', 'changes'))`,
  `alter table subscription_batch
    add column from_day date,
    add column to_day date,
    add check ((kind = 'changes') = (from_day is not null))`,
  `create unique index subscription_batch_open_digest on subscription_batch (subscription_id)
    where sealed_at is null and kind = 'changes'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const step of steps) await sql.raw(step).execute(db)
}
