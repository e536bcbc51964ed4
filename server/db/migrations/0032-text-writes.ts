import { type Kysely, sql } from 'kysely'

/**
 * That texts were written, by which transaction: what was found in them before is found anew (server/texts/found-cases.ts). One row
 * a statement, by triggers, so that no writer can forget it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table text_write (
    xid xid8 not null default pg_current_xact_id(),
    at timestamptz not null default now()
  )`,
  `create index text_write_at on text_write (at)`,
  `create function note_texts_written() returns trigger language plpgsql as $$ begin
    if exists (select from touched) then insert into text_write default values; end if;
    return null;
  end $$`,
  `create function note_texts_emptied() returns trigger language plpgsql as $$ begin
    insert into text_write default values;
    return null;
  end $$`,
  ...[
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ].map(
    ([event, side]) => `create trigger noted_${event} after ${event} on case_text referencing ${side} table as touched
      for each statement execute function note_texts_written()`,
  ),
  `create trigger noted_truncate after truncate on case_text for each statement execute function note_texts_emptied()`,
]
