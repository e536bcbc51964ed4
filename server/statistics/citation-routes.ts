import { z } from 'zod'
import { citation, citationList, citationNow, citationParams, citationRequest } from '#shared/api/citations.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { answers, created } from '../http/answers.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { citationsOf, citationUrl, cite, citedNow, csvOfCitation, fileOfCitation, readCitation } from './citations.ts'
import { refuseClash } from './data-routes.ts'
import { figureFormats, giveFigures } from './figure-file.ts'

/** Links to figures: a table or chart as of its creation (§2 /data). */
const route = routeOptions('Данные', { access: 'member' })
const citationsPerMinute = 60
const filesPerMinute = 120

export const citationRoutes: FeatureRoutes = async (app, { db, copy, copyOn }) => {
  const engines = { db, copy, copyOn }

  for (const { value: format, label, type } of figureFormats)
    app.get(
      `/data/citations/:id/export.${format}`,
      route({
        rateLimit: perMinute(`citations ${format}`, filesPerMinute, 'Слишком много выгрузок.'),
        summary: `Цифры по ссылке файлом ${label}`,
        description:
          'Файл CSV всегда один и тот же, байт в байт: его SHA-256 — контрольная сумма ссылки (`sha256sum файл`).',
        params: citationParams,
        response: answers(z.any().meta({ description: type }), 401, 403, 404, 429),
      }),
      async (request, reply) => {
        const cited = await readCitation(db, request.account, request.params.id, citationUrl(request))
        const day = (cited.chart ?? cited.pivot).today
        const csv = format === 'csv' ? await csvOfCitation(db, cited.id) : undefined
        return giveFigures(reply, format, fileOfCitation(cited), { day, csv, chart: cited.chart?.key })
      },
    )

  app.get(
    '/data/citations/',
    route({ summary: 'Свои ссылки на цифры, последние', response: answers(citationList, 401) }),
    request => citationsOf(db, request.account.id, citationUrl(request)),
  )

  app.post(
    '/data/citations/',
    route({
      lane: 'figures',
      rateLimit: perMinute('citations', citationsPerMinute, 'Слишком много ссылок.'),
      summary: 'Сохранить цифры и получить на них ссылку',
      description:
        'Цифры остаются такими, какими были; сроки вроде «последние 7 дней» становятся датами. Личные фильтры (избранное, подборки, заметки) не годятся. По ссылке цифры видит тот, кому открыты все регионы, о которых они говорят.',
      body: citationRequest,
      response: created(citation, 400, 401, 403, 413, 415, 429),
    }),
    async request => {
      const { account, body } = request
      if (body.rows !== undefined && body.columns !== undefined) refuseClash({ rows: body.rows, columns: body.columns })
      const { id } = await cite(engines, account, body, citationUrl(request))
      return readCitation(db, account, id, citationUrl(request))
    },
  )

  app.get(
    '/data/citations/:id/',
    route({
      summary: 'Цифры по ссылке: какими были',
      params: citationParams,
      response: answers(citation, 401, 403, 404),
    }),
    request => readCitation(db, request.account, request.params.id, citationUrl(request)),
  )

  app.get(
    '/data/citations/:id/now/',
    route({
      lane: 'figures',
      summary: 'Те же строки и столбцы: какие они сейчас',
      params: citationParams,
      response: answers(citationNow, 400, 401, 403, 404),
    }),
    async request => {
      const kept = await readCitation(db, request.account, request.params.id, citationUrl(request))
      const sides = await citedNow(engines, kept)
      return { sides: sides.map(cells => ({ cells })), today: today() }
    },
  )
}
