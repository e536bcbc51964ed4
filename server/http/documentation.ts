import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { sessionCookie } from './auth.ts'

/** OpenAPI 3.1 and its page, open to guests. Must be registered before the routes. */
export async function documentApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'Судмонитор',
        version: '1',
        description:
          'Дела российских судов по КоАП и УК. Списки отвечают `{ count, next, previous, results }`. С `count_is_behind` числа через несколько секунд могут измениться, с `count_is_least` дел не меньше, чем `count`: всех сейчас быстро не сосчитать. Ошибка 400 называет параметр: `{ "параметр": ["что не так"] }`, остальные — `{ "detail": "…" }`.',
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          cookie: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        },
      },
      security: [{ bearer: [] }, { cookie: [] }],
    },
    transform: jsonSchemaTransform,
  })
  app.get('/api/v1/openapi.json', { config: { access: 'guest' }, schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/api/v1/docs',
    uiConfig: { docExpansion: 'list', tryItOutEnabled: true, validatorUrl: null },
    theme: {
      title: 'Судмонитор: API',
      // Hides Swagger's own bar.
      css: [{ filename: 'plain.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  })
}
