import { type Kysely, sql } from 'kysely'

/**
 * All rows that every case brings go with it by the trigger of the whole statement (decisions 0028 and 0040): checking them one by one was
 * a tenth of the database's work on an import, and removing a case removed them table by table, case by case.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const unchecked = ['case_source', 'case_article', 'case_defendant', 'case_participant', 'case_penalty']
const withTheirCase = ['case_event', 'case_clue', 'people_due', ...unchecked]

const statements = [
  ...unchecked.map(table => `alter table ${table} drop constraint ${table}_case_id_fkey`),
  `create or replace function remove_with_cases() returns trigger language plpgsql as $$ begin
    ${withTheirCase.map(table => `delete from ${table} where case_id in (select id from gone);`).join('\n')}
    return null;
  end $$`,
  `create or replace function empty_with_cases() returns trigger language plpgsql as $$ begin
    truncate ${withTheirCase.filter(table => table !== 'case_defendant').join(', ')};
    -- Emptied already where people are emptied with their cases: then a second time is refused.
    delete from case_defendant;
    return null;
  end $$`,
]
