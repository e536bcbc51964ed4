import { type Kysely, sql } from 'kysely'

/**
 * Hits and messages are written by the ten thousand: a foreign key would look up, and lock, their subscription for every
 * row. What goes with a subscription is taken along by one statement instead.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table subscription_hit drop constraint subscription_hit_subscription_id_fkey',
  'alter table subscription_batch drop constraint subscription_batch_subscription_id_fkey',
  `create function forget_subscriptions() returns trigger language plpgsql as $$ begin
    delete from subscription_hit using gone where subscription_id = gone.id;
    delete from subscription_batch using gone where subscription_id = gone.id;
    return null;
  end $$`,
  `create trigger forget_subscriptions after delete on subscription referencing old table as gone
    for each statement execute function forget_subscriptions()`,
]
