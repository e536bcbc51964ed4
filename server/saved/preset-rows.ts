import type { Kysely } from 'kysely'
import { type Preset, storedParams } from '#shared/api/saved.ts'
import type { DB } from '../db/schema.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { notFound } from '../http/errors.ts'
import { readFilters } from './checked-filters.ts'
import { describeAll, readableOf } from './readable.ts'

export const selectPresets = (db: Kysely<DB>, owner: AccountRights) =>
  db
    .selectFrom('preset')
    .leftJoin('preset_category', 'preset_category.id', 'preset.category_id')
    .where('preset.account_id', '=', owner.id)
    .where('deleted_at', 'is', null)
    .select(['preset.id', 'preset.title', 'description', 'get_params', 'position'])
    .select(['preset_category.id as category_id', 'preset_category.title as category_title'])
    .orderBy('position')
    .orderBy('preset.id')

export const noPreset = (): Error => notFound('Такого набора нет.')

/** @throws HttpError 404 */
export async function findPreset(db: Kysely<DB>, owner: AccountRights, id: number): Promise<Preset> {
  const [found] = await presentPresets(db, owner, await selectPresets(db, owner).where('preset.id', '=', id).execute())
  if (found === undefined) throw noPreset()
  return found
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPresets>['execute']>>[number]

/** Their filters in words, as their owner may have them named today. */
export async function presentPresets(db: Kysely<DB>, owner: AccountRights, rows: readonly Row[]): Promise<Preset[]> {
  const read = rows.map(({ get_params }) => readFilters(storedParams.catch({}).parse(get_params), owner))
  const described = await describeAll(
    db,
    read.map(({ values }) => values),
    scopeOf(owner),
  )
  return rows.map((row, n) => ({
    id: row.id,
    title: row.title,
    description: row.description,
    category: row.category_id === null ? null : { id: row.category_id, title: row.category_title ?? '' },
    get_params: read[n]?.get_params ?? {},
    human_readable: readableOf(described[n]?.each ?? []),
    position: row.position,
    note: read[n]?.note ?? null,
  }))
}
