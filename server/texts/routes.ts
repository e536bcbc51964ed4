import { z } from 'zod'
import { caseText, similarTexts, textHits, textHitsQuery } from '#shared/api/full-case.ts'
import { idParams } from '#shared/api/lists.ts'
import { wordsCheck } from '#shared/api/words.ts'
import { wordsFields } from '#shared/filters/case-fields.ts'
import { readValues } from '#shared/filters/wire.ts'
import { answers, attachment } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { wholeList } from '../http/pages.ts'
import { matchesETag } from '../http/requests.ts'
import { routeOptions } from '../http/route.ts'
import { findHits } from './find-hits.ts'
import { oneText, similarTo, textFile } from './one-text.ts'
import { mistakeIn, searching } from './text-search.ts'

const route = routeOptions('Тексты решений', { access: 'member' })
const maxHits = 1_000
const maxOfPattern = 200

export const textRoutes: FeatureRoutes = async (app, { db }) => {
  app.get(
    '/cases/:id/text/',
    route({
      summary: 'Текст решения',
      description: 'С меткой ETag: текст, который уже есть у спрашивающего, второй раз не посылается.',
      params: idParams,
      response: { ...answers(caseText, 401, 404), 304: z.undefined().meta({ description: 'Не менялся' }) },
    }),
    async (request, reply) => {
      const found = await oneText(db, scopeOf(request.account), request.params.id)
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
      await oneText(db, scopeOf(account), params.id)
      const values = readValues(wordsFields, query)
      const words = values.result_text_search
      if (!words) return { hits: [], more: false }
      const limit = words.mode === 'regexp' ? maxOfPattern : maxHits
      const hits = await searching(db, values, async on => {
        const all = await findHits(on, [params.id], words, limit + 1)
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
      return { mistake: (words && (await mistakeIn(db, words))) ?? null }
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
      const found = await oneText(db, scopeOf(request.account), request.params.id)
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
      response: answers(similarTexts, 401, 404),
    }),
    async ({ account, params }) => wholeList(await similarTo(db, scopeOf(account), params.id)),
  )
}
