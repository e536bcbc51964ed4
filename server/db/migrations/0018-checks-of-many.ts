import { type Kysely, sql } from 'kysely'

/**
 * Rows that come by the dozen with every case are no longer checked one by one (decision 0028): a quarter of the database's work on an
 * import. They go with their case by a trigger of the whole statement, and what a case refers to in directories cannot be removed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table case_event drop constraint case_event_case_id_fkey, drop constraint case_event_event_type_id_fkey`,
  `alter table case_clue drop constraint case_clue_case_id_fkey`,
  `alter table people_due drop constraint people_due_case_id_fkey`,
  `alter table case_article drop constraint case_article_article_id_fkey`,
  `alter table court_case drop constraint court_case_court_id_fkey, drop constraint court_case_result_type_id_fkey`,

  `create function remove_with_cases() returns trigger language plpgsql as $$ begin
    delete from case_event where case_id in (select id from gone);
    delete from case_clue where case_id in (select id from gone);
    delete from people_due where case_id in (select id from gone);
    return null;
  end $$`,
  `create trigger removed_with_cases after delete on court_case referencing old table as gone
    for each statement execute function remove_with_cases()`,
  `create function empty_with_cases() returns trigger language plpgsql as $$ begin
    truncate case_event, case_clue, people_due;
    return null;
  end $$`,
  `create trigger emptied_with_cases after truncate on court_case
    for each statement execute function empty_with_cases()`,

  // Arguments: the table that refers to the directory, and its column.
  `create function keep_used() returns trigger language plpgsql as $$
    declare used boolean;
    begin
      execute format('select exists (select from %I where %I = $1)', tg_argv[0], tg_argv[1]) into used using old.id;
      if used then
        raise foreign_key_violation using message = format('%s %s is used in %s', tg_table_name, old.id, tg_argv[0]);
      end if;
      return old;
    end $$`,
  ...[
    ['court', 'court_case', 'court_id'],
    ['result_type', 'court_case', 'result_type_id'],
    ['event_type', 'case_event', 'event_type_id'],
    ['article', 'case_article', 'article_id'],
  ].map(
    ([directory, table, column]) => `create trigger kept_while_used before delete on ${directory}
      for each row execute function keep_used('${table}', '${column}')`,
  ),

  // Where the server knows it, lz4: the usual way of compressing was a tenth of an import, and of every look into a text.
  `do $$ begin
    alter table case_source alter column record set compression lz4;
    alter table case_text alter column body set compression lz4, alter column words set compression lz4,
      alter column letters set compression lz4;
  exception when feature_not_supported then null;
  end $$`,
  // The change feed is a table of its own.
  `drop index court_case_xid`,

  // A judge is looked for by court and name, however the letters are written.
  `create index judge_alike on judge (court_id, translate(lower(name), 'ё', 'е'))`,
]
