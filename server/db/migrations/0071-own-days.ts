import { type Kysely, sql } from 'kysely'

/**
 * Days that an account knows of a case and sites do not tell: of service, of the act. Private to it. `person`: a digest of the name of an
 * accused and of which of the same name it is, empty for the case: ordinals change when a card is read again, and a name that has to be
 * forgotten must not stand here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table case_own_day (
    account_id integer not null references account on delete cascade,
    case_id integer not null references court_case on delete cascade,
    kind text not null check (kind in ('served', 'act')),
    person bytea not null default '',
    day date not null,
    primary key (account_id, case_id, kind, person)
  )`,
  `create index case_own_day_case on case_own_day (case_id)`,
]
