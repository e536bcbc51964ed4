import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { linkCandidates, pairParams, verdictRequest } from '#shared/api/cases.ts'
import { idParams } from '#shared/api/lists.ts'
import { answers } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { notFound } from '../http/errors.ts'
import type { FeatureOptions } from '../http/feature.ts'
import { perMinute } from '../http/rate-limit.ts'
import { candidatesOf } from './candidates.ts'
import { decideLink } from './verdicts.ts'

const tags = ['Дела']
const decisionsPerMinute = 120

export const linkRoutes: FastifyPluginAsyncZod<FeatureOptions> = async (app, { db }) => {
  app.get(
    '/cases/:id/links/',
    {
      config: { access: 'member' },
      schema: {
        tags,
        summary: 'Возможные дела другой инстанции',
        description:
          'Пары, которые сведения судов не связывают наверняка, и решения людей о парах. Сами связи — в деле.',
        params: idParams,
        response: answers(linkCandidates, 401, 404),
      },
    },
    async ({ account, params }) => {
      const found = await candidatesOf(db, scopeOf(account), params.id)
      if (found === undefined) throw notFound('Дело не найдено.')
      return found
    },
  )

  app.put(
    '/cases/:id/links/:other/',
    {
      config: { access: 'tag_editor', rateLimit: perMinute('links', decisionsPerMinute, 'Слишком много решений.') },
      schema: {
        tags,
        summary: 'Решить, одно ли это дело в двух инстанциях',
        description: 'Решение сильнее сведений судов и переживает каждое новое чтение дел. `null` снимает его.',
        params: pairParams,
        body: verdictRequest,
        response: answers(linkCandidates, 400, 401, 403, 404, 413, 415, 429),
      },
    },
    async ({ account, params, body }) => {
      const scope = scopeOf(account)
      await decideLink(db, scope, { accountId: account.id }, [params.id, params.other], body.is_same)
      const found = await candidatesOf(db, scope, params.id)
      if (found === undefined) throw notFound('Дело не найдено.')
      return found
    },
  )
}
