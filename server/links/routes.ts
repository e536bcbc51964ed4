import { pairParams, verdictRequest } from '#shared/api/case-pairs.ts'
import { linkCandidates } from '#shared/api/full-case.ts'
import { idParams } from '#shared/api/lists.ts'
import { answers } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { candidatesOf, decideLink } from './candidates.ts'

const route = routeOptions('Дела', { access: 'member' })
const decisionsPerMinute = 120

export const linkRoutes: FeatureRoutes = async (app, { db }) => {
  app.get(
    '/cases/:id/links/',
    route({
      summary: 'Возможные дела другой инстанции',
      description: 'Пары, которые сведения судов не связывают наверняка, и решения людей о парах. Сами связи — в деле.',
      params: idParams,
      response: answers(linkCandidates, 401, 404),
    }),
    async ({ account, params }) => candidatesOf(db, scopeOf(account), params.id),
  )

  app.put(
    '/cases/:id/links/:other/',
    route({
      access: 'tag_editor',
      rateLimit: perMinute('links', decisionsPerMinute, 'Слишком много решений.'),
      summary: 'Решить, одно ли это дело в двух инстанциях',
      description: 'Решение сильнее сведений судов и переживает каждое новое чтение дел. `null` снимает его.',
      params: pairParams,
      body: verdictRequest,
      response: answers(linkCandidates, 400, 401, 403, 404, 413, 415, 429),
    }),
    async ({ account, params, body }) => {
      const scope = scopeOf(account)
      await decideLink(db, scope, { accountId: account.id }, [params.id, params.other], body.is_same)
      return candidatesOf(db, scope, params.id)
    },
  )
}
