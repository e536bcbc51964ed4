import { z } from 'zod'
import { idParams } from '#shared/api/lists.ts'
import { setFileQuery } from '#shared/api/set-file.ts'
import { setFileFormats } from '#shared/domain/sets.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { askedValues } from '../cases/asked-values.ts'
import { fileNamed } from '../exports/file-name.ts'
import { answers, attachment } from '../http/answers.ts'
import { giveDownload } from '../http/downloads.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { notifyWhenSent, openSetFile, type SetFile } from './set-file.ts'

const route = routeOptions('Подборки', { access: 'member' })

export const setFileRoutes: FeatureRoutes = async (app, { db, ...options }) => {
  app.get(
    '/sets/:id/file/',
    {
      compress: false,
      ...route({
        rateLimit: perMinute('set file', 60, 'Слишком много файлов.'),
        lane: 'unlimited',
        summary: 'Подборка файлом Excel или Word',
        description:
          'Дела в порядке подборки. Excel — выбранные столбцы выгрузок, записанное о делах и свои столбцы; Word — список дел для обращения, без заметок и исходов, до 2000 дел. `changed=true` — только то, что изменилось после вашего прошлого файла этой подборки; файл по части фильтров прошлым не считается.',
        params: idParams,
        querystring: setFileQuery,
        response: answers(z.any().meta({ description: 'Файл' }), 400, 401, 404, 429, 503),
      }),
    },
    async (request, reply) => {
      const { account, params, query, siteOrigin: origin } = request
      const { format, changed, cases, ...filters } = query
      const values = askedValues(caseListFields, filters, account)
      const opened: SetFile[] = []
      const body = await giveDownload({ request, reply }, options, async signal => {
        const file = await openSetFile(db, account, {
          id: params.id,
          format,
          values,
          cases,
          onlyChanged: changed ?? false,
          origin,
          signal,
        })
        opened.push(file)
        return file.body
      })
      const [file] = opened
      const { type } = setFileFormats.find(({ value }) => value === format) ?? setFileFormats[0]
      return reply
        .type(type)
        .header('x-total-count', file?.count ?? 0)
        .headers(attachment(fileNamed(file?.title ?? '', format), `set-${params.id}.${format}`))
        .send(file === undefined || request.method === 'HEAD' ? body : notifyWhenSent(body, file.given))
    },
  )
}
