import type { Transaction } from 'kysely'
import { maxMutedCases } from '#shared/domain/news.ts'
import { selectCases } from '../cases/case-query.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'
import { type Owner, scopeOf } from './owner.ts'

/** Cases of which one subscription says no more; another may. */
type Trx = Transaction<DB>

/** @throws HttpError about a case that its owner does not see */
export async function muteCases(trx: Trx, owner: Owner, id: number, cases: readonly number[]): Promise<void> {
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
  const { count } = await trx
    .selectFrom('subscription_mute')
    .where('subscription_id', '=', id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count > maxMutedCases) throw fieldError('mute', `Заглушить можно не больше ${maxMutedCases} дел.`)
}

export async function unmuteCases(trx: Trx, id: number, cases: readonly number[]): Promise<void> {
  if (cases.length > 0)
    await trx.deleteFrom('subscription_mute').where('subscription_id', '=', id).where('case_id', 'in', cases).execute()
}
