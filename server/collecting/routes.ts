import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { caseRefresh } from '#shared/api/collecting.ts'
import { idParams } from '#shared/api/lists.ts'
import { accepted, answers } from '../http/answers.ts'
import { scopeOf } from '../http/auth.ts'
import { conflict, notFound, tooMany } from '../http/errors.ts'
import type { FeatureOptions } from '../http/feature.ts'
import { perMinute } from '../http/rate-limit.ts'
import { askRefresh, refreshOf } from './refresh.ts'

/** A case read anew from its court's site (§7). */
const tags = ['Дела']
const noCase = (): Error => notFound('Дело не найдено.')
/** What one address may ask of sites of courts. */
const refreshesPerMinute = 20

export const collectingRoutes: FastifyPluginAsyncZod<FeatureOptions> = async (app, { db }) => {
  app.post(
    '/cases/:id/refresh/',
    {
      config: {
        access: 'member',
        rateLimit: perMinute('refresh', refreshesPerMinute, 'Слишком много дел сразу: сайты судов нужно беречь.'),
      },
      schema: {
        tags,
        summary: 'Прочитать карточку на сайте суда сейчас',
        description: 'Не чаще раза в минуту на дело. Как идёт чтение, говорит GET того же адреса.',
        params: idParams,
        response: accepted(caseRefresh, 401, 403, 404, 409, 429),
      },
    },
    async ({ account, params }, reply) => {
      const asked = await askRefresh(db, scopeOf(account), params.id)
      if (asked.kind === 'absent') throw noCase()
      if (asked.kind === 'no_address')
        throw conflict('Где лежит карточка этого дела, неизвестно: перечитать её нельзя.')
      if (asked.kind === 'too_soon') throw tooMany(asked.seconds, 'Карточку только что перечитали.')
      return reply.code(202).send(asked.state)
    },
  )

  app.get(
    '/cases/:id/refresh/',
    {
      config: { access: 'member' },
      schema: {
        tags,
        summary: 'Как идёт чтение карточки',
        params: idParams,
        response: answers(caseRefresh, 401, 404),
      },
    },
    async ({ account, params }) => {
      const state = await refreshOf(db, scopeOf(account), params.id)
      if (state === undefined) throw noCase()
      return state
    },
  )
}
