import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { storedParams } from '#shared/api/saved.ts'
import { maxSavedLinks } from '#shared/domain/limits.ts'
import type { Holder } from '#shared/domain/permissions.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, excluded } from '#shared/filters/field.ts'
import { type StoredParams, toStored } from '#shared/filters/stored-params.ts'
import { writeValues } from '#shared/filters/wire.ts'
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
  const { get_params, values, note } = readFilters(storedParams.catch({}).parse(link.get_params), reader)
  const foreign = await setsOfOthers(db, values, reader)
  if (foreign.size === 0) return { get_params, note }
  const theirs = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, ofSets.includes(name) ? without(value, foreign) : value]),
  )
  return {
    get_params: toStored(writeValues(caseListFields, theirs)),
    note: [note, 'Подборки, в которых вы не участвуете, не применены.'].filter(Boolean).join(' '),
  }
}

/** A list that is empty because its reader is in no such set would say that there are no such cases. */
const ofSets: readonly string[] = ['set', excluded('set')]
async function setsOfOthers(db: Kysely<DB>, values: AnyValues, { id }: { id: number }): Promise<ReadonlySet<number>> {
  const named = ofSets.flatMap(name => numbersIn(values[name]))
  if (named.length === 0) return new Set()
  const own = await db
    .selectFrom('case_set_member')
    .innerJoin('case_set', 'case_set.id', 'case_set_member.set_id')
    .where('account_id', '=', id)
    .where('deleted_at', 'is', null)
    .select('set_id')
    .execute()
  return new Set(named).difference(new Set(own.map(({ set_id }) => set_id)))
}
const numbersIn = (value: AnyValues[string]): number[] =>
  Array.isArray(value) ? value.filter(one => typeof one === 'number') : []
const without = (value: AnyValues[string], some: ReadonlySet<number>): number[] | undefined => {
  const left = numbersIn(value).filter(one => !some.has(one))
  return left.length > 0 ? left : undefined
}
