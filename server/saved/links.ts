import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { storedParams } from '#shared/api/saved.ts'
import { maxSavedLinks } from '#shared/domain/limits.ts'
import type { Holder } from '#shared/domain/permissions.ts'
import type { StoredParams } from '#shared/filters/stored-params.ts'
import { countRows } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { notFound, requestError } from '../http/errors.ts'
import { type CheckedFilters, readFilters } from './checked-filters.ts'

/** Short links to filters, never to cases: whoever opens one sees their own regions. The id cannot be guessed. */
const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** 76 random bits. */
const idLength = 13
export const newLinkId = (): string =>
  Array.from({ length: idLength }, () => letters.charAt(randomInt(letters.length))).join('')

export async function linkTo(db: Kysely<DB>, accountId: number, { stored, key }: CheckedFilters): Promise<string> {
  const own = db.selectFrom('saved_link').where('account_id', '=', accountId)
  const find = () => own.where('filter_key', '=', key).select('id').executeTakeFirst()
  const found = await find()
  if (found !== undefined) return found.id
  if ((await countRows(own)) >= maxSavedLinks) throw requestError(`Ссылок не больше ${maxSavedLinks}.`)
  const made = await db
    .insertInto('saved_link')
    .values({ id: newLinkId(), account_id: accountId, get_params: JSON.stringify(stored), filter_key: key })
    .onConflict(conflict => conflict.columns(['account_id', 'filter_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  // A concurrent request was first.
  const link = made ?? (await find())
  if (link === undefined) throw new Error('a link was neither made nor found')
  return link.id
}

export async function openLink(
  db: Kysely<DB>,
  id: string,
  reader: Holder & { id: number },
): Promise<{ get_params: StoredParams; note: string | null }> {
  const link = await db
    .selectFrom('saved_link')
    .where('id', '=', id)
    .select('get_params')
    .executeTakeFirstOrThrow(() => notFound('Такой ссылки нет.'))
  const { get_params, note } = readFilters(storedParams.catch({}).parse(link.get_params), reader)
  return { get_params, note }
}
