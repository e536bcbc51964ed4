import { type Kysely, sql } from 'kysely'

/**
 * What cases say that may lead to another instance of the same matter, pairs that may be one, and what people decided about
 * pairs; and the clocks of repeat prosecution.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `clue`: a hash of what is said (server/links/clues.ts). Two cases with one clue may be instances of one matter.
  `create table case_clue (
    clue bigint not null,
    case_id integer not null references court_case on delete cascade,
    stage smallint not null,
    -- How it is said: 0 of the case itself, 1 of another case on the card, 2 of another case in the text.
    role smallint not null,
    primary key (clue, stage, case_id)
  )`,
  `create index case_clue_case on case_clue (case_id)`,

  // Pairs that may be instances of one matter, where it is not plain which.
  `create table case_link_candidate (
    first_id integer not null references court_case on delete cascade,
    second_id integer not null references court_case on delete cascade,
    why text not null,
    certainty real not null check (certainty > 0 and certainty <= 1),
    primary key (first_id, second_id)
  )`,
  `create index case_link_candidate_second on case_link_candidate (second_id)`,

  // What a person decided about a pair; it outlives every re-reading of either case.
  `create table case_link_verdict (
    first_id integer not null references court_case on delete cascade,
    second_id integer not null references court_case on delete cascade,
    is_same boolean not null,
    account_id integer references account on delete set null,
    decided_at timestamptz not null default now(),
    primary key (first_id, second_id)
  )`,
  `create index case_link_verdict_second on case_link_verdict (second_id)`,

  // Cases of second instance whose first one is not here, one row each.
  `create view case_without_first_instance as
    select id as case_id, region from court_case
    where stage = 2 and not exists (
      select from case_link join court_case first on first.id = case_link.other_id
      where case_link.case_id = court_case.id and first.stage = 1
    )`,

  // People whose clocks are to be set anew, and the clocks that run (shared/domain/repeat-rules.ts).
  `create table risk_due (defendant_id integer primary key references defendant on delete cascade)`,
  `create table defendant_risk (
    defendant_id integer not null references defendant on delete cascade,
    rule text not null,
    -- Cases that count, and those that are coming, the earliest first.
    counted integer[] not null,
    coming integer[] not null,
    -- With the next case the line is crossed, or one that is coming crosses it.
    at_line boolean not null,
    -- The last day on which that many count.
    until date not null,
    primary key (defendant_id, rule)
  )`,
  `create index defendant_risk_until on defendant_risk (until, defendant_id)`,
]
