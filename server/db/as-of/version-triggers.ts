import { columnList, type VersionedColumns, versionedTables } from './versioned-tables.ts'

/** Setting of a transaction that forgets somebody, or undoes it: id of the decision (decision 0088). */
export const forgettingSetting = 'sudmonitor.forgetting'
/** Such a transaction rewrites rows without making versions of them. */
const isForgetting = `coalesce(current_setting('${forgettingSetting}', true), '') <> ''`

const tablesWith = (kind: 'cases' | 'people'): (readonly [table: string, column: string])[] =>
  Object.entries(versionedTables).flatMap(([table, of]) => (of[kind] ?? []).map(column => [table, column] as const))

/** Deletes versions of deleted people whom no case names on any day. */
export const forgetPastPeopleFunction = `create or replace function forget_past_people(people integer[]) returns void language plpgsql as $$
declare gone integer[] := array(
  select id from unnest(people) as one (id)
  where not exists (select from defendant where defendant.id = one.id)
    and not exists (select from past_case_defendant where defendant_id = one.id)
    and not exists (select from past_case_defendant where own_id = one.id)
);
begin
  ${tablesWith('people')
    .map(([table, column]) => `delete from past_${table} where ${column} = any(gone);`)
    .join('\n')}
end $$`

/** A deleted case disappears from every day, with its dependent rows. A case added today has no versions. */
const deletePastOfCases = `if exists (select from gone where known_from < moscow_today())
    or exists (select from past_court_case where id in (select id from gone)) then
    people := array(
      select distinct one.id from past_case_defendant cross join lateral (values (defendant_id), (own_id)) as one (id)
      where case_id in (select id from gone) and one.id is not null
    );
    ${tablesWith('cases')
      .map(([table, column]) => `delete from past_${table} where ${column} in (select id from gone);`)
      .join('\n')}
    perform forget_past_people(people);
    insert into case_removal default values;
  end if;`

export function versionTriggers({ table, columns }: VersionedColumns): string[] {
  const { cases = [], untracked = [] } = versionedTables[table] ?? {}
  const own = columns.filter(
    ({ name, is_generated }) => !is_generated && name !== 'known_from' && name !== 'known_until',
  )
  const tracked = own.filter(({ name }) => !untracked.includes(name))
  // Rows of a deleted case leave no version.
  const stands = cases.map(column => `and exists (select from court_case where court_case.id = gone.${column})`)
  if (versionedTables[table]?.isVersionedByWriter)
    stands.push(
      `and not exists (select from past_${table} kept where kept.case_id = gone.case_id and kept.known_from = gone.known_from)`,
    )
  const keptGone = `insert into past_${table} (${columnList(own)}, known_from, known_until)
    select ${columnList(own)}, known_from, moscow_today() from gone
    where known_from < moscow_today() and not (${isForgetting}) ${stands.join(' ')};`
  const onGone: Readonly<Record<string, string>> = {
    court_case: deletePastOfCases,
    defendant: `${keptGone} perform forget_past_people(array(select id from gone));`,
  }
  return [
    `create or replace function keep_changed_${table}() returns trigger language plpgsql as $$ begin
      if ${isForgetting} then return new; end if;
      if old.known_from < moscow_today() then
        insert into past_${table} (${columnList(own)}, known_from, known_until)
        values (${columnList(own, 'old.')}, old.known_from, moscow_today());
      end if;
      -- Not before it: a transaction that began before midnight may come after one of the next day.
      new.known_from := greatest(old.known_from, moscow_today());
      return new;
    end $$`,
    `create or replace trigger kept_changed before update on ${table} for each row
      when ((${columnList(tracked, 'old.')}) is distinct from (${columnList(tracked, 'new.')}))
      execute function keep_changed_${table}()`,
    `create or replace function keep_gone_${table}() returns trigger language plpgsql as $$ declare people integer[]; begin
      ${onGone[table] ?? keptGone}
      return null;
    end $$`,
    `create or replace trigger kept_gone after delete on ${table} referencing old table as gone
      for each statement execute function keep_gone_${table}()`,
    `create or replace function keep_nothing_${table}() returns trigger language plpgsql as $$ begin
      truncate past_${table};
      ${table === 'court_case' ? 'insert into case_removal default values;' : ''}
      return null;
    end $$`,
    `create or replace trigger kept_nothing after truncate on ${table}
      for each statement execute function keep_nothing_${table}()`,
  ]
}
