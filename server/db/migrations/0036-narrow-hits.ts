import { type Kysely, sql } from 'kysely'

/**
 * Hits are written by the ten thousand, and every index of theirs costs as much as the rows themselves. They are found by
 * their message alone: a row needs no number, and that it is there once is seen to by whoever writes it (decision 0049).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table subscription_hit rename to former_hit`,
  `alter index subscription_hit_batch rename to former_hit_batch`,
  `create table subscription_hit (
    batch_id bigint not null,
    change_id bigint not null,
    matched_at timestamptz not null,
    subscription_id integer not null,
    case_id integer not null,
    -- Found only by the nightly sweep.
    missed boolean not null default false,
    kinds text[] not null,
    -- The filters as they are kept, narrowed to the values that the case has: JSON that is only ever read whole.
    matched text not null
  )`,
  `insert into subscription_hit
    select batch_id, change_id, matched_at, subscription_id, case_id, missed, kinds, matched::text from former_hit order by id`,
  `create index subscription_hit_batch on subscription_hit (batch_id)`,
  `drop table former_hit`,
  `create or replace function forget_subscriptions() returns trigger language plpgsql as $$ begin
    delete from subscription_hit using gone, subscription_batch batch
      where batch.subscription_id = gone.id and batch_id = batch.id;
    delete from subscription_batch using gone where subscription_id = gone.id;
    return null;
  end $$`,
]
