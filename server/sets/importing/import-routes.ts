import multipart from '@fastify/multipart'
import { idParams, pagedQuery } from '#shared/api/lists.ts'
import {
  importDone,
  importParams,
  importPreview,
  importRequest,
  importUndone,
  previewRequest,
  setImportList,
  tableRead,
  tableText,
  unfoundChange,
  unfoundList,
  unfoundParams,
} from '#shared/api/set-import.ts'
import { maxTagFile, maxTagRows } from '#shared/domain/limits.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { readHeads } from '#shared/tables/columns.ts'
import { answers, created, done } from '../../http/answers.ts'
import { scopeOf } from '../../http/auth.ts'
import { fieldError } from '../../http/errors.ts'
import type { FeatureRoutes } from '../../http/feature.ts'
import { pageOf } from '../../http/pages.ts'
import { perMinute } from '../../http/rate-limit.ts'
import { routeOptions } from '../../http/route.ts'
import { formWithTable } from '../../tables/form-with-table.ts'
import { readTable } from '../../tables/read-table.ts'
import { searchFirstRows } from '../../watching/search-rows.ts'
import { importRows, previewRows } from './import-rows.ts'
import { importsOf, rememberedKinds, undoImport } from './imports.ts'
import { resolveUnfoundRow, unfoundRows } from './unfound.ts'

const route = routeOptions('Подборки', { access: 'member' })
const limited = (name: string) => perMinute(name, 60, 'Слишком много таблиц.')
/** A table is longer as JSON than as a file. */
const bodyLimit = 4 * maxTagFile

export const setImportRoutes: FeatureRoutes = async (app, { db }) => {
  await app.register(multipart, { limits: { files: 1, fileSize: maxTagFile, fields: 10, fieldSize: 1_000, parts: 11 } })

  app.post(
    '/sets/import/table/',
    {
      bodyLimit,
      preValidation: formWithTable(table => ({ table })),
      ...route({
        rateLimit: limited('set table'),
        lane: 'unlimited',
        summary: 'Прочитать таблицу или текст, ничего не сохраняя',
        description: `Файл XLSX, ODS или CSV (multipart/form-data, поле \`file\`) либо \`text\`: вставленная таблица или текст, из которого берутся УИД, номера и ссылки. До ${maxTagRows} строк.`,
        consumes: ['application/json', 'multipart/form-data'],
        body: tableText,
        response: answers(tableRead, 400, 401, 403, 413, 415, 429),
      }),
    },
    async ({ account, body: { table, text, file_name } }) => {
      if (table === undefined && (text ?? '').trim() === '')
        throw fieldError('text', 'Вставьте строки или выберите файл.')
      const read = table ?? (await readTable(Buffer.from(text ?? '')))
      if (read.cells.every(row => row.every(cell => cell.trim() === '')))
        throw fieldError('file', 'В таблице нет ни одной строки.')
      return { ...read, file_name, kinds: await rememberedKinds(db, account.id, readHeads(read.cells).heads) }
    },
  )

  app.post(
    '/sets/import/preview/',
    {
      bodyLimit,
      ...route({
        rateLimit: limited('set preview'),
        lane: 'unlimited',
        summary: 'Найти дела по строкам таблицы, ничего не сохраняя',
        description:
          'Каждая строка: найдено точно, «найдено, проверьте» с кандидатами и тем, что у них совпало, или не найдено и почему. Дело вне регионов спрашивающего не найдено, как и то, которого нет.',
        body: previewRequest,
        response: answers(importPreview, 400, 401, 403, 413, 415, 429),
      }),
    },
    ({ account, body }) => previewRows(db, scopeOf(account), body),
  )

  app.post(
    '/sets/import/',
    {
      bodyLimit,
      ...route({
        rateLimit: limited('set import'),
        lane: 'unlimited',
        summary: 'Сделать из таблицы подборку или дополнить свою',
        description:
          'В подборку входят дела, найденные точно, и выбранные в `choice`. Остальные строки ждут во вкладке «Не найдено». Записанное в подборке не меняется; сколько текстов таблицы поэтому не записано, говорит `not_overwritten`, строки с ними хранятся.',
        body: importRequest,
        response: created(importDone, 400, 401, 403, 404, 413, 415, 429),
      }),
    },
    ({ account, body }) => importRows(db, scopeOf(account), body),
  )

  app.get(
    '/sets/:id/imports/',
    route({
      summary: 'Таблицы, из которых пополняли подборку, новые сначала',
      params: idParams,
      querystring: pagedQuery,
      response: answers(setImportList, 400, 401, 404),
    }),
    async request =>
      pageOf(request, await importsOf(db, scopeOf(request.account), request.params.id, request.query), request.query),
  )
  app.post(
    '/sets/:id/imports/:import/undo/',
    route({
      rateLimit: limited('set import'),
      summary: 'Отменить загрузку таблицы в подборку',
      description:
        'Убирает дела, которые добавила только она, и снимает с наблюдения её строки; дела, над которыми с тех пор работали, остаются. Подборка, которую таблица создала, удаляется вместе с ней, если ничего и никого другого в ней нет; сутки её можно вернуть.',
      params: importParams,
      response: answers(importUndone, 401, 403, 404, 409, 429),
    }),
    async ({ account, params }) => {
      const { removed, worked, hidden, unwatched, stay, isSetDeleted } = await undoImport(db, scopeOf(account), {
        setId: params.id,
        importId: params.import,
      })
      await searchFirstRows(db, params.id, stay)
      const stays = [
        unwatched > 0 ? ` Снято с наблюдения: ${counted(unwatched, ['строка', 'строки', 'строк'])}.` : '',
        worked > 0 ? ` Осталось ${counted(worked, caseForms)}: над ними уже работали.` : '',
        hidden > 0 ? ` Не видны вам и остались: ${counted(hidden, caseForms)}.` : '',
        isSetDeleted ? ' Пустая подборка удалена.' : '',
      ].join('')
      return {
        detail: `Загрузка отменена: из подборки убрано ${counted(removed, caseForms)}.${stays}`,
        is_set_deleted: isSetDeleted,
      }
    },
  )

  app.get(
    '/sets/:id/unfound/',
    route({
      summary: 'Строки таблиц, по которым дело не найдено',
      description: 'С делами, о которых может идти речь: они ищутся заново, среди видных спрашивающему.',
      params: idParams,
      querystring: pagedQuery,
      response: answers(unfoundList, 400, 401, 404),
    }),
    async request =>
      pageOf(request, await unfoundRows(db, scopeOf(request.account), request.params.id, request.query), request.query),
  )
  app.post(
    '/sets/:id/unfound/:row/',
    route({
      rateLimit: perMinute('set unfound', 300, 'Слишком много изменений.'),
      summary: 'Сказать, какое дело означает строка, или убрать её',
      params: unfoundParams,
      body: unfoundChange,
      response: answers(done, 400, 401, 403, 404, 409, 413, 415, 429),
    }),
    async ({ account, params, body: { case_id } }) => {
      const mended = await resolveUnfoundRow(db, scopeOf(account), { setId: params.id, row: params.row, case_id })
      const stays = mended.not_overwritten > 0 ? ` Не перезаписано: ${mended.not_overwritten}.` : ''
      return { detail: case_id === null ? 'Строка убрана.' : `Дело добавлено в подборку.${stays}` }
    },
  )
}
