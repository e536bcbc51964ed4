import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { type DirectoryTag, sameTag } from '#shared/api/tags.ts'
import type { StoredParams } from '#shared/filters/stored-params.ts'
import { selectCases } from '../cases/case-query.ts'
import type { Engines } from '../cases/engine/engine.ts'
import { occurringIn } from '../cases/occurring-values.ts'
import { recordAudit } from '../db/audit.ts'
import { type PageAsked, type PageFound, pageOfQuery } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { conflict, fieldError, forbidden, notFound } from '../http/errors.ts'
import { checkFilters, readFilters } from '../saved/checked-filters.ts'
import { sameInSql } from './words.ts'

/** Tags are shared by all regions: accounts limited to regions may not change them. */

export async function listTags(
  engines: Engines,
  account: AccountRights,
  { query, ...page }: PageAsked & { query: string },
): Promise<PageFound<DirectoryTag>> {
  const { db } = engines
  const told = await tagsTold(engines, account)
  const found = db
    .selectFrom('tag')
    .$if(told !== undefined, tags => tags.where(sql<boolean>`id = any(${told ?? []}::integer[])`))
    .$if(query !== '', tags =>
      tags.where(sql<boolean>`position(${sameTag(query.replaceAll(/\s+/g, ' '))} in ${sameInSql}) > 0`),
    )
  const { count, rows } = await pageOfQuery(found.select(['id', 'value']).orderBy(sameInSql).orderBy('id'), page)
  const counts = await selectCases(db, scopeOf(account), {})
    .innerJoin('case_tag', 'case_tag.case_id', 'court_case.id')
    .where(sql<boolean>`case_tag.tag_id = any(${rows.map(({ id }) => id)}::integer[])`)
    .select(['case_tag.tag_id', sql<number>`count(*)`.as('count')])
    .groupBy('case_tag.tag_id')
    .execute()
  const borne = new Map(counts.map(row => [row.tag_id, row.count]))
  return { count, rows: rows.map(row => ({ ...row, cases_count: borne.get(row.id) ?? 0 })) }
}

/** Tags that an account limited to regions may see: those of its visible cases. Undefined means all. */
async function tagsTold(engines: Engines, account: AccountRights): Promise<number[] | undefined> {
  if (account.regions === null) return undefined
  const all = await engines.db.selectFrom('tag').select('id').execute()
  return [
    ...(await occurringIn(
      engines,
      scopeOf(account),
      'tags',
      all.map(({ id }) => id),
    )),
  ]
}

const withTagsLock = <T>(db: Kysely<DB>, account: AccountRights, act: (trx: Kysely<DB>) => Promise<T>): Promise<T> => {
  if (account.regions !== null) throw forbidden('Метка общая для всех регионов: изменить её может тот, кому видны все.')
  return db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtext('tags'))`.execute(trx)
    return act(trx)
  })
}
const tagById = async (trx: Kysely<DB>, id: number) => {
  const tag = await trx.selectFrom('tag').where('id', '=', id).select(['id', 'value']).executeTakeFirst()
  if (tag === undefined) throw notFound('Такой метки нет.')
  return tag
}

export const renameTag = (db: Kysely<DB>, account: AccountRights, id: number, value: string): Promise<void> =>
  withTagsLock(db, account, async trx => {
    const tag = await tagById(trx, id)
    const same = await trx
      .selectFrom('tag')
      .where(sql<boolean>`${sameInSql} = ${sameTag(value)}`)
      .where('id', '<>', id)
      .select('value')
      .executeTakeFirst()
    if (same) throw fieldError('value', `Метка «${same.value}» уже есть: объедините их.`)
    if (tag.value === value) return
    await trx.updateTable('tag').set({ value }).where('id', '=', id).execute()
    await recordAudit(trx, { accountId: account.id }, 'tag_renamed', { before: tag.value, after: value })
  })

export const mergeTags = (db: Kysely<DB>, account: AccountRights, id: number, into: number): Promise<void> =>
  withTagsLock(db, account, async trx => {
    if (id === into) throw fieldError('into', 'Это одна и та же метка.')
    const [gone, kept] = [await tagById(trx, id), await tagById(trx, into)]
    await sql`
      insert into case_tag (case_id, tag_id) select case_id, ${into}::integer from case_tag where tag_id = ${id}
      on conflict do nothing`.execute(trx)
    await sql`
      insert into tag_upload_change (upload_id, case_id, tag_id)
      select upload_id, case_id, ${into}::integer from tag_upload_change where tag_id = ${id}
      on conflict do nothing`.execute(trx)
    await followMerge(trx, id, into)
    await trx.deleteFrom('tag').where('id', '=', id).execute()
    await recordAudit(trx, { accountId: account.id }, 'tag_merged', { gone: gone.value, kept: kept.value })
  })

export const deleteTag = (db: Kysely<DB>, account: AccountRights, id: number): Promise<void> =>
  withTagsLock(db, account, async trx => {
    const { value } = await tagById(trx, id)
    const borne = await trx.selectFrom('case_tag').where('tag_id', '=', id).select('case_id').executeTakeFirst()
    if (borne) throw conflict('Эта метка стоит на делах: сначала снимите её или объедините с другой.')
    await trx.deleteFrom('tag').where('id', '=', id).execute()
    await recordAudit(trx, { accountId: account.id }, 'tag_deleted', { value })
  })

/** Saved filters on a tag follow its merge. */
const stored: z.ZodType<StoredParams> = z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())]))
const anyone = { groups: [], is_superuser: true }

const tables = {
  preset: { unique: sql`account_id`, beside: sql`` },
  saved_link: { unique: sql`account_id`, beside: sql`` },
  // Watch lists reread rows with a newer version.
  subscription: {
    unique: undefined,
    beside: sql`, watch_version = watch_version + 1, changed_xid = pg_current_xact_id()`,
  },
} as const

async function followMerge(trx: Kysely<DB>, gone: number, kept: number): Promise<void> {
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
