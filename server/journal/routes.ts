import type { Kysely } from 'kysely'
import { z } from 'zod'
import { changedFields, changeList, changesFileQuery, changesQuery } from '#shared/api/changes.ts'
import { caseJournal, caseState, caseStateQuery } from '#shared/api/journal.ts'
import { idParams } from '#shared/api/lists.ts'
import { showDate } from '#shared/domain/dates.ts'
import { hasRight } from '#shared/domain/permissions.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { askedValues } from '../cases/asked-values.ts'
import { noCase, selectCases } from '../cases/case-query.ts'
import { presentRow } from '../cases/present-case.ts'
import { databaseTrouble } from '../db/database-trouble.ts'
import type { DB } from '../db/schema.ts'
import { answers, attachment } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { giveDownload } from '../http/downloads.ts'
import { fieldError, notFound } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOf, wholeList } from '../http/pages.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { linesOf } from './change-words.ts'
import { changesOfCases, describeChanges, mostInFile, openChangesCsv } from './changes-between.ts'
import { type Entry, readJournal, readJournalOfHashes, revisionsOf, stateAt } from './read-entries.ts'

const route = routeOptions('Журнал дела', { access: 'member' })

export const journalRoutes: FeatureRoutes = async (app, { db, copy, copyOn, ...settings }) => {
  const engines = { db, copy, copyOn }
  app.get(
    '/cases/changes/',
    route({
      lane: 'figures',
      summary: 'Что изменилось между двумя днями',
      description:
        'Дела, которые подходили под фильтры к концу первого дня или подходят к концу второго и о которых за это время стало известно другое. Сначала последние.',
      querystring: changesQuery,
      response: answers(changeList, 400, 401, 403),
    }),
    async request => {
      const { account, query } = request
      const scope = scopeOf(account)
      const values = askedValues(changedFields, query, account)
      const all = await changesOfCases(engines, scope, values, query)
      const slice = all.slice((query.page - 1) * query.size, query.page * query.size)
      const reader = { tags: hasRight(account, 'tag_editor') }
      const told = await describeChanges(engines, scope, slice, { ...query, reader })
      const rows = told.map(({ row, seen_at, ...rest }) => ({
        ...rest,
        seen_at: seen_at.toISOString(),
        case: presentRow(row, request.siteOrigin),
      }))
      const counts = { appeared: 0, changed: 0, gone: 0 }
      for (const { kind } of all) counts[kind]++
      return { ...pageOf(request, { count: all.length, rows }, query, { fields: changedFields, values }), counts }
    },
  )

  app.get(
    '/data/changes/export.csv',
    route({
      rateLimit: perMinute('changes csv', 120, 'Слишком много выгрузок.'),
      lane: 'unlimited',
      summary: 'Что изменилось между двумя днями, файлом CSV',
      description: `Строка на поле дела, до ${showNumber(mostInFile)} дел. UTF-8 с меткой, между ячейками — точка с запятой.`,
      querystring: changesFileQuery,
      response: answers(z.any().meta({ description: 'text/csv; charset=utf-8' }), 400, 401, 403, 429, 503),
    }),
    async (request, reply) => {
      const { account, query } = request
      const values = askedValues(changedFields, query, account)
      const asked = { from: query.from, to: query.to, origin: request.siteOrigin }
      const file = await giveDownload({ request, reply }, settings, () =>
        openChangesCsv(engines, scopeOf(account), values, asked),
      )
      return reply
        .type('text/csv; charset=utf-8')
        .headers(attachment(`Изменения ${query.from} — ${query.to}.csv`, 'changes.csv'))
        .send(file)
    },
  )

  const refuseUnseen = async (account: Parameters<typeof scopeOf>[0], id: number): Promise<void> => {
    const seen = await selectCases(db, scopeOf(account), {})
      .where('court_case.id', '=', id)
      .select('court_case.id')
      .execute()
    if (seen.length === 0) throw noCase()
  }

  app.get(
    '/cases/:id/journal/',
    route({
      summary: 'Журнал дела: что, когда и откуда стало известно',
      description: 'Сначала последнее. Строки таблиц (движение, лица, наказания) — целиком, до и после.',
      params: idParams,
      response: answers(caseJournal, 401, 404),
    }),
    async ({ account, params }) => {
      await refuseUnseen(account, params.id)
      return wholeList(
        revisionsOf(await readJournalOfHashes(db, params.id))
          .map(({ entry, is_whole, fields }) => ({
            ...placeOf(entry),
            is_whole,
            changes: [...fields],
            told: entry.told,
          }))
          .reverse(),
      )
    },
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
      await refuseUnseen(account, params.id)
      const { state, text_is_away } = await stateWithText(db, params.id, { number, day: as_of })
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
        text_is_away,
        lines: linesOf(record),
      }
    },
  )
}

/** While the server of its text is away, a state is told without it; former texts are not kept there. */
async function stateWithText(db: Kysely<DB>, id: number, asked: Parameters<typeof stateAt>[1]) {
  try {
    return { state: stateAt(await readJournal(db, id, { whole: true }), asked), text_is_away: false }
  } catch (error) {
    if (databaseTrouble(error) !== 'texts') throw error
    const state = stateAt(await readJournalOfHashes(db, id), asked)
    return { state, text_is_away: typeof state === 'object' && state.entry.text_hash !== null && state.body === null }
  }
}

const placeOf = ({ number, seen_at, origin, file, page_hash, page_reader, text_reader, carried }: Entry) => ({
  number,
  seen_at: seen_at.toISOString(),
  origin,
  file,
  page_hash,
  page_reader,
  text_reader,
  carried_over: carried === undefined ? null : { ...carried, at: carried.at.toISOString() },
})
