import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { Preset, presetChange, presetRequest } from '#shared/api/saved.ts'
import { maxPresets } from '#shared/domain/limits.ts'
import { withAccountLock } from '../db/account-lock.ts'
import { countRows } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import type { AccountRights } from '../http/auth.ts'
import { fieldError, requestError } from '../http/errors.ts'
import { categoryId, dropUnusedCategories } from './categories.ts'
import { type CheckedFilters, checkFilters } from './checked-filters.ts'
import { findPreset, noPreset } from './preset-rows.ts'

/** A deleted preset can be restored for a while. */
const deletedKept = 20
const deletedKeptHours = 24

type Trx = Transaction<DB>
export const createPreset = (
  db: Kysely<DB>,
  owner: AccountRights,
  given: z.output<typeof presetRequest>,
): Promise<Preset> =>
  withAccountLock(db, owner.id, async trx => {
    const filters = checkFilters(given.get_params, owner, { ofForm: true })
    const place = await roomFor(trx, owner)
    await refuseTwice(trx, owner, { title: given.title, filters })
    const { id } = await trx
      .insertInto('preset')
      .values({
        account_id: owner.id,
        title: given.title,
        description: given.description,
        category_id: await categoryId(trx, owner.id, given.category),
        position: place,
        ...filterColumns(filters),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return findPreset(trx, owner, id)
  })

export const changePreset = (
  db: Kysely<DB>,
  owner: AccountRights,
  id: number,
  change: z.output<typeof presetChange>,
): Promise<Preset> =>
  withAccountLock(db, owner.id, async trx => {
    await findPreset(trx, owner, id)
    const { title, description, category, get_params, position } = change
    const filters = get_params && checkFilters(get_params, owner, { ofForm: true })
    await refuseTwice(trx, owner, { id, title, filters })
    const columns = {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(category !== undefined && { category_id: await categoryId(trx, owner.id, category) }),
      ...(filters && filterColumns(filters)),
    }
    if (Object.keys(columns).length > 0) await trx.updateTable('preset').set(columns).where('id', '=', id).execute()
    if (category !== undefined) await dropUnusedCategories(trx, owner.id)
    if (position !== undefined) await moveToPosition(trx, owner.id, id, position)
    return findPreset(trx, owner, id)
  })

export const deletePreset = (db: Kysely<DB>, owner: AccountRights, id: number): Promise<void> =>
  withAccountLock(db, owner.id, async trx => {
    await trx
      .updateTable('preset')
      .set({ deleted_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .where('account_id', '=', owner.id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirstOrThrow(noPreset)
    await renumber(trx, await idsByPosition(trx, owner.id))
    await forgetDeleted(trx, owner)
    await dropUnusedCategories(trx, owner.id)
  })

/** To its place. Idempotent. */
export const restorePreset = (db: Kysely<DB>, owner: AccountRights, id: number): Promise<Preset> =>
  withAccountLock(db, owner.id, async trx => {
    const deleted = await trx
      .selectFrom('preset')
      .where('id', '=', id)
      .where('account_id', '=', owner.id)
      .where('deleted_at', 'is not', null)
      .select(['title', 'filter_key', 'position'])
      .executeTakeFirst()
    if (deleted === undefined) return findPreset(trx, owner, id)
    await roomFor(trx, owner)
    await refuseTwice(trx, owner, { title: deleted.title, filters: { key: deleted.filter_key } })
    await trx.updateTable('preset').set({ deleted_at: null }).where('id', '=', id).execute()
    await moveToPosition(trx, owner.id, id, deleted.position)
    return findPreset(trx, owner, id)
  })

const presetsOf = (db: Kysely<DB>, accountId: number) =>
  db.selectFrom('preset').where('account_id', '=', accountId).where('deleted_at', 'is', null)

async function roomFor(trx: Trx, owner: AccountRights): Promise<number> {
  const count = await countRows(presetsOf(trx, owner.id))
  if (count >= maxPresets) throw requestError(`Наборов не больше ${maxPresets}: удалите ненужные.`)
  return count + 1
}

/** Names and filters are unique. `id`: the preset that is being changed. */
async function refuseTwice(
  trx: Trx,
  owner: AccountRights,
  wanted: { id?: number; title?: string | undefined; filters?: Pick<CheckedFilters, 'key'> | undefined },
): Promise<void> {
  const { id = 0, title, filters } = wanted
  const others = presetsOf(trx, owner.id).where('id', '<>', id).select('title')
  if (title !== undefined) {
    const same = await others.where(sql`lower(title)`, '=', sql`lower(${title})`).executeTakeFirst()
    if (same) throw fieldError('title', `Набор «${same.title}» уже есть: назовите этот иначе.`)
  }
  if (filters !== undefined) {
    const same = await others.where('filter_key', '=', filters.key).executeTakeFirst()
    if (same) throw fieldError('get_params', `Такие фильтры уже сохранены: набор «${same.title}».`)
  }
}

const filterColumns = ({ stored, key }: CheckedFilters) => ({ get_params: JSON.stringify(stored), filter_key: key })

async function forgetDeleted(trx: Trx, owner: AccountRights): Promise<void> {
  const deleted = trx.selectFrom('preset').where('account_id', '=', owner.id).where('deleted_at', 'is not', null)
  await trx
    .deleteFrom('preset')
    .where('account_id', '=', owner.id)
    .where('deleted_at', 'is not', null)
    .where(({ or, eb }) =>
      or([
        eb('deleted_at', '<', sql<Date>`now() - ${deletedKeptHours}::integer * interval '1 hour'`),
        eb('id', 'not in', deleted.select('id').orderBy('deleted_at', 'desc').limit(deletedKept)),
      ]),
    )
    .execute()
}

/** Positions of presets: 1, 2, 3 … without gaps. */
const idsByPosition = async (db: Kysely<DB>, accountId: number): Promise<number[]> => {
  const rows = await presetsOf(db, accountId).select('id').orderBy('position').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Past the end: at the end. */
const moveToPosition = async (db: Kysely<DB>, accountId: number, id: number, place: number): Promise<void> => {
  const others = (await idsByPosition(db, accountId)).filter(other => other !== id)
  await renumber(db, others.toSpliced(place - 1, 0, id))
}

const renumber = async (db: Kysely<DB>, ids: readonly number[]): Promise<void> => {
  await sql`
    update preset set position = placed.place
    from unnest(${ids}::integer[]) with ordinality placed (id, place)
    where preset.id = placed.id and preset.position <> placed.place`.execute(db)
}
