import { Readable } from 'node:stream'
import { z } from 'zod'
import { askedExport, askedExportList, askedExportsQuery } from '#shared/api/export-requests.ts'
import { exportRequest } from '#shared/api/exports.ts'
import { idParams } from '#shared/api/lists.ts'
import { exportFormats } from '#shared/domain/export-columns.ts'
import { exportKeptDays, maxKeptExports } from '#shared/domain/limits.ts'
import { answers, attachment, created, done } from '../http/answers.ts'
import { giveFile } from '../http/downloads.ts'
import { fileIsGone, forbidden, HttpError, notFound } from '../http/errors.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { pageOfRows } from '../http/pages.ts'
import { perMinute } from '../http/rate-limit.ts'
import { routeOptions } from '../http/route.ts'
import { askForExport, deleteExport, exportsOf, mayReceive, readyExport, rightsChanged } from './request.ts'
import { readFile, storedFile } from './stored-file.ts'

/** Exports that are written in the background (§7 POST exports/); only their owner sees them. */
const route = routeOptions('Выгрузки', { access: 'member' })
const noExport = (): Error => notFound('Такой выгрузки нет.')
const fileBody = (description: string) => z.any().meta({ description })
const writing = { rateLimit: perMinute('exports', 30, 'Слишком много выгрузок.') }

export const exportRequestRoutes: FeatureRoutes = async (app, { db, hasBot, reachChat, exportStore, ...settings }) => {
  app.get(
    '/exports/',
    route({
      summary: 'Свои выгрузки, новые сначала',
      querystring: askedExportsQuery,
      response: answers(askedExportList, 400, 401),
    }),
    async request => pageOfRows(request, await exportsOf(db, request.account), request.query),
  )

  app.post(
    '/exports/',
    route({
      ...writing,
      summary: 'Заказать выгрузку',
      description: `Файл готовится без ожидания и хранится ${exportKeptDays} дней, не больше ${maxKeptExports} у одного человека. \`telegram\` — номер чата, куда его пришлёт бот; без него файл остаётся на странице «Мои выгрузки». Фильтры те же, что в списке дел.`,
      body: exportRequest,
      response: created(askedExport, 400, 401, 403, 413, 415, 429),
    }),
    async ({ account, body, siteOrigin }) => askForExport(db, account, body, { hasBot, reachChat, origin: siteOrigin }),
  )

  app.delete(
    '/exports/:id/',
    route({
      ...writing,
      summary: 'Удалить выгрузку вместе с файлом',
      description: 'Та, что готовится, отменяется.',
      params: idParams,
      response: answers(done, 401, 403, 404, 429),
    }),
    async ({ account, params: { id } }) => {
      if (!(await deleteExport(db, account.id, id))) throw noExport()
      return { detail: 'Выгрузка удалена.' }
    },
  )

  app.get(
    '/exports/:id/file/',
    {
      compress: false,
      ...route({
        lane: 'unlimited',
        summary: 'Файл выгрузки',
        description: 'Целиком или, по заголовку `Range`, частью: прерванное скачивание можно продолжить.',
        params: idParams,
        response: { ...answers(fileBody('Файл'), 401, 403, 404, 416, 429, 503), 206: fileBody('Часть файла') },
      }),
    },
    async (request, reply) => {
      const {
        account,
        params: { id },
      } = request
      const row = await readyExport(db, account.id, id)
      if (row === undefined) throw noExport()
      if (!mayReceive(row, account)) throw forbidden(rightsChanged)
      const file = await storedFile(db, id)
      if (file === undefined) throw notFound(fileIsGone)
      const { type, value } = exportFormats.find(format => format.value === row.format) ?? exportFormats[0]
      const tag = `"${file.id}"`
      const range = rangeAsked(request.headers, { size: file.size, tag })
      const { start, end } = range ?? { start: 0, end: file.size }
      if (range !== undefined) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${file.size}`)
      return reply
        .type(type)
        .headers({ 'accept-ranges': 'bytes', etag: tag, 'content-length': end - start })
        .headers(attachment(row.file_name ?? `Дела.${value}`, `cases-${id}.${value}`))
        .send(
          await giveFile({ request, reply }, settings, signal =>
            Readable.from(readFile(db, file, { start, end, store: exportStore, signal }), { objectMode: false }),
          ),
        )
    },
  )
}

/** The requested byte range (RFC 9110, §14), `end` exclusive. A request for several ranges is answered with the whole file. */
type Range = { start: number; end: number }

/** Undefined: the whole file. @throws HttpError 416 for a part that the file does not have */
function rangeAsked(
  headers: { range?: string | undefined; 'if-range'?: string | undefined },
  { size, tag }: { size: number; tag: string },
): Range | undefined {
  const found = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/.exec(headers.range?.trim() ?? '')
  // `If-Range` names another file: the export was written again since.
  if (found === null || (headers['if-range'] ?? tag) !== tag) return undefined
  const [, first, last = '', ending] = found
  const start = first === undefined ? Math.max(0, size - Number(ending)) : Number(first)
  const end = first === undefined || last === '' ? size : Math.min(size, Number(last) + 1)
  if (start < end) return { start, end }
  throw new HttpError(416, { detail: 'В файле нет такой части.' }, { 'content-range': `bytes */${size}` })
}
