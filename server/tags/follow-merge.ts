import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { StoredParams } from '#shared/filters/stored-params.ts'
import type { DB } from '../db/schema.ts'
import { checkFilters, readFilters } from '../saved/checked-filters.ts'

/** Saved filters on a tag follow its merge. */
const stored: z.ZodType<StoredParams> = z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())]))
const anyone = { groups: [], is_superuser: true }

const tables = {
  preset: { unique: sql`account_id`, beside: sql`` },
  saved_link: { unique: sql`account_id`, beside: sql`` },
  // Watch lists reread what has a newer version.
  subscription: {
    unique: undefined,
    beside: sql`, watch_version = watch_version + 1, changed_xid = pg_current_xact_id()`,
  },
} as const

export async function followMerge(trx: Kysely<DB>, gone: number, kept: number): Promise<void> {
  for (const [table, { unique, beside }] of Object.entries(tables)) {
    const { rows } = await sql<{ id: number | string; get_params: unknown }>`
      select id, get_params from ${sql.table(table)}
      where get_params is not null and (get_params->'tags' @> ${asked(gone)}::jsonb or get_params->'tags_not' @> ${asked(gone)}::jsonb
        or get_params->>'tags' = ${String(gone)} or get_params->>'tags_not' = ${String(gone)})`.execute(trx)
    for (const { id, get_params } of rows) {
      const known = stored.safeParse(get_params)
      if (!known.success) continue
      const { get_params: valid } = readFilters(replaced(known.data, gone, kept), anyone)
      const { stored: params, key } = checkFilters(valid, anyone)
      const mine = sql`${sql.table(table)}.id = ${id}`
      // Two equal ones of one person: each keeps its key.
      const free =
        unique === undefined
          ? sql`true`
          : sql`not exists (select from ${sql.table(table)} other where other.id <> ${sql.table(table)}.id and other.${unique} = ${sql.table(table)}.${unique} and other.filter_key = ${key})`
      await sql`
        update ${sql.table(table)} set get_params = ${JSON.stringify(params)}::jsonb,
          filter_key = case when ${free} then ${key}::bytea else filter_key end ${beside}
        where ${mine}`.execute(trx)
    }
  }
}

const asked = (id: number): string => JSON.stringify([String(id)])
const replaced = (params: StoredParams, gone: number, kept: number): StoredParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (name !== 'tags' && name !== 'tags_not') return [name, value]
      const ids = (Array.isArray(value) ? value : [String(value)]).map(id => (id === String(gone) ? String(kept) : id))
      return [name, [...new Set(ids)]]
    }),
  )
