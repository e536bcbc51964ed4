import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'

/**
 * Folders of favourites become working sets (decision 0107), with their cases, their order and their days; deleted ones wait as they did.
 * `case_set.former_folder` leads old addresses to them, and back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table case_set add column former_folder integer unique`).execute(db)
  await copyFolders(db)
  const folders = await foldersMade(db)
  for (const place of keptFilters) await rewrite(db, folders, place)
  for (const statement of gone) await sql.raw(statement).execute(db)
}

const gone = [
  `drop view favourite_in_folder`,
  `alter table favourite drop column folder_id`,
  `drop table favourite_folder`,
]

const longestTitle = 80
/** An owner’s sets have titles of their own, letter case aside: a folder that is called as a set is gets a number. */
async function copyFolders(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    declare
      folder record;
      made integer;
      said text;
      n integer;
    begin
      for folder in select * from favourite_folder order by deleted_at nulls first, id loop
        said := folder.title;
        n := 1;
        while folder.deleted_at is null and exists (
          select from case_set join case_set_member owner on owner.set_id = case_set.id and owner.role = 'owner'
          where owner.account_id = folder.account_id and case_set.deleted_at is null and lower(case_set.title) = lower(said)
        ) loop
          n := n + 1;
          said := left(folder.title, ${sql.lit(longestTitle)} - length(format(' (%s)', n))) || format(' (%s)', n);
        end loop;
        insert into case_set (title, created_by, created_at, changed_at, deleted_at, former_folder)
        select said, folder.account_id, folder.created_at,
          greatest(folder.created_at, (select max(added_at) from favourite where folder_id = folder.id)), folder.deleted_at, folder.id
        returning id into made;
        insert into case_set_member (set_id, account_id, role, joined_at)
        values (made, folder.account_id, 'owner', folder.created_at);
        insert into case_set_item (set_id, case_id, position, added_by, added_at, changed_by, changed_at)
        select made, case_id, row_number() over (order by added_at, case_id), account_id, added_at, account_id, added_at
        from favourite where folder_id = folder.id and account_id = folder.account_id;
      end loop;
    end $$`.execute(db)
}

/** Of every folder its set; of every account the sets that were its folders. */
type Folders = { setOf: ReadonlyMap<number, number>; setsOf: ReadonlyMap<number, readonly number[]> }
async function foldersMade(db: Kysely<unknown>): Promise<Folders> {
  const { rows } = await sql<{ id: number; former_folder: number; account_id: number }>`
    select case_set.id, former_folder, account_id from case_set join case_set_member on set_id = case_set.id
    where former_folder is not null order by case_set.id`.execute(db)
  const byAccount = Map.groupBy(rows, ({ account_id }) => account_id)
  return {
    setOf: new Map(rows.map(({ id, former_folder }) => [former_folder, id])),
    setsOf: new Map([...byAccount].map(([account, own]) => [account, own.map(({ id }) => id)])),
  }
}

type Kept = Record<string, unknown>
const kept = z.record(z.string(), z.unknown())
const listed = (value: unknown): string[] => (value === undefined || value === null ? [] : [value].flat().map(String))
/** A number that no set has ever had: what named a folder that is no more goes on finding nothing. */
const noSet = '2147483647'

/**
 * Numbers of folders become those of sets. «In a folder» and «outside folders» name the sets of the account, lest they speak of sets that others
 * share; a link is read by anybody, of whom it asks about their own sets, as an address does.
 */
function withSets(
  { favorite_folder, favorite_folder_not, in_folder, ...others }: Kept,
  { account_id, isLink }: { account_id: number | null; isLink: boolean },
  { setOf, setsOf }: Folders,
): Kept {
  const sets = (folders: unknown): string[] => listed(folders).flatMap(id => setOf.get(Number(id))?.toString() ?? [])
  const own = (setsOf.get(account_id ?? 0) ?? []).map(String)
  const isIn = { true: true, false: false }[String(in_folder)]
  const isOwn = isLink ? undefined : isIn
  const asked = listed(favorite_folder).length > 0 ? sets(favorite_folder) : isOwn === true ? own : undefined
  const set = [...listed(others.set), ...(asked?.length === 0 ? [noSet] : (asked ?? []))]
  const not = [...listed(others.set_not), ...sets(favorite_folder_not), ...(isOwn === false ? own : [])]
  return {
    ...others,
    ...(set.length > 0 && { set: [...new Set(set)] }),
    ...(not.length > 0 && { set_not: [...new Set(not)] }),
    ...(isLink && isIn !== undefined && { in_set: isIn }),
  }
}

/** As the product makes it of filters, so that equal ones are found to be equal. */
const keyOf = (params: Kept): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify(
        Object.keys(params)
          .toSorted()
          .map(name => [name, Array.isArray(params[name]) ? params[name].toSorted() : params[name]]),
      ),
    )
    .digest()

/** What is stored by these names goes on meaning what it meant. `free`: no other row of the account may say the same. */
const keptFilters = [
  { table: 'preset', column: 'get_params', free: sql`other.deleted_at is null` },
  { table: 'saved_link', column: 'get_params', free: sql`true` },
  { table: 'subscription', column: 'get_params', free: sql`false` },
  { table: 'export_request', column: 'filters', free: undefined },
] as const

async function rewrite(
  db: Kysely<unknown>,
  folders: Folders,
  { table, column, free }: (typeof keptFilters)[number],
): Promise<void> {
  const [rowsOfTable, filters] = [sql.table(table), sql.ref(column)]
  const { rows } = await sql<{ id: number | string; account_id: number | null; filters: unknown }>`
    select id, account_id, ${filters} as filters from ${rowsOfTable}
    where ${filters} ?| array['favorite_folder', 'favorite_folder_not', 'in_folder'] order by id`.execute(db)
  for (const { id, account_id, filters: before } of rows) {
    const params = withSets(kept.parse(before), { account_id, isLink: table === 'saved_link' }, folders)
    const key = keyOf(params)
    // Two that have become equal: each keeps its key.
    const keyed =
      free === undefined
        ? sql``
        : sql`, filter_key = case when exists (
            select from ${rowsOfTable} other
            where other.id <> own.id and other.account_id = own.account_id and other.filter_key = ${key} and ${free}
          ) then filter_key else ${key}::bytea end`
    // Watch lists reread what has a newer version.
    const versioned =
      table === 'subscription' ? sql`, watch_version = watch_version + 1, changed_xid = pg_current_xact_id()` : sql``
    await sql`
      update ${rowsOfTable} own set ${filters} = ${JSON.stringify(params)}::jsonb ${keyed} ${versioned}
      where own.id = ${id}`.execute(db)
  }
}
