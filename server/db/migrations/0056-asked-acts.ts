import { type Kysely, sql } from 'kysely'

/** Acts that members ask for under a key of their own, so that asking again does not do them twice (decision 0081). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table asked_act (
      account_id integer not null references account on delete cascade,
      key text not null,
      -- Hash of method, address and body: another act under the same key is refused.
      request_hash bytea not null,
      -- What its account might see and do: an answer is not given again to one that may see less since.
      rights text not null,
      -- Grows when somebody else takes an act over whose lease has run out; who had it before can no longer commit.
      attempt integer not null default 1,
      lease_until timestamptz not null,
      began_at timestamptz not null default clock_timestamp(),
      -- Set within the transaction of the act itself.
      acted_at timestamptz,
      answered_at timestamptz,
      status smallint,
      content_type text,
      location text,
      -- Null: not kept.
      body text,
      primary key (account_id, key)
    )`.execute(db)
  await sql`create index asked_act_began on asked_act (began_at)`.execute(db)
}
