import { type Kysely, sql } from 'kysely'
import type { GivenCategory } from '#shared/api/saved.ts'
import { byTitle } from '#shared/domain/wording.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'

/** Free text (§5), as long as a preset has it. */
export const categoriesOf = async (db: Kysely<DB>, accountId: number) => {
  const categories = await db
    .selectFrom('preset_category')
    .where('account_id', '=', accountId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('preset')
          .whereRef('category_id', '=', 'preset_category.id')
          .where('deleted_at', 'is', null)
          .select('preset.id'),
      ),
    )
    .select(['id', 'title'])
    .execute()
  return categories.toSorted(byTitle)
}

/** Created when it is new; case-insensitive. */
export async function categoryId(db: Kysely<DB>, accountId: number, given: GivenCategory): Promise<number | null> {
  const meant = typeof given === 'object' && given !== null ? ('id' in given ? given.id : given.title) : given
  if (meant === null || meant === '') return null
  const own = db.selectFrom('preset_category').where('account_id', '=', accountId).select('id')
  if (typeof meant === 'number') {
    const found = await own.where('id', '=', meant).executeTakeFirst()
    if (found === undefined) throw fieldError('category', 'Нет такой категории.')
    return found.id
  }
  const found = await own.where(sql`lower(title)`, '=', sql`lower(${meant})`).executeTakeFirst()
  if (found !== undefined) return found.id
  const made = await db
    .insertInto('preset_category')
    .values({ account_id: accountId, title: meant })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export const dropUnusedCategories = async (db: Kysely<DB>, accountId: number): Promise<void> => {
  await db
    .deleteFrom('preset_category')
    .where('account_id', '=', accountId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('preset').whereRef('category_id', '=', 'preset_category.id').select('preset.id'))),
    )
    .execute()
}
