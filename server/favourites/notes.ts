import { type Kysely, sql } from 'kysely'
import type { CaseNote } from '#shared/api/favourites.ts'
import { selectCases } from '../cases/case-query.ts'
import { withAccountLock } from '../db/account-lock.ts'
import type { DB } from '../db/schema.ts'
import { withIsoDates } from '../http/answers.ts'
import { conflict, notFound } from '../http/errors.ts'
import type { FavouriteScope } from './favourites.ts'

/** `known`: the version the writer has seen (optimistic lock). */
export const writeNote = (
  db: Kysely<DB>,
  scope: FavouriteScope,
  id: number,
  { text, known }: { text: string; known?: number | null | undefined },
): Promise<CaseNote | null> =>
  withAccountLock(db, scope.accountId, async trx => {
    const seen = await selectCases(trx, scope, {}).where('court_case.id', '=', id).select('court_case.id').execute()
    if (seen.length === 0) throw notFound('Дело не найдено.')
    const before = await trx
      .selectFrom('case_note')
      .where('account_id', '=', scope.accountId)
      .where('case_id', '=', id)
      .select(['text', 'version', 'changed_at'])
      .executeTakeFirst()
    // A retry after a lost answer.
    if ((before?.text ?? '') === text) return before ? withIsoDates(before) : null
    if (known !== undefined && known !== (before?.version ?? null))
      throw conflict('Заметку изменили в другом окне. Обновите страницу, чтобы увидеть её.')
    if (text === '') {
      await trx.deleteFrom('case_note').where('account_id', '=', scope.accountId).where('case_id', '=', id).execute()
      return null
    }
    const written = await trx
      .insertInto('case_note')
      .values({ account_id: scope.accountId, case_id: id, text })
      .onConflict(taken =>
        taken
          .columns(['account_id', 'case_id'])
          .doUpdateSet(eb => ({ text, version: eb.ref('excluded.version'), changed_at: sql<Date>`now()` })),
      )
      .returning(['text', 'version', 'changed_at'])
      .executeTakeFirstOrThrow()
    return withIsoDates(written)
  })
