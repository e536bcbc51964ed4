import { type Kysely, sql } from 'kysely'

/** What a package of evidence is made of: readings of pages, seals of the journal, timestamps, and which packages were given (decision 0087). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // An answer of a court's site. Its body is the page of its hash, without content coding.
  `create table page_reading (
    id bigint generated always as identity primary key,
    page_hash bytea not null,
    url text not null,
    method text not null,
    asked_at timestamptz not null,
    answered_at timestamptz not null,
    -- Where the connection led; null: through a proxy.
    address text,
    -- As it came: «HTTP/1.1 200 OK».
    status_line text not null,
    -- [[name, value]], in order, as they came.
    headers jsonb not null,
    -- {protocol, certificates: [SHA-256]}, that of the site first; null: without TLS.
    tls jsonb
  )`,
  `create index page_reading_page on page_reading using hash (page_hash)`,
  `create index page_reading_url on page_reading using hash (url)`,

  // Seals of the journal: each over the last entries of some cases (Merkle tree of RFC 6962), and over the seal before.
  `create table journal_seal (
    number integer primary key,
    sealed_at timestamptz not null,
    cases integer not null,
    root bytea not null,
    previous bytea,
    hash bytea not null
  )`,
  `create table journal_leaf (
    case_id integer not null,
    -- Of the last entry, whose hash covers those before.
    number integer not null,
    seal integer not null,
    place integer not null,
    hash bytea not null,
    primary key (case_id, number)
  )`,
  `create unique index journal_leaf_place on journal_leaf (seal, place)`,
  `create function keep_seals() returns trigger language plpgsql as $$ begin
    raise exception 'Rows of % stay as they are', tg_table_name;
  end $$`,
  ...['journal_seal', 'journal_leaf'].map(
    table => `create trigger keep before update or delete on ${table} for each statement execute function keep_seals()`,
  ),

  `create table timestamp_answer (
    digest bytea not null,
    authority text not null,
    made_at timestamptz not null default now(),
    kind text not null check (kind in ('rfc3161', 'opentimestamps')),
    -- TimeStampResp of RFC 3161, or a detached proof of OpenTimestamps.
    answer bytea not null,
    -- False: a calendar has promised more.
    is_final boolean not null,
    primary key (digest, authority)
  )`,
  `create index timestamp_answer_pending on timestamp_answer (made_at) where not is_final`,
  `create table evidence_package (
    id integer generated always as identity primary key,
    made_for integer references account on delete set null,
    case_id integer not null,
    -- Of one change; null: of the whole case.
    entry integer,
    made_at timestamptz not null default now(),
    -- SHA-256 of the file and of its manifest, which timestamps are about.
    file_hash bytea not null,
    manifest_hash bytea not null,
    size integer not null
  )`,
  `create index evidence_package_file on evidence_package (file_hash)`,
]
