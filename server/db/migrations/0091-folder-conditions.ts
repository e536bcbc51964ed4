import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'

/**
 * Before folders become sets (decision 0107): «in a folder» of what an account has stored names its folders, lest it tells of sets that
 * others share. A link is read by anybody, of whom it asks about their own sets, as an address does. By its name it runs before
 * 0091-folders-become-sets; where that has run already, nothing says any more what was meant.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('favourite_folder') is not null as there`.execute(db)
  if (rows[0]?.there !== true) return
  await askOwnSets(db)
  for (const place of ofAccounts) await nameFolders(db, place)
}

const kept = z.record(z.string(), z.unknown())
async function askOwnSets(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; params: unknown }>`
    select id, get_params as params from saved_link where get_params ? 'in_folder' order by id`.execute(db)
  for (const { id, params } of rows) {
    const { in_folder, ...others } = kept.parse(params)
    const said = String(in_folder)
    const now = { ...others, ...((said === 'true' || said === 'false') && { in_set: said === 'true' }) }
    const key = keyOf(now)
    await sql`
      update saved_link own set get_params = ${JSON.stringify(now)}::jsonb, filter_key = case when exists (
          select from saved_link other
          where other.id <> own.id and other.account_id = own.account_id and other.filter_key = ${key}
        ) then filter_key else ${key}::bytea end
      where id = ${id}`.execute(db)
  }
}

/** As the product makes it of filters, so that equal ones are found to be equal. */
const keyOf = (params: Record<string, unknown>): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify(
        Object.keys(params)
          .toSorted()
          .map(name => [name, Array.isArray(params[name]) ? params[name].toSorted() : params[name]]),
      ),
    )
    .digest()

const ofAccounts = [
  { table: 'preset', column: 'get_params' },
  { table: 'subscription', column: 'get_params' },
  { table: 'export_request', column: 'filters' },
] as const

/** Whoever has none is told of nothing, as before: no folder has this number. Keys follow when folders become sets. */
const nameFolders = (db: Kysely<unknown>, { table, column }: (typeof ofAccounts)[number]): Promise<unknown> => {
  const filters = sql.ref(column)
  return sql`
    update ${sql.table(table)} own set ${filters} = case
      when jsonb_typeof(${filters} -> 'favorite_folder') is null then ${filters} - 'in_folder' || jsonb_build_object('favorite_folder', coalesce(
        (select jsonb_agg(folder.id::text order by folder.id) from favourite_folder folder where folder.account_id = own.account_id),
        '["2147483647"]'))
      else ${filters} - 'in_folder' end
    where ${filters} ->> 'in_folder' = 'true'`.execute(db)
}
