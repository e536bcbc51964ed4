import { type Kysely, sql } from 'kysely'

/**
 * Courts, cases and their children. Children carry `case_id` and keys unique across cases live in `case_source`,
 * so that every table can later be distributed by case (design §5, §12).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create extension if not exists pg_trgm`,
  `create extension if not exists btree_gin`,

  `create table court (
    id integer primary key generated always as identity,
    title text not null,
    region smallint not null,
    city text not null default '',
    url text not null default '',
    kind text not null default '',
    instance smallint,
    site_layout text not null default '',
    vnkod text,
    has_captcha boolean,
    time_zone text not null,
    unique (region, title)
  )`,
  `create unique index court_vnkod on court (vnkod) where vnkod is not null`,
  `create index court_title_words on court using gin (title gin_trgm_ops)`,
  `create index court_city on court (city, region)`,

  `create table judge (
    id integer primary key generated always as identity,
    court_id integer not null references court,
    name text not null,
    unique (court_id, name)
  )`,
  `create index judge_name_words on judge using gin (name gin_trgm_ops)`,

  `create table article (
    id integer primary key generated always as identity,
    codex text not null check (codex in ('koap', 'uk')),
    article_number text not null,
    part text not null default '',
    title text not null default '',
    is_named boolean not null generated always as (title <> '') stored,
    unique (codex, article_number, part)
  )`,

  `create table tag (
    id integer primary key generated always as identity,
    value text not null unique
  )`,

  `create table result_type (
    id integer primary key generated always as identity,
    title text not null unique
  )`,
  // Which results occur with which codex and instance: seeded, and learned from cases.
  `create table result_type_use (
    result_type_id integer not null references result_type on delete cascade,
    type smallint not null check (type in (1, 2)),
    stage smallint not null check (stage in (1, 2)),
    primary key (result_type_id, type, stage)
  )`,
  `create table event_type (
    id integer primary key generated always as identity,
    title text not null unique,
    is_hearing boolean not null default false
  )`,
  `create table defence_param (
    id integer primary key generated always as identity,
    key text not null,
    value text not null,
    unique (key, value)
  )`,

  `create table court_case (
    id integer primary key generated always as identity,
    type smallint not null check (type in (1, 2)),
    stage smallint not null check (stage in (1, 2)),
    court_id integer not null references court,
    region smallint not null,
    city text not null default '',
    judge_id integer references judge,
    case_number text not null,
    case_uid text,
    protocol_number text,
    entry_date date,
    result_date date,
    result_published_date date,
    result_valid_date date,
    appeal_date date,
    appeal_result text,
    result_type_id integer references result_type,
    has_result boolean not null generated always as (result_type_id is not null) stored,
    first_scheduled_hearing_date date,
    last_scheduled_hearing_date date,
    -- The instant until which the last hearing is ahead: its start, or the end of its day when the site gives no hour.
    hearing_until timestamptz,
    last_scheduled_hearing_time time,
    url text not null default '',
    result_text_url text not null default '',
    has_text boolean not null default false,
    defendants_hidden boolean not null default false,
    created_at timestamptz not null default now(),
    changed_at timestamptz not null default now(),
    checked_at timestamptz not null default now(),
    gone_at timestamptz,
    -- Transaction that wrote the row last: what the change feed reads by (design §5).
    changed_xid xid8 not null default pg_current_xact_id()
  )`,
  `create index court_case_entry on court_case (entry_date desc nulls last, id desc)`,
  `create index court_case_type_entry on court_case (type, entry_date desc nulls last, id desc)`,
  `create index court_case_region_entry on court_case (region, entry_date desc nulls last, id desc)`,
  `create index court_case_result_date on court_case (result_date desc nulls last, id desc)`,
  `create index court_case_hearing on court_case (last_scheduled_hearing_date desc nulls last, id desc)`,
  `create index court_case_hearing_until on court_case (hearing_until)`,
  `create index court_case_court on court_case (court_id, entry_date desc nulls last, id desc)`,
  `create index court_case_judge on court_case (judge_id)`,
  `create index court_case_result_type on court_case (result_type_id)`,
  `create index court_case_city on court_case (city)`,
  `create index court_case_number_words on court_case using gin (case_number gin_trgm_ops)`,
  `create index court_case_uid_words on court_case using gin (case_uid gin_trgm_ops)`,
  `create index court_case_protocol_words on court_case using gin (protocol_number gin_trgm_ops)`,
  `create index court_case_xid on court_case (changed_xid)`,

  // Where a case was read. One row a source; the digest of what it said last tells «same» from «changed».
  `create table case_source (
    source_key text primary key,
    case_id integer not null references court_case on delete cascade,
    origin text not null,
    digest text not null,
    record jsonb not null,
    first_seen_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now()
  )`,
  `create index case_source_case on case_source (case_id)`,
  `create index case_source_origin on case_source (origin)`,

  `create table case_article (
    case_id integer not null references court_case on delete cascade,
    article_id integer not null references article,
    primary key (case_id, article_id)
  )`,
  `create index case_article_article on case_article (article_id, case_id)`,

  `create table case_tag (
    case_id integer not null references court_case on delete cascade,
    tag_id integer not null references tag on delete cascade,
    primary key (case_id, tag_id)
  )`,
  `create index case_tag_tag on case_tag (tag_id, case_id)`,

  `create table case_event (
    case_id integer not null references court_case on delete cascade,
    ordinal smallint not null,
    event_type_id integer not null references event_type,
    event_date date not null,
    event_time time,
    -- The instant in the world; absent when the site gives no hour.
    happens_at timestamptz,
    result text not null default '',
    hall text not null default '',
    note text not null default '',
    primary key (case_id, ordinal)
  )`,
  `create index case_event_type on case_event (event_type_id, event_date, case_id)`,
  `create index case_event_date on case_event (event_date, case_id)`,

  // A person across cases. Only names given in full are matched by themselves; the rest wait for evidence.
  `create table defendant (
    id integer primary key generated always as identity,
    name text not null,
    name_normal text not null,
    gender text not null default 'na' check (gender in ('m', 'f', 'na')),
    match_key text unique,
    created_at timestamptz not null default now()
  )`,
  `create index defendant_normal on defendant (name_normal)`,

  `create table case_defendant (
    case_id integer not null references court_case on delete cascade,
    ordinal smallint not null,
    defendant_id integer references defendant,
    name text not null,
    gender text not null default 'na' check (gender in ('m', 'f', 'na')),
    hidden boolean not null default false,
    at_risk boolean not null default false,
    article_ids integer[] not null default '{}',
    primary key (case_id, ordinal)
  )`,
  `create index case_defendant_defendant on case_defendant (defendant_id)`,
  `create index case_defendant_name_words on case_defendant using gin (name gin_trgm_ops)`,

  `create table case_participant (
    case_id integer not null references court_case on delete cascade,
    ordinal smallint not null,
    role text not null,
    name text not null,
    primary key (case_id, ordinal)
  )`,
  `create index case_participant_name_words on case_participant using gin (name gin_trgm_ops)`,
  // Fields name a plain table (design §4): a role is a view, so «same child row» needs no exceptions.
  `create view case_advocate as select case_id, ordinal, name from case_participant where role = 'advocate'`,
  `create view case_prosecutor as select case_id, ordinal, name from case_participant where role = 'prosecutor'`,

  `create table case_penalty (
    case_id integer not null references court_case on delete cascade,
    ordinal smallint not null,
    type text not null,
    -- Rubles, days or hours, by type; absent when hidden or not stated.
    value numeric(14, 2),
    hidden boolean not null default false,
    text text not null default '',
    primary key (case_id, ordinal)
  )`,
  `create index case_penalty_type on case_penalty (type, value, case_id)`,
  `create view case_imposed_penalty as select * from case_penalty where type not in ('no_data', 'error')`,

  `create table case_defence_param (
    case_id integer not null references court_case on delete cascade,
    defence_param_id integer not null references defence_param on delete cascade,
    primary key (case_id, defence_param_id)
  )`,
  `create index case_defence_param_param on case_defence_param (defence_param_id, case_id)`,

  // Texts stand apart, out of line, so that counting cases never reads them (design §5).
  `create function text_vector(body text) returns tsvector
    language sql immutable parallel safe strict
    return to_tsvector('russian', translate(body, 'Ёё', 'Ее'))`,
  `create table case_text (
    case_id integer primary key references court_case on delete cascade,
    body text not null,
    vector tsvector not null generated always as (text_vector(body)) stored,
    read_at timestamptz not null default now()
  )`,
  `create index case_text_vector on case_text using gin (vector) with (fastupdate = on)`,
  `create index case_text_letters on case_text using gin (body gin_trgm_ops) with (fastupdate = on)`,

  `create table case_link (
    case_id integer not null references court_case on delete cascade,
    other_id integer not null references court_case on delete cascade,
    why text not null,
    certainty real not null check (certainty > 0 and certainty <= 1),
    primary key (case_id, other_id)
  )`,
  `create index case_link_other on case_link (other_id)`,

  // What changed on a case, when it was seen: an array of {field, before, after}.
  `create table case_revision (
    case_id integer not null references court_case on delete cascade,
    number integer not null,
    seen_at timestamptz not null default now(),
    changes jsonb not null,
    page_hash bytea,
    primary key (case_id, number)
  )`,

  // Raw pages as they came, by the hash of their body.
  `create table page (
    hash bytea primary key,
    url text not null,
    fetched_at timestamptz not null default now(),
    body bytea not null
  )`,
]
