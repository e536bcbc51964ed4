import { type Kysely, sql } from 'kysely'

/**
 * Collecting: which sites are asked, what of them is still to be asked, whose turn it is, what came and what of it was
 * understood. All of it lies in the database, so that ten workers are one (design §12) and a killed one loses nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Bodies are compressed by us: PostgreSQL need not try again.
  `alter table page
    add column content_type text not null default '',
    add column size integer not null default 0`,
  `alter table page alter column body set storage external`,

  // Where the cases of a court lie. One host may serve many courts (Moscow).
  `create table court_site (
    id integer primary key generated always as identity,
    court_id integer not null references court on delete cascade,
    host text not null,
    url text not null,
    layout text not null,
    -- Each holds other cases.
    servers smallint[] not null default '{1}' check (cardinality(servers) > 0),
    -- Whether the schedule asks it.
    is_watched boolean not null default true,
    unique (court_id, host)
  )`,
  `create index court_site_host on court_site (host)`,
  // The same lines stand in reference/seed.ts, which fills an empty database.
  `insert into court_site (court_id, host, url, layout)
    select id, regexp_replace(lower(url), '^https?://(www\\.)?([^/]+).*$', '\\2'), url,
      case site_layout when 'mosgorsud' then 'mos_gorsud' else site_layout end
    from court where url ~ '^https?://' and site_layout <> ''`,

  // Manners, counted here for all workers (domain §6).
  `create table court_platform (
    platform text primary key,
    next_at timestamptz not null default '-infinity',
    silent_until timestamptz not null default '-infinity',
    day date,
    asked integer not null default 0
  )`,
  `create table court_host (
    host text primary key,
    platform text not null,
    -- A request is on its way; whoever was killed under it frees the host at this moment.
    busy_until timestamptz not null default '-infinity',
    next_at timestamptz not null default '-infinity',
    silent_until timestamptz not null default '-infinity',
    silent_why text,
    -- In a row: each makes the silence longer.
    blocks smallint not null default 0,
    -- Until then only what a person waits for.
    calm_until timestamptz not null default '-infinity',
    day date,
    asked integer not null default 0,
    asked_by_day integer not null default 0
  )`,
  `create table court_request (
    id bigint primary key generated always as identity,
    host text not null,
    platform text not null,
    url text not null default '',
    asked_at timestamptz not null,
    answered_at timestamptz,
    status smallint,
    kind text,
    page_hash bytea,
    error text
  )`,
  `create index court_request_host on court_request (host, asked_at)`,
  `create index court_request_asked on court_request (asked_at)`,

  // Days of one search, both ends included, and how far its pages were gone through.
  `create table collect_window (
    id integer primary key generated always as identity,
    site_id integer not null references court_site on delete cascade,
    parent_id integer references collect_window on delete cascade,
    why text not null,
    type smallint not null check (type in (1, 2)),
    stage smallint not null check (stage in (1, 2)),
    article text not null default '',
    server smallint not null default 1,
    -- One of the addresses that the layout names for this search.
    catalogue smallint not null default 0,
    from_day date not null,
    to_day date not null check (to_day >= from_day),
    page integer not null default 1,
    walk smallint not null default 1,
    promised integer,
    state text not null default 'open' check (state in ('open', 'captcha', 'done', 'split', 'short', 'failed')),
    due_at timestamptz not null default now(),
    attempts smallint not null default 0,
    last_error text,
    created_at timestamptz not null default now(),
    ended_at timestamptz
  )`,
  // What waits to be asked is not asked a second time.
  `create unique index collect_window_once on collect_window
    (site_id, type, stage, article, server, catalogue, from_day, to_day) where state in ('open', 'captcha')`,
  `create index collect_window_due on collect_window (site_id, due_at) where state = 'open'`,
  `create index collect_window_site on collect_window (site_id, type, stage, to_day)`,
  `create index collect_window_parent on collect_window (parent_id)`,

  // A case as lists name it, and what is to be asked about it next.
  `create table listed_case (
    id integer primary key generated always as identity,
    site_id integer not null references court_site on delete cascade,
    -- Stays when the card moves; the key of case_source.
    source_key text not null unique,
    -- Where the card lies now, in the words of its layout.
    place text not null unique,
    url text not null,
    former_urls text[] not null default '{}',
    type smallint not null,
    stage smallint not null,
    server smallint not null default 1,
    catalogue smallint not null default 0,
    case_number text not null,
    case_uid text,
    entry_date date,
    people text not null default '',
    -- Of what the row said last.
    digest text not null default '',
    first_seen_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    -- Its row is no longer on the list where it stood.
    missing_since timestamptz,
    case_id integer references court_case on delete set null,
    card_hash bytea,
    card_at timestamptz,
    text_url text,
    text_hash bytea,
    task text not null default 'card' check (task in ('card', 'text', 'find')),
    -- Which of the ways to find a moved card comes next.
    way smallint not null default 0,
    -- 0: a person waits; 2: new or changed; 3: read again.
    urgency smallint not null default 2,
    -- Null: nothing is to be asked. Infinity: waits for a captcha.
    due_at timestamptz default now(),
    attempts smallint not null default 0,
    last_error text
  )`,
  `create index listed_case_number on listed_case (site_id, type, stage, case_number)`,
  `create index listed_case_entry on listed_case (site_id, entry_date)`,
  `create index listed_case_due on listed_case (site_id, urgency, due_at) where due_at is not null`,
  `create index listed_case_case on listed_case (case_id)`,
  `create table collect_window_row (
    window_id integer not null references collect_window on delete cascade,
    listed_id integer not null references listed_case on delete cascade,
    primary key (window_id, listed_id)
  )`,
  `create index collect_window_row_listed on collect_window_row (listed_id)`,

  `create table captcha (
    id integer primary key generated always as identity,
    host text not null,
    url text not null,
    layout text not null,
    picture bytea not null,
    media_type text not null,
    answer_field text not null default '',
    hidden_fields jsonb not null default '{}',
    cookies text not null default '',
    asked_at timestamptz not null default now(),
    answer text,
    answered_at timestamptz,
    account_id integer references account on delete set null,
    -- The site took it; it serves until the site asks again.
    accepted_at timestamptz,
    used integer not null default 0,
    -- The site did not take it, or asked again.
    ended_at timestamptz,
    ended_why text
  )`,
  `create unique index captcha_open on captcha (host) where ended_at is null`,

  // How well each court is watched: what coverage shows.
  `create table court_check (
    court_id integer primary key references court on delete cascade,
    layout text not null default '',
    last_tried_at timestamptz,
    last_good_at timestamptz,
    -- Of the windows whose answers are whole and of those that lack rows, in the last round.
    promised integer not null default 0,
    held integer not null default 0,
    errors integer not null default 0,
    failing_since timestamptz,
    last_error text,
    captcha_since timestamptz,
    last_new_at timestamptz,
    not_understood jsonb not null default '[]',
    flag text,
    flag_why text,
    flagged_at timestamptz
  )`,
  `create index court_check_flag on court_check (flag) where flag is not null`,
]
