import { type Kysely, sql } from 'kysely'

/**
 * Cases that a subscription to a name of two words or more has told of: they are their owner's own for as long as it stands (decision
 * 0096), while hits are cleaned away after a year.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table subscription_found (
    subscription_id integer not null references subscription on delete cascade,
    case_id integer not null references court_case on delete cascade,
    primary key (subscription_id, case_id)
  )`,
  `create index subscription_found_case on subscription_found (case_id)`,
  `insert into subscription_found
    select distinct subscription.id, court_case.id
    from subscription join subscription_batch batch on batch.subscription_id = subscription.id and batch.kind = 'news'
    join subscription_hit hit on hit.batch_id = batch.id
    join court_case on court_case.id = hit.case_id
    where deleted_at is null and get_params ->> 'defendant' ~ '\\S\\s+\\S'`,
]
