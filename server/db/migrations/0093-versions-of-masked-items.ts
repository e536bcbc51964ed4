import { type Kysely, sql } from 'kysely'

/**
 * What a decision to forget a person rewrites has another version, as what an editor writes: whoever saw the words before cannot put them back
 * unseen (decision 0102). Undoing the decision does the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create function case_set_item_rewritten() returns trigger language plpgsql as $$
    begin
      new.version := nextval('case_set_item_version');
      return new;
    end $$`,
  `create trigger case_set_item_rewritten before update of note, columns on case_set_item
    for each row when (old.version = new.version and (old.note, old.columns) is distinct from (new.note, new.columns))
    execute function case_set_item_rewritten()`,
  `create function case_set_label_rewritten() returns trigger language plpgsql as $$
    begin
      update case_set_item item set version = nextval('case_set_item_version')
      from case_set_item_label own
      where own.label_id = new.id and item.set_id = own.set_id and item.case_id = own.case_id;
      return null;
    end $$`,
  `create trigger case_set_label_rewritten after update of title on case_set_label
    for each row when (old.title is distinct from new.title) execute function case_set_label_rewritten()`,
]
