import { type Kysely, sql, type Transaction } from 'kysely'
import { maxMutedCases } from '#shared/domain/news.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import type { StoredParams } from '#shared/filters/stored-params.ts'
import { selectCases } from '../cases/case-query.ts'
import { dayOf } from '../cases/engine/at-day.ts'
import type { Scope } from '../cases/predicates.ts'
import { countRows } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { fieldError } from '../http/errors.ts'
import { checkFilters } from '../saved/checked-filters.ts'

export type Watched =
  | { about: 'filters'; stored: StoredParams; values: AnyValues; key: Buffer }
  | { about: 'case' | 'person'; id: number }

type WatchRequest = {
  get_params?: Parameters<typeof checkFilters>[0] | undefined
  case?: number | undefined
  person?: number | undefined
}

/** @throws HttpError; what the owner may not see is treated as absent */
export async function readWatched(
  db: Kysely<DB>,
  owner: AccountRights,
  scope: Scope,
  given: WatchRequest,
): Promise<Watched> {
  if (given.case !== undefined) {
    const found = await selectCases(db, scope, {})
      .where('court_case.id', '=', given.case)
      .select('court_case.id')
      .executeTakeFirst()
    if (found === undefined) throw fieldError('case', 'Такого дела нет.')
    return { about: 'case', id: given.case }
  }
  if (given.person !== undefined) {
    if ((await nameOfPerson(db, scope, given.person)) === undefined) throw fieldError('person', 'Такого лица нет.')
    return { about: 'person', id: given.person }
  }
  const checked = checkFilters(given.get_params ?? {}, owner)
  if (dayOf(checked.values) !== undefined)
    throw fieldError('get_params', 'Подписка следит за тем, что становится известно: уберите фильтр «На дату».')
  return { about: 'filters', ...checked }
}

export type WatchTarget = { about: 'filters'; values: AnyValues } | { about: 'case' | 'person'; id: number }

export const watchedCases = (db: Kysely<DB>, scope: Scope, watched: WatchTarget) => {
  switch (watched.about) {
    case 'filters':
      return selectCases(db, scope, watched.values)
    case 'case':
      return selectCases(db, scope, {}).where('court_case.id', '=', watched.id)
    case 'person':
      return selectCases(db, scope, {}).where(namesPerson(watched.id))
  }
}

/** A merged person is also found by former ids. */
const namesPerson = (id: number) => sql<boolean>`exists (
  select from case_defendant join defendant on defendant.id = ${id}
  where case_defendant.case_id = court_case.id
    and case_defendant.defendant_id in (defendant.id, defendant.merged_into)
)`

/** The name in most of the visible cases; undefined when no visible case has one. */
export async function nameOfPerson(db: Kysely<DB>, scope: Scope, id: number): Promise<string | undefined> {
  const found = await selectCases(db, scope, {})
    .innerJoin('case_defendant', 'case_defendant.case_id', 'court_case.id')
    .where(
      sql<boolean>`case_defendant.defendant_id in (select unnest(array[id, merged_into]) from defendant where id = ${id})`,
    )
    .groupBy('case_defendant.name')
    .select('case_defendant.name')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy(sql`length(case_defendant.name)`, 'desc')
    .orderBy(sql`case_defendant.name collate "C"`)
    .limit(1)
    .executeTakeFirst()
  return found?.name
}

/** Excludes cases from a subscription. @throws HttpError for a case that its owner may not see */
export async function muteCases(
  trx: Transaction<DB>,
  owner: AccountRights,
  id: number,
  cases: readonly number[],
): Promise<void> {
  if (cases.length === 0) return
  const visible = await selectCases(trx, scopeOf(owner), {})
    .where(({ eb, fn }) => eb('court_case.id', '=', fn.any(eb.val([...cases]))))
    .select('court_case.id')
    .execute()
  if (visible.length < new Set(cases).size) throw fieldError('mute', 'Такого дела нет.')
  await trx
    .insertInto('subscription_mute')
    .values(visible.map(({ id: case_id }) => ({ subscription_id: id, case_id })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const count = await countRows(trx.selectFrom('subscription_mute').where('subscription_id', '=', id))
  if (count > maxMutedCases) throw fieldError('mute', `Заглушить можно не больше ${maxMutedCases} дел.`)
}

export async function unmuteCases(trx: Transaction<DB>, id: number, cases: readonly number[]): Promise<void> {
  if (cases.length > 0)
    await trx.deleteFrom('subscription_mute').where('subscription_id', '=', id).where('case_id', 'in', cases).execute()
}
