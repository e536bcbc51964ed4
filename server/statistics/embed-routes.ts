import type { FastifyInstance } from 'fastify'
import { citation, citationParams, publishedList, publishRequest } from '#shared/api/citations.ts'
import { linkIdPattern } from '#shared/api/saved.ts'
import { answers, done } from '../http/answers.ts'
import type { FeatureOptions, FeatureRoutes } from '../http/feature.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { citationUrl } from './citations.ts'
import { embedHeaders, embedPage, embedSentence } from './embed-page.ts'
import { publicPath } from './public-table.ts'
import { allPublished, closePublished, publicFiguresOf, publish } from './published-figures.ts'

/** Publishing and closing cited figures. */
const route = routeOptions('Данные', { access: 'member' })
const changesPerMinute = 60

export const publishingRoutes: FeatureRoutes = async (app, { db }) => {
  const writing = { rateLimit: perMinute('publishing', changesPerMinute, 'Слишком много изменений.') }

  app.put(
    '/data/citations/:id/published/',
    route({
      ...writing,
      summary: 'Открыть цифры по ссылке всем: страница для встраивания',
      description:
        'Только тот, кто создал ссылку. Не меньше 10 дел, без людей; числа от 1 до 9 и те, по которым их можно вычислить, скрыты.',
      params: citationParams,
      body: publishRequest,
      response: answers(citation, 400, 401, 403, 404, 413, 415, 429),
    }),
    async request => publish(db, request.account, request.params.id, request.body, citationUrl(request)),
  )

  app.delete(
    '/data/citations/:id/published/',
    route({
      ...writing,
      summary: 'Закрыть цифры по ссылке: их видят только те, у кого есть доступ',
      description: 'Тот, кто создал ссылку, или администратор.',
      params: citationParams,
      response: answers(done, 401, 403, 404, 429),
    }),
    async ({ account, params }) => {
      await closePublished(db, account, params.id)
      return { detail: 'Страница для всех закрыта.' }
    },
  )

  app.get(
    '/data/published/',
    route({
      access: 'superuser',
      summary: 'Цифры, открытые всем, последние',
      response: answers(publishedList, 401, 403),
    }),
    request => allPublished(db, citationUrl(request)),
  )
}

/** The embedded page itself: public, without the interface. */
export async function embedRoutes(app: FastifyInstance, { db }: Pick<FeatureOptions, 'db'>): Promise<void> {
  app.get<{ Params: { id: string } }>(
    `${publicPath}/:id`,
    { schema: { hide: true }, config: { rateLimit: perMinute('embed', 240, 'Слишком много запросов.') } },
    async (request, reply) => {
      const { id } = request.params
      const found = linkIdPattern.test(id) ? await publicFiguresOf(db, id) : undefined
      // Only this page may be framed by other sites.
      reply.removeHeader('x-frame-options').headers(embedHeaders)
      if (found === undefined) return reply.code(404).send(embedSentence('Таких цифр здесь нет.'))
      if (found === 'closed')
        return reply.code(410).send(embedSentence('Эти цифры больше не показываются: их закрыли.'))
      return reply.send(embedPage(found, `${request.siteOrigin}${publicPath}/${id}`))
    },
  )
}
