import { caseJournal, caseState, caseStateQuery } from '#shared/api/journal.ts'
import { idParams } from '#shared/api/lists.ts'
import { showDate } from '#shared/domain/dates.ts'
import { noCase, selectCases } from '../cases/case-query.ts'
import { answers } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { fieldError, notFound } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { wholeList } from '../http/pages.ts'
import { routeOptions } from '../http/route.ts'
import { linesOf } from './change-words.ts'
import { type Entry, readJournal, revisionsOf, stateAt } from './read-entries.ts'

const route = routeOptions('Журнал дела', { access: 'member' })

export const journalRoutes: FeatureRoutes = async (app, { db }) => {
  const journalOf = async (account: Parameters<typeof scopeOf>[0], id: number) => {
    const seen = await selectCases(db, scopeOf(account), {})
      .where('court_case.id', '=', id)
      .select('court_case.id')
      .execute()
    if (seen.length === 0) throw noCase()
    return readJournal(db, id, { whole: true })
  }

  app.get(
    '/cases/:id/journal/',
    route({
      summary: 'Журнал дела: что, когда и откуда стало известно',
      description: 'Сначала последнее. Строки таблиц (движение, лица, наказания) — целиком, до и после.',
      params: idParams,
      response: answers(caseJournal, 401, 404),
    }),
    async ({ account, params }) =>
      wholeList(
        revisionsOf(await journalOf(account, params.id))
          .map(({ entry, is_whole, fields }) => ({
            ...placeOf(entry),
            is_whole,
            changes: [...fields],
            told: entry.told,
          }))
          .reverse(),
      ),
  )

  app.get(
    '/cases/:id/state/',
    route({
      summary: 'Дело, каким оно было',
      description:
        'Запись целиком: под номером из журнала или какой её знали в конце дня. Без того и другого — последняя.',
      params: idParams,
      querystring: caseStateQuery,
      response: answers(caseState, 400, 401, 404),
    }),
    async ({ account, params, query: { number, as_of } }) => {
      if (number !== undefined && as_of !== undefined) throw fieldError('as_of', 'Нужен номер или день, не оба.')
      const journal = await journalOf(account, params.id)
      const state = stateAt(journal, { number, day: as_of })
      if (state === 'not yet')
        throw notFound(
          as_of === undefined ? 'Такого состояния у дела нет.' : `На ${showDate(as_of)} этого дела здесь ещё не было.`,
        )
      if (state === 'in words')
        throw notFound('От этого состояния остались только слова об изменениях: запись дела тогда не хранилась.')
      const { entry, next, record, body } = state
      return {
        ...placeOf(entry),
        until: next?.seen_at.toISOString() ?? null,
        record: { ...record },
        text: body,
        lines: linesOf(record),
      }
    },
  )
}

const placeOf = ({ number, seen_at, origin, file, page_hash, page_reader, text_reader }: Entry) => ({
  number,
  seen_at: seen_at.toISOString(),
  origin,
  file,
  page_hash,
  page_reader,
  text_reader,
})
