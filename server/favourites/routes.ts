import { type Kysely, sql } from 'kysely'
import { currentUserChange } from '#shared/api/accounts.ts'
import { type CaseNote, noteAnswer, noteRequest } from '#shared/api/favourites.ts'
import { idParams } from '#shared/api/lists.ts'
import { currentUser } from '#shared/api/session.ts'
import { selectCases } from '../cases/case-query.ts'
import { withAccountLock } from '../db/account-lock.ts'
import type { DB } from '../db/schema.ts'
import { answers, withIsoDates } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { conflict, notFound } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { changeFavourites, type FavouriteScope } from './favourites.ts'

const route = routeOptions('Избранное', { access: 'member' })
/** A note saves itself about once a second, and several people may share an address. */
const changesPerMinute = 600
const limited = (name: string) => perMinute(name, changesPerMinute, 'Слишком много изменений.')

export const favouriteRoutes: FeatureRoutes = async (app, { db }) => {
  app.patch(
    '/users/me/',
    route({
      summary: 'Добавить дела в избранное и убрать из него',
      description:
        'Всё или ничего: если хоть одного дела из `add` нет или оно закрыто, ничего не меняется. Подборки, в которых лежат дела, остаются при них. Отвечает тем, кто вошёл.',
      body: currentUserChange,
      response: answers(currentUser, 400, 401, 403, 413, 415),
    }),
    async ({ account, body }) => {
      await changeFavourites(db, scopeOf(account), body.favorite_cases)
      return account
    },
  )

  app.put(
    '/cases/:id/note/',
    route({
      rateLimit: limited('notes'),
      summary: 'Записать заметку о деле',
      description:
        'Заметку видит только её автор. Пустой текст удаляет её. С `known` — номером версии, которую видел автор, — чужая правка не затрётся: ответ 409.',
      params: idParams,
      body: noteRequest,
      response: answers(noteAnswer, 400, 401, 403, 404, 409, 413, 415, 429),
    }),
    async ({ account, params, body }) => ({ note: await writeNote(db, scopeOf(account), params.id, body) }),
  )
}

/** `known`: the version the writer has seen (optimistic lock). */
const writeNote = (
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
