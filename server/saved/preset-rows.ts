import type { Kysely } from 'kysely'
import { z } from 'zod'
import { type Preset, storedParams } from '#shared/api/saved.ts'
import type { DB } from '../db/schema.ts'
import type { AccountRights } from '../http/auth.ts'
import { notFound } from '../http/errors.ts'
import { readFilters } from './checked-filters.ts'

export const selectPresets = (db: Kysely<DB>, owner: AccountRights) =>
  db
    .selectFrom('preset')
    .leftJoin('preset_category', 'preset_category.id', 'preset.category_id')
    .where('preset.account_id', '=', owner.id)
    .where('deleted_at', 'is', null)
    .select(['preset.id', 'preset.title', 'description', 'get_params', 'human_readable', 'position'])
    .select(['preset_category.id as category_id', 'preset_category.title as category_title'])
    .orderBy('position')
    .orderBy('preset.id')

export const noPreset = (): Error => notFound('Такого набора нет.')

/** @throws HttpError 404 */
export const findPreset = async (db: Kysely<DB>, owner: AccountRights, id: number): Promise<Preset> =>
  presentPreset(await selectPresets(db, owner).where('preset.id', '=', id).executeTakeFirstOrThrow(noPreset), owner)

type Row = Awaited<ReturnType<ReturnType<typeof selectPresets>['execute']>>[number]
const readable = z.record(z.string(), z.string()).catch({})
export const presentPreset = (row: Row, owner: AccountRights): Preset => {
  const { get_params, values, note } = readFilters(storedParams.catch({}).parse(row.get_params), owner)
  const said = readable.parse(row.human_readable)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    category: row.category_id === null ? null : { id: row.category_id, title: row.category_title ?? '' },
    get_params,
    // jsonb has an order of its own.
    human_readable: Object.fromEntries(Object.keys(values).map(name => [name, said[name] ?? ''])),
    position: row.position,
    note,
  }
}
