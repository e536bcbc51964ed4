import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { caseText, similarTexts, textHits, textHitsQuery } from '#shared/api/full-case.ts'
import { idParams } from '#shared/api/lists.ts'
import { wordsCheck } from '#shared/api/words.ts'
import { showDate } from '#shared/domain/dates.ts'
import { wordsFields } from '#shared/filters/case-fields.ts'
import { readValues } from '#shared/filters/wire.ts'
import { noCase, selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import { arrayLiteral } from '../db/bulk-parameters.ts'
import { isCancelled } from '../db/refusal.ts'
import type { DB } from '../db/schema.ts'
import { whileTextsAnswer } from '../db/text-nodes.ts'
import { answers, attachment } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { notFound, overloaded } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { wholeList } from '../http/pages.ts'
import { matchesETag } from '../http/requests.ts'
import { routeOptions } from '../http/route.ts'
import { findHits } from './find-hits.ts'
import { jaccardSimilarity, shinglesOf } from './shingles.ts'
import { mistakeIn, searching, withinTime } from './text-search.ts'

const route = routeOptions('Тексты решений', { access: 'member' })
const maxHits = 1_000
const maxOfPattern = 200

export const textRoutes: FeatureRoutes = async (app, { reading }) => {
  app.get(
    '/cases/:id/text/',
    route({
      summary: 'Текст решения',
      description: 'С меткой ETag: текст, который уже есть у спрашивающего, второй раз не посылается.',
      params: idParams,
      response: { ...answers(caseText, 401, 404), 304: z.undefined().meta({ description: 'Не менялся' }) },
    }),
    async (request, reply) => {
      const found = await reading(db => oneText(db, scopeOf(request.account), request.params.id))
      const { id, case_number, body, read_at, result_text_url } = found
      const text = { id, case_number, text: body, url: result_text_url || null, read_at: read_at.toISOString() }
      // Cached for this person only and revalidated each time, as access may change.
      reply.header('cache-control', 'private, no-cache').header('vary', 'authorization, cookie')
      return matchesETag(request, reply, JSON.stringify(text)) ? reply.code(304).send() : text
    },
  )

  app.get(
    '/cases/:id/text/hits/',
    route({
      summary: 'Что найдено в тексте решения',
      description: 'Места слов, как их ищет список дел: начало и конец в знаках UTF-16 от начала текста.',
      params: idParams,
      querystring: textHitsQuery,
      response: answers(textHits, 400, 401, 404),
    }),
    async ({ account, params, query }) => {
      const values = readValues(wordsFields, query)
      const words = values.result_text_search
      const limit = words?.mode === 'regexp' ? maxOfPattern : maxHits
      const hits = await reading(async db => {
        await oneText(db, scopeOf(account), params.id)
        if (!words) return []
        const all = await searching(db, values, on => findHits(on, [params.id], words, limit + 1))
        return all.get(params.id)?.hits ?? []
      })
      return { hits: hits.slice(0, limit), more: hits.length > limit }
    },
  )

  app.get(
    '/words/check/',
    route({
      summary: 'Можно ли искать такие слова',
      description: 'Что в них неверно и на каком знаке, считая с 0. Ничего не ищется.',
      querystring: textHitsQuery,
      response: answers(wordsCheck, 400, 401),
    }),
    async ({ query }) => {
      const words = readValues(wordsFields, query).result_text_search
      return { mistake: (words && (await reading(db => mistakeIn(db, words)))) ?? null }
    },
  )

  app.get(
    '/cases/:id/text/file/',
    route({
      summary: 'Текст решения файлом .txt',
      params: idParams,
      response: answers(z.string().meta({ description: 'text/plain; charset=utf-8' }), 401, 404),
    }),
    async (request, reply) => {
      const found = await reading(db => oneText(db, scopeOf(request.account), request.params.id))
      const { name, content } = textFile(found)
      return reply
        .type('text/plain; charset=utf-8')
        .headers(attachment(name, `decision-${found.id}.txt`))
        .send(content)
    },
  )

  app.get(
    '/cases/:id/similar/',
    route({
      summary: 'Похожие решения того же суда',
      description: 'Решения, слова которых большей частью те же; `share` — общая доля, от 0 до 1.',
      params: idParams,
      response: answers(similarTexts, 401, 404, 503),
    }),
    async ({ account, params }) => wholeList(await reading(db => similarTo(db, scopeOf(account), params.id))),
  )
}

const noText = () => notFound('Текста решения по этому делу нет.')

/** @throws HttpError 404 where the case has no text */
async function oneText(db: Kysely<DB>, scope: Scope, id: number) {
  const found = await selectCases(db, scope, {})
    .where('court_case.id', '=', id)
    .innerJoin('court', 'court.id', 'court_case.court_id')
    .select(['court_case.id', 'case_number', 'case_uid', 'result_text_url', 'result_date'])
    .select('court.title as court')
    .executeTakeFirstOrThrow(noCase)
  const text = await textOf(db, id, ['body', 'read_at'])
  if (text === undefined) throw noText()
  return { ...found, ...text }
}

const textOf = <C extends 'body' | 'read_at' | 'words' | 'prints'>(db: Kysely<DB>, id: number, columns: C[]) =>
  whileTextsAnswer(db, 'some', () =>
    withinTime(db, secondsOfOne, on =>
      on.selectFrom('case_text').where('case_id', '=', id).select(columns).executeTakeFirst(),
    ),
  )

const minShare = 0.6
const maxCandidates = 300
const maxResults = 10
const [secondsOfOne, seconds] = [5, 2]

async function similarTo(db: Kysely<DB>, scope: Scope, id: number) {
  const { court_id } = await selectCases(db, scope, {})
    .where('court_case.id', '=', id)
    .select('court_case.court_id')
    .executeTakeFirstOrThrow(noCase)
  const own = await textOf(db, id, ['words', 'prints'])
  if (own === undefined || own.prints.length === 0) return []
  const find = async (on: Kysely<DB>) => {
    // Prints first: the few texts that share one, of whatever court, are less than the cases of a large court.
    const alike = await on
      .selectFrom('case_text_seen')
      .where(sql<boolean>`prints && ${own.prints}::integer[]`)
      .where('case_id', '<>', id)
      .select('case_id')
      .orderBy(sql`(select count(*) from unnest(prints) as print where print = any(${own.prints}::integer[]))`, 'desc')
      .orderBy('case_id', 'desc')
      .execute()
    const cases = await selectCases(on, scope, {})
      .where('court_case.court_id', '=', court_id)
      .where(sql<boolean>`court_case.id = any(${arrayLiteral(alike.map(one => one.case_id))}::integer[])`)
      .select('court_case.id')
      .execute()
    const ofCourt = new Set(cases.map(one => one.id))
    const first = alike.flatMap(({ case_id }) => (ofCourt.has(case_id) ? case_id : [])).slice(0, maxCandidates)
    return on
      .selectFrom('case_text_seen')
      .where(sql<boolean>`case_id = any(${arrayLiteral(first)}::integer[])`)
      .select(['case_id', 'words'])
      .execute()
  }
  const candidates = await whileTextsAnswer(db, 'all', () => withinTime(db, seconds, find)).catch(tooLong)
  const runs = runsOfLine(own.words)
  const shares = new Map(
    candidates
      .map(({ case_id, words }) => [case_id, jaccardSimilarity(runs, runsOfLine(words))] as const)
      .filter(([, share]) => share >= minShare)
      .sort(([a, left], [b, right]) => right - left || b - a)
      .slice(0, maxResults),
  )
  const found = await selectCases(db, scope, {})
    .where('court_case.id', 'in', [0, ...shares.keys()])
    .leftJoin('judge', 'judge.id', 'court_case.judge_id')
    .leftJoin('result_type', 'result_type.id', 'court_case.result_type_id')
    .select(['court_case.id', 'case_number', 'entry_date', 'result_date'])
    .select(['judge.name as judge', 'result_type.title as result_type'])
    .execute()
  return [...shares].flatMap(([similar, share]) =>
    found.filter(one => one.id === similar).map(one => ({ ...one, share: Math.round(share * 100) / 100 })),
  )
}

const runsOfLine = (line: string): Set<number> => shinglesOf(line.trim().split(' '))
/** What was not looked through to the end is no answer. */
const tooLong = (error: unknown): never => {
  throw isCancelled(error) ? overloaded(secondsUntilNext, 'Похожие решения искались слишком долго.') : error
}
const secondsUntilNext = 60

const textFile = (text: Awaited<ReturnType<typeof oneText>>): { name: string; content: string } => {
  const { case_number, case_uid, court, result_date, result_text_url, body } = text
  const head = [
    `${court}, дело № ${case_number}${result_date ? `, ${showDate(result_date)}` : ''}`,
    case_uid ? `УИД ${case_uid}` : '',
    result_text_url,
  ].filter(Boolean)
  return {
    name: `Решение ${case_number.replace(/[^\p{L}\p{N}.-]+/gu, '_').replace(/_+$/, '')}.txt`,
    content: `${head.join('\n')}\n\n${body.trimEnd()}\n`,
  }
}
