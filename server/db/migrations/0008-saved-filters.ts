import { type Kysely, sql } from 'kysely'

/** Presets that can be told apart by their filters and brought back after deletion; one link for equal filters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // SHA-256 of the filters without regard to the order of their values. Nothing could be saved before this.
  `alter table preset
    add column filter_key bytea not null,
    add column deleted_at timestamptz,
    drop constraint preset_account_id_title_key`,
  `create unique index preset_title on preset (account_id, lower(title)) where deleted_at is null`,
  `create unique index preset_filters on preset (account_id, filter_key) where deleted_at is null`,
  `create index preset_category_use on preset (category_id)`,
  `alter table saved_link add column filter_key bytea not null`,
  `create unique index saved_link_filters on saved_link (account_id, filter_key)`,
]
