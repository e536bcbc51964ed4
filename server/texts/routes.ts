import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseText, similarTexts, textHits, textHitsQuery } from '#shared/api/cases.ts'
import { idParams } from '#shared/api/lists.ts'
import { readValues } from '#shared/filters/wire.ts'
import { wordsFields } from '#shared/filters/words-fields.ts'
import { answers } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { notFound } from '../http/errors.ts'
import type { FeatureOptions } from '../http/feature.ts'
import { wholeList } from '../http/pages.ts'
import { findHits } from './find-hits.ts'
import { oneText, similarTo, textFile } from './one-text.ts'
import { searching } from './searching.ts'

const tags = ['Тексты решений']
const noCase = (): Error => notFound('Дело не найдено.')
const noText = (): Error => notFound('Текста решения по этому делу нет.')
const maxHits = 1_000
const maxOfPattern = 200

export const textRoutes: FastifyPluginAsyncZod<FeatureOptions> = async (app, { db }) => {
  app.get(
    '/cases/:id/text/',
    {
      config: { access: 'member' },
      schema: {
        tags,
        summary: 'Текст решения',
        description: 'С меткой ETag: текст, который уже есть у спрашивающего, второй раз не посылается.',
        params: idParams,
        response: { ...answers(caseText, 401, 404), 304: z.undefined().meta({ description: 'Не менялся' }) },
      },
    },
    async (request, reply) => {
      const found = await oneText(db, scopeOf(request.account), request.params.id)
      if (found === undefined) throw noCase()
      const { id, case_number, body, read_at, result_text_url } = found
      if (body === null || read_at === null) throw noText()
      const text = { id, case_number, text: body, url: result_text_url || null, read_at: read_at.toISOString() }
      const tag = `"${createHash('sha256').update(JSON.stringify(text)).digest('base64url').slice(0, 22)}"`
      // Cached for this person only and revalidated each time, as access may change.
      reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'authorization, cookie')
      const known = request.headers['if-none-match']?.split(',').map(one => one.trim().replace(/^W\//, ''))
      if (known?.includes(tag)) return reply.code(304).send()
      return text
    },
  )

  app.get(
    '/cases/:id/text/hits/',
    {
      config: { access: 'member' },
      schema: {
        tags,
        summary: 'Что найдено в тексте решения',
        description: 'Места слов, как их ищет список дел: начало и конец в знаках UTF-16 от начала текста.',
        params: idParams,
        querystring: textHitsQuery,
        response: answers(textHits, 400, 401, 404),
      },
    },
    async ({ account, params, query }) => {
      const found = await oneText(db, scopeOf(account), params.id)
      if (found === undefined) throw noCase()
      if (found.body === null) throw noText()
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
    '/cases/:id/text/file/',
    {
      config: { access: 'member' },
      schema: {
        tags,
        summary: 'Текст решения файлом .txt',
        params: idParams,
        response: answers(z.string().meta({ description: 'text/plain; charset=utf-8' }), 401, 404),
      },
    },
    async (request, reply) => {
      const found = await oneText(db, scopeOf(request.account), request.params.id)
      if (found === undefined) throw noCase()
      const { body } = found
      if (body === null) throw noText()
      const { name, content } = textFile({ ...found, body })
      return reply
        .type('text/plain; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="decision-${found.id}.txt"; filename*=UTF-8''${encodeURIComponent(name)}`,
        )
        .send(content)
    },
  )

  app.get(
    '/cases/:id/similar/',
    {
      config: { access: 'member' },
      schema: {
        tags,
        summary: 'Похожие решения того же суда',
        description: 'Решения, слова которых большей частью те же; `share` — общая доля, от 0 до 1.',
        params: idParams,
        response: answers(similarTexts, 401, 404),
      },
    },
    async ({ account, params }) => {
      const results = await similarTo(db, scopeOf(account), params.id)
      if (results === undefined) throw noCase()
      return wholeList(results)
    },
  )
}
